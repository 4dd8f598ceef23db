// Paying an invoice: what is owed, from the account that pays for the card, today; all of it can be changed.
import { useSignal } from "@preact/signals";
import { write } from "./api.ts";
import { Dialog, Field, FormProblem, ownRefusal, useData, useSending } from "./parts.tsx";
import { dayOf } from "./rules/days.ts";
import { parseCents, plainAmount } from "./rules/money.ts";
import type { Account } from "./rules/records.ts";
import { message } from "./state.ts";
import { language, words } from "./words.ts";

interface PayInvoiceProps {
  /** Of the invoice, at finance. */
  path: string;
  owedCents: number;
  /** That pays for the card. */
  accountId?: number | null | undefined;
  onClose: () => void;
}

export function PayInvoice({ path, owedCents, accountId, onClose }: PayInvoiceProps) {
  const accounts = (useData<Account[]>("/accounts").data ?? []).filter(({ archived }) => !archived);
  const usual = accountId ?? accounts.find((each) => each.default)?.id ?? accounts[0]?.id;
  const amount = useSignal(plainAmount(owedCents, language));
  const account = useSignal("");
  const date = useSignal(dayOf(new Date()));
  const { form, send, at, sending, problem } = useSending();
  const { invoice: text, entry } = words;
  const save = () =>
    send(async () => {
      const cents = parseCents(amount.value);
      if (!cents || cents < 0) throw ownRefusal({ amount_cents: entry.badAmount });
      const body = { amount_cents: cents, account_id: Number(account.value || usual), date: date.value };
      const { undo } = await write("POST", `${path}/payments`, body);
      message.value = { text: text.paid, undo };
      onClose();
    });
  return (
    <Dialog title={text.pay} onClose={onClose}>
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
        <Field label={text.payAmount} problem={at("amount_cents")}>
          {(props) => (
            <input
              {...props}
              class="amount"
              inputMode="decimal"
              value={amount.value}
              onInput={(event) => (amount.value = event.currentTarget.value)}
            />
          )}
        </Field>
        <div class="pair">
          <Field label={text.payFrom} problem={at("account_id")}>
            {(props) => (
              <select
                {...props}
                value={account.value || String(usual ?? "")}
                onChange={(event) => (account.value = event.currentTarget.value)}
              >
                {accounts.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label={entry.date} problem={at("date")}>
            {(props) => (
              <input
                {...props}
                type="date"
                value={date.value}
                onInput={(event) => (date.value = event.currentTarget.value || dayOf(new Date()))}
              />
            )}
          </Field>
        </div>
        <div class="acts">
          <button class="main" type="submit" disabled={sending}>
            {text.pay}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
