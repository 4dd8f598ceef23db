// A row to pay or receive, with a button that marks it as paid or pays its invoice.
import { useSignal } from "@preact/signals";
import { write } from "../../data/api.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { Money } from "../../ledger/money.tsx";
import { statusWords } from "../../ledger/words.ts";
import { dayName, shortDay } from "../../rules/day_names.ts";
import type { ExpectedEntry, Refusal } from "../../rules/records.ts";
import { Icon } from "../../ui/icon.tsx";
import { reasonOf } from "../../ui/problems.tsx";
import { useLate } from "../../ui/use_late.ts";
import { overviewWords } from "./words.ts";

interface ExpectedRowProps {
  row: ExpectedEntry;
  showsDay?: boolean;
  /** Whether the button is shown. */
  acts?: boolean;
  /** Whether the amount stands without the sign of the currency. */
  bare?: boolean;
}

export function ExpectedRow({ row, showsDay = true, acts = true, bare = false }: ExpectedRowProps) {
  const isInvoice = row.kind === "invoice";
  const invoicePath = `/credit_cards/${row.credit_card_id}/invoices/${row.credit_card_invoice_id}`;
  const title = isInvoice ? overviewWords.invoice(row.description) : row.description;
  const inside = (
    <>
      <span class="what">
        <strong>{title}</strong>
        {(showsDay || row.paid) && (
          <span class="hint">
            {[showsDay && dayName(row.date, language), row.paid && statusWords.paid].filter(Boolean).join(" · ")}
          </span>
        )}
      </span>
      <span class="much">
        <Money cents={row.amount_cents} bare={bare} />
      </span>
    </>
  );
  if (row.kind === "what_if")
    return (
      <li class="row">
        <span class="plain">{inside}</span>
      </li>
    );
  return (
    <li class={acts && (isInvoice || !row.paid) ? "row acted" : "row"}>
      <a href={isInvoice ? invoicePath : `/transactions/${row.transaction_id}`}>{inside}</a>
      {acts && isInvoice && <PayButton row={row} path={invoicePath} />}
      {acts && !isInvoice && !row.paid && <PaidButton row={row} />}
    </li>
  );
}

function PayButton({ row, path }: { row: ExpectedEntry; path: string }) {
  const dialog = useLate(() => import("../credit_cards/pay_invoice.tsx"));
  return (
    <>
      <button
        type="button"
        class="small writes"
        aria-label={`${overviewWords.pay}: ${overviewWords.invoice(row.description)}, ${shortDay(row.date, language)}`}
        onClick={dialog.open}
      >
        {overviewWords.pay}
      </button>
      {dialog.part && (
        <dialog.part.PayInvoice path={path} owedCents={-row.amount_cents} accountId={row.account_id} onClose={dialog.close} />
      )}
    </>
  );
}

function PaidButton({ row }: { row: ExpectedEntry }) {
  const store = useStore();
  const isSending = useSignal(false);
  const isIncome = row.amount_cents > 0;
  const mark = async () => {
    isSending.value = true;
    try {
      const { undo } = await write(store, "PUT", `/transactions/${row.transaction_id}`, { paid: true });
      store.message.value = { text: isIncome ? overviewWords.markedReceived : overviewWords.markedPaid, undo };
    } catch (error) {
      store.message.value = { text: reasonOf(error as Refusal) };
    }
    isSending.value = false;
  };
  const label = isIncome ? overviewWords.receive : overviewWords.paid;
  return (
    <button
      type="button"
      class="small writes"
      disabled={isSending.value}
      aria-label={`${label}: ${row.description}, ${shortDay(row.date, language)}`}
      onClick={() => void mark()}
    >
      <Icon name="check" />
      <span class="wordy">{label}</span>
    </button>
  );
}
