// A month as a calendar: what is due on each day.
import type { ExpectedEntry, Invoice, Transaction } from "./records.ts";
import { CALENDAR, type MonthRule, monthHolding } from "./space_months.ts";

/** Rows on accounts, and unpaid invoices. Purchases on cards are due with their invoice. */
export function dueByDay(
  rows: readonly Transaction[],
  invoices: readonly Invoice[],
  cardName: (id: number) => string,
): ReadonlyMap<string, ExpectedEntry[]> {
  const items = [
    ...rows.filter(({ credit_card_id: card }) => card === null).map(ofRow),
    ...invoices.filter(isOwed).map((invoice) => ofInvoice(invoice, cardName(invoice.credit_card_id))),
  ];
  const days = new Map<string, ExpectedEntry[]>();
  for (const item of items) days.set(item.date, [...(days.get(item.date) ?? []), item]);
  return days;
}

const isOwed = ({ balance_cents: cents, status }: Invoice) => cents < 0 && status !== "partial" && status !== "paid";

function ofRow(row: Transaction): ExpectedEntry {
  return {
    kind: "transaction",
    date: row.date,
    amount_cents: row.amount_cents,
    paid: row.paid,
    description: row.description,
    account_id: row.account_id,
    transaction_id: row.id,
    credit_card_id: row.paid_credit_card_id,
    credit_card_invoice_id: row.paid_credit_card_invoice_id,
  };
}

function ofInvoice(invoice: Invoice, name: string): ExpectedEntry {
  return {
    kind: "invoice",
    date: invoice.date,
    amount_cents: invoice.balance_cents,
    paid: false,
    description: name,
    account_id: null,
    transaction_id: null,
    credit_card_id: invoice.credit_card_id,
    credit_card_invoice_id: invoice.id,
  };
}

/** The days of the list: the chosen one, or in the current month what is unpaid or still to come, else all. */
export function daysToList(
  due: ReadonlyMap<string, ExpectedEntry[]>,
  { chosen, today, rule = CALENDAR }: { chosen: string | undefined; today: string; rule?: MonthRule },
): { date: string; rows: ExpectedEntry[] }[] {
  const days = [...due].map(([date, rows]) => ({ date, rows })).sort((one, other) => (one.date < other.date ? -1 : 1));
  if (chosen) return [{ date: chosen, rows: due.get(chosen) ?? [] }];
  const isThisMonth = days.some(({ date }) => monthHolding(date, rule) === monthHolding(today, rule));
  if (!isThisMonth) return days;
  return days
    .map(({ date, rows }) => ({ date, rows: rows.filter(({ paid }) => date >= today || !paid) }))
    .filter(({ rows }) => rows.length > 0);
}
