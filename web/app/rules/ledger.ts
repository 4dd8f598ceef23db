// What a list of rows comes to: by day, in and out.
import { plainText } from "./plain_text.ts";
import type { Transaction } from "./records.ts";

export interface Day {
  date: string;
  rows: Transaction[];
  sumCents: number;
}

/** Newest first, as finance lists them. */
export function byDay(rows: readonly Transaction[]): Day[] {
  const days = new Map<string, Day>();
  for (const row of rows) {
    const day = days.get(row.date) ?? { date: row.date, rows: [], sumCents: 0 };
    day.rows.push(row);
    day.sumCents += row.amount_cents;
    days.set(row.date, day);
  }
  return [...days.values()].sort((one, other) => (other.date < one.date ? -1 : 1));
}

export interface OfCategory {
  categoryId: number;
  rows: Transaction[];
  sumCents: number;
}

/** The one that was spent most on first. */
export function byCategory(rows: readonly Transaction[]): OfCategory[] {
  const groups = new Map<number, OfCategory>();
  for (const row of rows) {
    const group = groups.get(row.category_id) ?? { categoryId: row.category_id, rows: [], sumCents: 0 };
    group.rows.push(row);
    group.sumCents += row.amount_cents;
    groups.set(row.category_id, group);
  }
  return [...groups.values()].sort((one, other) => one.sumCents - other.sumCents || one.categoryId - other.categoryId);
}

export interface Totals {
  inCents: number;
  outCents: number;
  /** Of both together: what has happened, and what all of it comes to. */
  paidCents: number;
  allCents: number;
}

/** Transfers and payments of invoices only move money: they are neither income nor expense. */
export function totalsOf(rows: readonly Transaction[]): Totals {
  const totals = { inCents: 0, outCents: 0, paidCents: 0, allCents: 0 };
  for (const row of rows) {
    if (isNeutral(row)) continue;
    if (row.amount_cents > 0) totals.inCents += row.amount_cents;
    else totals.outCents += row.amount_cents;
    totals.allCents += row.amount_cents;
    if (row.paid) totals.paidCents += row.amount_cents;
  }
  return totals;
}

export const isNeutral = (row: Transaction) => row.oposite_transaction_id !== null || row.paid_credit_card_id !== null;

export interface Filter {
  text?: string | undefined;
  /** `account:3`, `card:7` */
  place?: string | undefined;
  /** Any of these; undefined: all. */
  categories?: ReadonlySet<number> | undefined;
}

export function matching(rows: readonly Transaction[], { text, place, categories }: Filter): Transaction[] {
  const words = plainText(text ?? "")
    .split(/\s+/)
    .filter(Boolean);
  return rows.filter(
    (row) =>
      words.every((word) => plainText(`${row.description} ${row.tags.map(({ name }) => name).join(" ")}`).includes(word)) &&
      (!place || place === placeOf(row)) &&
      (!categories || categories.has(row.category_id)),
  );
}

export const placeOf = (row: Pick<Transaction, "account_id" | "credit_card_id">) =>
  row.credit_card_id === null ? `account:${row.account_id}` : `card:${row.credit_card_id}`;

/** `1/3` of a purchase in parts; undefined for what stands alone. */
export const partOf = (row: Transaction) =>
  row.total_installments > 1 ? `${row.installment}/${row.total_installments}` : undefined;
