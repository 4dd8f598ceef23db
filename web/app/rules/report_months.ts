// The months of reports: when the space began, which are over, and averages of those only.
import type { Flow } from "./flows.ts";

/** How many months back the beginning is looked for: as many as one request may cover. */
export const MONTHS_BACK = 119;

/** The first month with income or expenses, at the latest this one; undefined if it may be before those given. */
export function beginningOf(months: readonly (Flow & { date: string })[], thisMonth: string): string | undefined {
  const first = months.findIndex((month) =>
    [month.predicted_earnings_cents, month.predicted_expenses_cents, month.predicted_credit_cards_cents].some(
      (cents) => cents !== 0,
    ),
  );
  if (first === 0) return undefined;
  const month = months[first]?.date.slice(0, 7) ?? thisMonth;
  return month < thisMonth ? month : thisMonth;
}

/** Without months before the beginning. */
export const sinceBeginning = (months: readonly string[], beginning: string | undefined) =>
  months.filter((month) => beginning === undefined || month >= beginning);

/** Indexes of the months that are over. */
export const overMonths = (months: readonly string[], thisMonth: string) =>
  months.flatMap((month, index) => (month < thisMonth ? [index] : []));

/** The mean of the months that are over; undefined if none is. */
export function meanOfOver(cents: readonly number[], months: readonly string[], thisMonth: string): number | undefined {
  const over = overMonths(months, thisMonth);
  return over.length === 0 ? undefined : Math.round(over.reduce((sum, index) => sum + (cents[index] ?? 0), 0) / over.length);
}

/** The order for narrow screens: this month and back from it, then those to come. */
export const thisMonthFirst = (months: readonly string[], thisMonth: string) => [
  ...months.filter((month) => month <= thisMonth).reverse(),
  ...months.filter((month) => month > thisMonth),
];

/** Per cent of the colour of an average month, and of one of twice as much or more. */
const AVERAGE_SHADE = 14;
const MOST_SHADE = 34;

/** How strongly an amount is coloured, in per cent, against the mean of its own category. */
export function shadeOf(cents: number, mean: number | undefined): number {
  if (mean === undefined || mean <= 0 || cents <= 0) return 0;
  const ratio = Math.min(2, cents / mean);
  return Math.round(ratio <= 1 ? AVERAGE_SHADE * ratio : AVERAGE_SHADE + (MOST_SHADE - AVERAGE_SHADE) * (ratio - 1));
}
