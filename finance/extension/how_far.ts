// How far ahead fixed series have their rows: two years always, ten when somebody looks.
import { addMonths, LAST_DAY, lastOfMonth } from "../calendar/day.ts";

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

function monthEnd(today: string, months: number): string {
  const end = lastOfMonth(addMonths(today, months));
  return end < LAST_DAY ? end : LAST_DAY;
}
