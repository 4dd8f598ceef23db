// A new account, or one that is changed.
import { useSignal } from "@preact/signals";
import { write } from "./api.ts";
import { Dialog, Field, FormProblem, ownRefusal, useSending } from "./parts.tsx";
import { parseCents, plainAmount } from "./rules/money.ts";
import type { Account } from "./rules/records.ts";
import { message } from "./state.ts";
import { language, words } from "./words.ts";

export function AccountForm({ account, onClose }: { account?: Account; onClose: () => void }) {
  const name = useSignal(account?.name ?? "");
  const type = useSignal(account?.type ?? "checking");
  const opening = useSignal(account ? plainAmount(account.opening_balance_cents, language) : "");
  const { form, send, at, sending, problem } = useSending();
  const { accounts: text, entry } = words;
  const save = () =>
    send(async () => {
      const cents = opening.value.trim() === "" ? 0 : parseCents(opening.value);
      const wrong: Record<string, string> = {};
      if (name.value.trim() === "") wrong.name = entry.missing;
      if (cents === undefined) wrong.opening_balance_cents = entry.badAmount;
      if (Object.keys(wrong).length > 0) throw ownRefusal(wrong);
      const body = { name: name.value.trim(), type: type.value, opening_balance_cents: cents };
      const { undo } = await (account ? write("PUT", `/accounts/${account.id}`, body) : write("POST", "/accounts", body));
      message.value = { text: account ? entry.changed : text.saved, undo };
      onClose();
    });
  return (
    <Dialog title={account ? text.edit : text.add} onClose={onClose}>
      <form
        ref={form}
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormProblem problem={problem.value} />
        <Field label={text.name} problem={at("name")}>
          {(props) => (
            <input {...props} maxLength={100} value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} />
          )}
        </Field>
        <div class="pair">
          <Field label={text.type} problem={at("type")}>
            {(props) => (
              <select {...props} value={type.value} onChange={(event) => (type.value = event.currentTarget.value)}>
                {Object.entries(text.types).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label={text.opening} problem={at("opening_balance_cents")}>
            {(props) => (
              <input
                {...props}
                inputMode="decimal"
                placeholder="0,00"
                value={opening.value}
                onInput={(event) => (opening.value = event.currentTarget.value)}
              />
            )}
          </Field>
        </div>
        <div class="acts">
          <button class="main" type="submit" disabled={sending}>
            {entry.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
