// Checks an invoice against the bank's bill: rows are ticked until no difference is left.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { write } from "../../data/api.ts";
import { Loading } from "../../data/loading.tsx";
import type { Store } from "../../data/store.ts";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { useTypedAmount } from "../../ledger/amount_field.tsx";
import { Money } from "../../ledger/money.tsx";
import { SumLine } from "../../ledger/sum_line.tsx";
import { entryWords } from "../../ledger/words.ts";
import { shortDay } from "../../rules/day_names.ts";
import { partOf } from "../../rules/ledger.ts";
import { formatCents, parseCents } from "../../rules/money.ts";
import type { FullInvoice, Refusal, Transaction } from "../../rules/records.ts";
import { toggled } from "../../rules/selection.ts";
import { submitHandler, TextField } from "../../ui/form.tsx";
import { joinParts } from "../../ui/join_parts.ts";
import { FormProblem } from "../../ui/problems.tsx";
import { type FormState, ownRefusal, useSending } from "../../ui/use_sending.ts";
import { invoiceCheckWords, invoiceWords } from "./invoice_words.ts";

interface Check {
  transaction_ids: number[];
  checked_cents: number;
  amount_cents: number;
  bill_cents: number | null;
  difference_cents: number;
}

export async function moveToNext(store: Store, row: Transaction): Promise<void> {
  const { undo } = await write(store, "PUT", `/transactions/${row.id}`, {
    credit_card_invoice_id: (row.credit_card_invoice_id as number) + 1,
  });
  store.message.value = { text: invoiceCheckWords.moved, undo };
}

export function InvoiceCheck({ invoice, path }: { invoice: FullInvoice; path: string }) {
  const checksPath = `${path}/checks`;
  const reply = useData<Check>(checksPath);
  return (
    <section class="panel bill" aria-labelledby="check">
      <h2 id="check">{invoiceCheckWords.title}</h2>
      <Loading from={reply} path={checksPath}>
        {(check) => <Ticking check={check} invoice={invoice} path={checksPath} />}
      </Loading>
    </section>
  );
}

function Ticking({ check, invoice, path }: { check: Check; invoice: FullInvoice; path: string }) {
  const store = useStore();
  const sending = useSending();
  const { problem } = sending;
  const ticked = useSignal<ReadonlySet<number>>(new Set(check.transaction_ids));
  // One after another, so that the last change wins.
  const saving = useRef(Promise.resolve());
  const tick = (id: number) => {
    ticked.value = toggled(ticked.value, id);
    const ids = [...ticked.value];
    saving.current = saving.current.then(async () => {
      await write(store, "PUT", path, { transaction_ids: ids }).catch((error: Refusal) => (problem.value = error));
    });
  };
  // Focuses the first row, for arrows and the space bar.
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => list.current?.querySelector<HTMLElement>("input")?.focus({ preventScroll: true }), []);
  return (
    <>
      <BillForm check={check} path={path} sending={sending} />
      <FormProblem problem={problem.value} />
      <dl class="sum" aria-live="polite">
        <SumLine label={invoiceCheckWords.ticked} cents={check.checked_cents} />
        <SumLine
          isTotal
          label={check.difference_cents === 0 ? invoiceCheckWords.done : invoiceCheckWords.left}
          cents={check.difference_cents}
        />
      </dl>
      <ul class="ticking" ref={list}>
        {invoice.transactions.map((row) => (
          <RowToTick key={row.id} row={row} isTicked={ticked.value.has(row.id)} onTick={() => tick(row.id)} />
        ))}
      </ul>
    </>
  );
}

/** The amount of the bank's bill. */
function BillForm({ check, path, sending }: { check: Check; path: string; sending: FormState }) {
  const store = useStore();
  const bill = useSignal(check.bill_cents === null ? "" : formatCents(-check.bill_cents, language).replace(/^R\$\s/, ""));
  const save = () =>
    sending.send(async () => {
      const cents = bill.value.trim() === "" ? null : parseCents(bill.value);
      if (cents === undefined) throw ownRefusal({ bill_cents: entryWords.badAmount });
      const { undo } = await write(store, "PUT", path, { bill_cents: cents === null ? null : -cents });
      store.message.value = { text: invoiceCheckWords.saved, undo };
    });
  return (
    <form ref={sending.form} class="pair" noValidate onSubmit={submitHandler(save)}>
      <TextField
        label={invoiceCheckWords.bill}
        hint={invoiceCheckWords.billHint}
        value={bill}
        problem={sending.at("bill_cents")}
        inputMode="decimal"
        placeholder={formatCents(-check.amount_cents, language)}
        reads={useTypedAmount()}
        onBlur={() => void save()}
      />
    </form>
  );
}

function RowToTick({ row, isTicked, onTick }: { row: Transaction; isTicked: boolean; onTick: () => void }) {
  const store = useStore();
  return (
    <li data-id={row.id}>
      <label class="check">
        <input type="checkbox" checked={isTicked} onChange={onTick} />
        <span class="what">
          <span>{row.description}</span>
          <span class="hint">{joinParts(shortDay(row.date, language), partOf(row))}</span>
        </span>
        <Money cents={row.amount_cents} />
      </label>
      <button
        type="button"
        class="small quiet"
        title={invoiceWords.moveNext}
        aria-label={`${invoiceWords.moveNext}: ${row.description}`}
        onClick={() => void moveToNext(store, row)}
      >
        <span class="wordy">{invoiceCheckWords.next}</span> →
      </button>
    </li>
  );
}
