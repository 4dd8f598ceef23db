// /accounts: what is on each account today.
import { useSignal } from "@preact/signals";
import { write } from "../api.ts";
import { Dialog, Field, FormProblem, Loading, Money, ownRefusal, Screen, useData, useSending } from "../parts.tsx";
import { dayOf } from "../rules/days.ts";
import { parseCents } from "../rules/money.ts";
import type { Account } from "../rules/records.ts";
import { message } from "../state.ts";
import { words } from "../words.ts";

export function Accounts() {
  const path = "/accounts";
  const accounts = useData<Account[]>(path);
  const adds = useSignal(false);
  const { accounts: text } = words;
  return (
    <Screen
      title={text.title}
      tools={
        <button type="button" onClick={() => (adds.value = true)}>
          {text.add}
        </button>
      }
    >
      <Loading from={accounts} path={path}>
        {(found) => (
          <>
            <List accounts={found.filter(({ archived }) => !archived)} />
            {found.some(({ archived }) => archived) && (
              <details class="archived">
                <summary>{text.archived}</summary>
                <List accounts={found.filter(({ archived }) => archived)} />
              </details>
            )}
          </>
        )}
      </Loading>
      {adds.value && <NewAccount onClose={() => (adds.value = false)} />}
    </Screen>
  );
}

function List({ accounts }: { accounts: Account[] }) {
  return (
    <ul class="panel flush">
      {accounts.map((account) => (
        <AccountRow key={account.id} account={account} />
      ))}
    </ul>
  );
}

function AccountRow({ account }: { account: Account }) {
  const today = dayOf(new Date());
  const balance = useData<{ balance: number }>(`/balances?account_id=${account.id}&start_date=${today}&end_date=${today}`).data;
  const { accounts: text } = words;
  return (
    <li class="row">
      <a href={`/transactions?place=${encodeURIComponent(`account:${account.id}`)}`}>
        <span class="what">
          <strong>{account.name}</strong>
          <span class="hint">{[text.types[account.type], account.default && text.standard].filter(Boolean).join(" · ")}</span>
        </span>
        <span class="much">{balance && <Money cents={balance.balance} plain />}</span>
      </a>
    </li>
  );
}

function NewAccount({ onClose }: { onClose: () => void }) {
  const name = useSignal("");
  const type = useSignal("checking");
  const opening = useSignal("");
  const { form, send, at, sending, problem } = useSending();
  const { accounts: text, entry } = words;
  const save = () =>
    send(async () => {
      const cents = opening.value.trim() === "" ? 0 : parseCents(opening.value);
      const wrong: Record<string, string> = {};
      if (name.value.trim() === "") wrong.name = entry.missing;
      if (cents === undefined) wrong.opening_balance_cents = entry.badAmount;
      if (Object.keys(wrong).length > 0) throw ownRefusal(wrong);
      const { undo } = await write("POST", "/accounts", {
        name: name.value.trim(),
        type: type.value,
        opening_balance_cents: cents,
      });
      message.value = { text: text.saved, undo };
      onClose();
    });
  return (
    <Dialog title={text.add} onClose={onClose}>
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
