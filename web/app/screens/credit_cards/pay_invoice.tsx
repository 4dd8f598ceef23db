// The form that pays an invoice. Default: the amount owed, today, from the card's account.
import { useSignal } from "@preact/signals";
import { currentDay } from "../../clock.ts";
import { write } from "../../data/api.ts";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { AmountField } from "../../ledger/amount_field.tsx";
import { entryWords } from "../../ledger/words.ts";
import { parseCents, plainAmount } from "../../rules/money.ts";
import type { Account } from "../../rules/records.ts";
import { DayField } from "../../ui/day_field.tsx";
import { FormDialog } from "../../ui/dialog.tsx";
import { optionsOf, SelectField } from "../../ui/form.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { invoiceWords } from "./invoice_words.ts";

interface PayInvoiceProps {
  /** Path of the invoice at finance. */
  path: string;
  owedCents: number;
  /** The account that pays for the card. */
  accountId?: number | null | undefined;
  onClose: () => void;
}

export function PayInvoice(props: PayInvoiceProps) {
  const accounts = useData<Account[]>("/accounts").data?.filter(({ archived }) => !archived);
  return accounts && <Pay {...props} accounts={accounts} />;
}

function Pay({ path, owedCents, accountId, accounts, onClose }: PayInvoiceProps & { accounts: readonly Account[] }) {
  const store = useStore();
  const usual = accountId ?? accounts.find((each) => each.default)?.id ?? accounts[0]?.id;
  const amount = useSignal(plainAmount(owedCents, language));
  const account = useSignal(String(usual ?? ""));
  const date = useSignal(currentDay());
  const isAhead = () => date.value > currentDay();
  const sending = useSending();
  const save = async () => {
    const cents = parseCents(amount.value);
    if (!cents || cents < 0) throw ownRefusal({ amount_cents: entryWords.badAmount });
    if (date.value === "") throw ownRefusal({ date: formWords.badDay });
    // A payment in the future is planned, and counts once it is marked as paid.
    const paid = !isAhead();
    const body = { amount_cents: cents, account_id: Number(account.value), date: date.value, paid };
    const { undo } = await write(store, "POST", `${path}/payments`, body);
    store.message.value = { text: paid ? invoiceWords.paid : invoiceWords.planned, undo };
    onClose();
  };
  return (
    <FormDialog title={invoiceWords.pay} onClose={onClose} sending={sending} act={invoiceWords.pay} save={save}>
      <AmountField isMain label={invoiceWords.payAmount} value={amount} problem={sending.at("amount_cents")} />
      <div class="pair">
        <SelectField
          label={invoiceWords.payFrom}
          value={account}
          problem={sending.at("account_id")}
          options={optionsOf(accounts)}
        />
        <DayField label={entryWords.date} value={date} problem={sending.at("date")} />
      </div>
      {isAhead() && <p class="hint">{invoiceWords.plannedHint}</p>}
    </FormDialog>
  );
}
