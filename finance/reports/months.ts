// Reports are of whole months.
import { addDays, firstOfMonth, lastOfMonth } from "../calendar/day.ts";
import { judgeLength, type Period, readYearPeriod } from "../fields/period.ts";
import type { Submitted } from "../fields/record.ts";
import { LenientDay } from "../fields/schemas.ts";

export const StartField = LenientDay("YYYY-MM-DD; the first month is the one of this day. One bound alone means its whole year");
export const EndField = LenientDay("YYYY-MM-DD; the last month is the one of this day, within ten years");

/** The current year unless given. */
export function readMonths(record: Submitted, today: string): Period {
  const { start, end } = readYearPeriod(record, today);
  const months = { start: firstOfMonth(start), end: lastOfMonth(end) };
  judgeLength(record, months);
  return months;
}

/** By their first days. */
export function monthsOf({ start, end }: Period): string[] {
  const months: string[] = [];
  for (let month = start; month <= end; month = addDays(lastOfMonth(month), 1)) months.push(month);
  return months;
}
