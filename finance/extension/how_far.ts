// How far ahead fixed series have their rows: two years always, ten when somebody looks, in steps that do not take long.
import { addDays, addMonths, daysBetween, LAST_DAY, lastOfMonth } from "../calendar/day.ts";
import { countMissing } from "../series/occurrences.ts";
import type { StoredSeries } from "../tables/tables.ts";

const MONTHS_AHEAD = 24;
const MOST_MONTHS_AHEAD = 120;

/** Kept by the nightly job. */
export function usualEnd(today: string): string {
  return monthEnd(today, MONTHS_AHEAD);
}

/** Nobody is shown more, however far they ask. */
export function farthestEnd(today: string): string {
  return monthEnd(today, MOST_MONTHS_AHEAD);
}

/** Made within a second or so. */
export const MOST_ROWS_A_STEP = 4_000;

/** The last day up to which series get their rows in one step. At least a day more than before, so that steps come to an end. */
export function reachOfAStep(open: readonly StoredSeries[], extendedThrough: string, through: string): string {
  const isTooMuch = (days: number) => {
    const day = addDays(extendedThrough, days);
    return open.reduce((count, series) => count + countMissing(series, day), 0) > MOST_ROWS_A_STEP;
  };
  // Between these two, halved until they meet: more days never mean fewer rows.
  let [least, most] = [1, daysBetween(extendedThrough, through)];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (isTooMuch(middle)) most = middle - 1;
    else least = middle;
  }
  return addDays(extendedThrough, least);
}

function monthEnd(today: string, months: number): string {
  const end = lastOfMonth(addMonths(today, months));
  return end < LAST_DAY ? end : LAST_DAY;
}
