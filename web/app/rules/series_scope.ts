// Which rows of a series a change affects.
import { addMonths, lastDayOf, monthOf } from "./days.ts";
import type { Transaction } from "./records.ts";

export type Scope = "one" | "future" | "all";
export const SCOPES: readonly Scope[] = ["one", "future", "all"];

export const scopeFields = (scope: Scope) => ({
  ...(scope === "future" && { update_future: true }),
  ...(scope === "all" && { update_all: true }),
});

/** Fixed series have no end: the next year is counted. */
const MONTHS_AHEAD = 12;

/** The path of all rows of a series. */
export function seriesPath(row: Transaction, today: string): string {
  const isParts = row.total_installments > 1;
  const last = addMonths(
    monthOf(isParts || row.date > today ? row.date : today),
    isParts ? row.total_installments : MONTHS_AHEAD,
  );
  return `/transactions?recurrence_id=${row.recurrence_id}&start_date=1990-01-01&end_date=${lastDayOf(last)}`;
}

export interface Reach {
  rows: Transaction[];
  /** Purchases among them on paid invoices. */
  onPaidInvoices: number;
}

export function reachOf(all: readonly Transaction[], row: Transaction, scope: Scope): Reach {
  const isLater = (each: Transaction) =>
    row.total_installments > 1 ? each.installment >= row.installment : each.date >= row.date;
  const rows = scope === "one" ? [row] : scope === "all" ? [...all] : all.filter(isLater);
  return {
    rows: rows.sort((one, other) => (one.date < other.date ? -1 : 1)),
    onPaidInvoices: rows.filter((each) => each.credit_card_id !== null && each.paid).length,
  };
}
