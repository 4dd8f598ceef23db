// What a category has cost or earned in the last months, as amounts for its budget.
import { EXPENSE_LIMIT, INCOME_GOAL } from "./totals.ts";

export const METHODS = ["average", "median"] as const;
export type Method = (typeof METHODS)[number];

export interface Suggestion {
  category_id: number;
  activity_type: number;
  /** By the method that is chosen. */
  amount_cents: number;
  average_cents: number;
  median_cents: number;
  /** What it is computed from, the oldest first. */
  months: { date: string; total: number }[];
}

interface Facts {
  categories: readonly { id: number; parent_id: number | null; kind: string; archived: boolean }[];
  /** Sums of each category by itself: signed, and realised. */
  sums: readonly { category_id: number; month: string; paid_cents: number }[];
  /** Those that count, the oldest first. */
  months: readonly string[];
  method: Method;
}

/** A category includes those below it. Without any amount there is nothing to suggest. */
export function suggestBudgets({ categories, sums, months, method }: Facts): Suggestion[] {
  const parentOf = new Map(categories.map(({ id, parent_id: parent }) => [id, parent]));
  const bySlot = new Map<string, number>();
  for (const { category_id: id, month, paid_cents: cents } of sums) {
    for (const each of [id, parentOf.get(id) ?? undefined])
      if (each !== undefined) bySlot.set(`${each} ${month}`, (bySlot.get(`${each} ${month}`) ?? 0) + cents);
  }
  return categories
    .filter(({ archived, kind }) => !archived && kind !== "none")
    .map(({ id, kind }) => {
      const type = kind === "earnings" ? INCOME_GOAL : EXPENSE_LIMIT;
      const direction = type === EXPENSE_LIMIT ? -1 : 1;
      const totals = months.map((date) => ({ date, total: Math.max(0, direction * (bySlot.get(`${id} ${date}`) ?? 0)) }));
      const cents = totals.map(({ total }) => total);
      const amounts = { average: averageOf(cents), median: medianOf(cents) };
      return {
        category_id: id,
        activity_type: type,
        amount_cents: amounts[method],
        average_cents: amounts.average,
        median_cents: amounts.median,
        months: totals,
      };
    })
    .filter(({ months: totals }) => totals.some(({ total }) => total > 0))
    .sort((one, other) => one.category_id - other.category_id);
}

/** Halves up, to the cent. */
export function averageOf(cents: readonly number[]): number {
  const sum = cents.reduce((all, each) => all + BigInt(each), 0n);
  const count = BigInt(Math.max(1, cents.length));
  return Number((2n * sum + count) / (2n * count));
}

/** Of an even number of months the average of the two in the middle. */
export function medianOf(cents: readonly number[]): number {
  const sorted = cents.toSorted((one, other) => one - other);
  const half = sorted.length / 2;
  return averageOf(sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1));
}
