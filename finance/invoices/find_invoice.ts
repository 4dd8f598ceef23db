// Reads invoices, with the rows that fixed series have on them.
import { isSettled } from "../billing/balance.ts";
import { periodOf } from "../billing/cycle.ts";
import { fail } from "../errors.ts";
import { type Reach, type Reading, readFar } from "../extension/far_days.ts";
import { submit, throwIfInvalid } from "../fields/record.ts";
import { joinProblems, problemIf } from "../fields/with_problems.ts";
import type { TransactionRow } from "../rows/row.ts";
import { NO_CARD, showRow } from "../rows/transaction_row.ts";
import type { StoredRow } from "../tables/tables.ts";
import { type Invoice, invoicesOf } from "./invoice.ts";
import { type CardFacts, type Earlier, findCardFacts, findInvoiceRows, type InvoiceQuestion } from "./queries.ts";

const MOST_ROWS = 50_000;

/** Invoices by their numbers, oldest first. The 404 where the space has no such card. */
export async function findInvoices(reading: Reading, question: InvoiceQuestion) {
  const { result: facts, completeUntil } = await readFar(
    reading,
    async () => (await findCardFacts(reading.db, question)) ?? unknownCard(),
    (invoices) => reachOf(invoices, question),
  );
  const invoices = invoicesOf(facts, question.first, question.last);
  return { invoices, completeUntil };
}

/** A row of an invoice as it is shown, and whether the client named the invoice for it. */
export type InvoiceRow = TransactionRow & Pick<StoredRow, "invoice_pinned">;

export interface FullInvoice {
  facts: CardFacts;
  invoice: Invoice;
  /** Newest first. */
  purchases: InvoiceRow[];
  payments: InvoiceRow[];
  /** Undefined where all of its rows are there. */
  completeUntil: string | undefined;
}

/** One invoice and its rows. */
export async function findFullInvoice(reading: Reading, question: InvoiceQuestion, earlier: Earlier): Promise<FullInvoice> {
  const { result, completeUntil } = await readFar(
    reading,
    async () => (await findInvoiceRows(reading.db, question, earlier, MOST_ROWS + 1)) ?? unknownCard(),
    (full) => reachOf(full.facts, question),
  );
  const { facts, rows } = result;
  const [invoice] = invoicesOf(facts, question.first, question.last);
  const paid = isSettled(invoice as Invoice);
  const purchases = rows.filter((row) => row.credit_card_id !== null);
  throwIfTooMany(purchases.length, rows.length - purchases.length);
  return {
    facts,
    invoice: invoice as Invoice,
    // What is bought on a card is stored as spent; it is paid once its invoice is.
    purchases: purchases.map((row) => ({ ...rowView(row), paid })),
    payments: rows.filter((row) => row.credit_card_id === null).map(rowView),
    completeUntil,
  };
}

function rowView(row: StoredRow): InvoiceRow {
  return { ...showRow(row, NO_CARD), invoice_pinned: row.invoice_pinned };
}

/** Nobody has as many by hand; an answer that holds more would take the memory of all others. */
function throwIfTooMany(purchases: number, payments: number): void {
  const tooMany = { kind: "tooMany", values: { most: MOST_ROWS } } as const;
  const problems = joinProblems(
    problemIf(purchases > MOST_ROWS, "transactions", tooMany),
    problemIf(payments > MOST_ROWS, "payments", tooMany),
  );
  throwIfInvalid(submit({}, undefined), {}, problems);
}

function unknownCard(): never {
  throw fail.recordUnknown();
}

function reachOf({ days, extended_through: extendedThrough }: CardFacts, { last, creditCardId }: InvoiceQuestion): Reach {
  return { end: periodOf(days, last).due, extendedThrough, targetId: creditCardId };
}
