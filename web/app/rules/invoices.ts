// An invoice in time: what comes next for it, and the instalments of its purchases on later invoices.
import { addDays, addMonths, daysBetween, invoiceMonth, lastDayOf, monthOf } from "./days.ts";
import type { Invoice, Transaction } from "./records.ts";

export interface InvoiceTime {
  /** The next event and the days until it; of an overdue invoice the days since. Undefined if nothing is to come. */
  next: { event: "opens" | "closes" | "isDue" | "wasDue"; days: number } | undefined;
  /** Positions between opening and due date, in per cent. */
  passed: number;
  closes: number;
  isToday: boolean;
}

export function timeOf(invoice: Pick<Invoice, "starting_date" | "closing_date" | "date" | "status">, today: string): InvoiceTime {
  const { starting_date: opening, closing_date: closing, date: due } = invoice;
  const whole = Math.max(1, daysBetween(opening, due));
  const percent = (day: string) => Math.min(100, Math.max(0, Math.round((1000 * daysBetween(opening, day)) / whole) / 10));
  return {
    next: nextEvent(invoice, today),
    passed: percent(today),
    closes: percent(closing),
    isToday: opening <= today && today <= due,
  };
}

function nextEvent(
  { starting_date: opening, closing_date: closing, date: due, status }: Parameters<typeof timeOf>[0],
  today: string,
): InvoiceTime["next"] {
  if (status === "paid") return undefined;
  if (today < opening) return { event: "opens", days: daysBetween(today, opening) };
  if (today <= closing) return { event: "closes", days: daysBetween(today, closing) };
  if (today <= due) return { event: "isDue", days: daysBetween(today, due) };
  return status === "overdue" ? { event: "wasDue", days: daysBetween(due, today) } : undefined;
}

/** Months ahead, as in the report of instalments. */
const MONTHS_AHEAD = 24;
/** Finance answers up to ten years. */
const MOST_MONTHS = 118;

const partsLeft = ({ installment, total_installments: total }: Transaction) => Math.max(0, total - installment);

/** The requests of what is ahead: later invoices, and rows with the instalments that are left. Undefined if none are. */
export function aheadPaths({ credit_card_id: card, date: due, starting_date: opening, transactions: rows }: PurchasesOfInvoice) {
  const months = Math.min(MOST_MONTHS, Math.max(MONTHS_AHEAD, ...rows.map(partsLeft)));
  const end = lastDayOf(addMonths(monthOf(due), months));
  return {
    invoices: `/invoices?start_date=${addDays(due, 1)}&end_date=${end}`,
    rows: rows.some((row) => partsLeft(row) > 0)
      ? `/transactions?credit_card_id=${card}&start_date=${monthOf(opening)}-01&end_date=${end}`
      : undefined,
  };
}

type PurchasesOfInvoice = Pick<Invoice, "id" | "credit_card_id" | "date" | "starting_date"> & {
  transactions: readonly Transaction[];
};

export interface Step {
  /** Number of the invoice. */
  id: number;
  month: string;
  cents: number;
}

/** The instalments on each later invoice of the card, without sign, up to the last that has any. */
export function stepsOf(
  { id, credit_card_id: card }: Pick<Invoice, "id" | "credit_card_id">,
  later: readonly { id: number; credit_card_id: number; installments_cents: number }[],
): Step[] {
  const centsOf = new Map(
    later.filter((each) => each.credit_card_id === card && each.id > id).map((each) => [each.id, -each.installments_cents]),
  );
  const last = Math.max(id, ...[...centsOf].filter(([, cents]) => cents !== 0).map(([number]) => number));
  return Array.from({ length: last - id }, (_, index) => {
    const number = id + 1 + index;
    return { id: number, month: invoiceMonth(number), cents: centsOf.get(number) ?? 0 };
  });
}

export interface Plan {
  row: Transaction;
  /** Undefined if not all of its instalments are known. */
  left: { cents: number; lastMonth: string } | undefined;
}

/** The purchases of an invoice that go on, by what is left of them. `rows`: of the card, from this invoice on. */
export function plansOf({ transactions }: PurchasesOfInvoice, rows: readonly Transaction[]): Plan[] {
  return transactions
    .filter((row) => partsLeft(row) > 0)
    .map((row) => ({ row, left: leftOf(row, rows) }))
    .sort((one, other) => (other.left?.cents ?? 0) - (one.left?.cents ?? 0) || one.row.id - other.row.id);
}

function leftOf(row: Transaction, rows: readonly Transaction[]): Plan["left"] {
  const later = rows.filter((each) => each.recurrence_id === row.recurrence_id && each.installment > row.installment);
  if (row.recurrence_id === null || later.length !== partsLeft(row)) return undefined;
  const lastInvoice = Math.max(...later.map((each) => each.credit_card_invoice_id ?? 0));
  return { cents: later.reduce((sum, each) => sum - each.amount_cents, 0), lastMonth: invoiceMonth(lastInvoice) };
}
