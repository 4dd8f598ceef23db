// A list of rows, by day and by category.
import { resultOf } from "./figures.ts";
import type { Transaction } from "./records.ts";
import { asShares, type ShareFilter } from "./row_filter.ts";

export interface Day {
  date: string;
  rows: Transaction[];
  /** By date, like the result of the month; undefined if the day's rows only move money. */
  resultCents: number | undefined;
}

/** Newest first, like finance. Of split rows the parts count that fit the filter. */
export function byDay(rows: readonly Transaction[], filter: ShareFilter = {}): Day[] {
  const days = new Map<string, Transaction[]>();
  for (const row of rows) {
    const own = days.get(row.date);
    if (own) own.push(row);
    else days.set(row.date, [row]);
  }
  return [...days]
    .map(([date, own]) => ({ date, rows: own, resultCents: resultOf(asShares(own, filter)) }))
    .sort((one, other) => (other.date < one.date ? -1 : 1));
}

export interface OfCategory {
  categoryId: number;
  rows: Transaction[];
  sumCents: number;
}

/** The largest expense first. A split row is in each category of its parts, with what is theirs. */
export function byCategory(rows: readonly Transaction[]): OfCategory[] {
  const groups = new Map<number, OfCategory>();
  for (const row of rows)
    for (const { category_id: categoryId, amount_cents: cents } of row.parts ?? [row]) {
      const group = groups.get(categoryId) ?? { categoryId, rows: [], sumCents: 0 };
      if (group.rows.at(-1) !== row) group.rows.push(row);
      group.sumCents += cents;
      groups.set(categoryId, group);
    }
  return [...groups.values()].sort((one, other) => one.sumCents - other.sumCents || one.categoryId - other.categoryId);
}

/** `1/3` for an instalment; undefined for a single row. */
export const partOf = (row: Transaction) =>
  row.total_installments > 1 ? `${row.installment}/${row.total_installments}` : undefined;
