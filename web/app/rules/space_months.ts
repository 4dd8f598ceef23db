// The months of a space, which may begin on any day. Finance has the same rule, and a test compares both.
import { addDays, addMonths, daysBetween, lastDayOf, pad } from "./days.ts";

export const WEEKENDS = ["same", "before", "after"] as const;
export type Weekend = (typeof WEEKENDS)[number];

export interface MonthRule {
  /** From 1 to 31; of a shorter calendar month its last day. */
  startDay: number;
  /** Where the start is a Saturday or Sunday: that day, the Friday before, or the Monday after. */
  weekend: Weekend;
}

export const CALENDAR: MonthRule = { startDay: 1, weekend: "same" };

export const isCalendar = ({ startDay, weekend }: MonthRule) => startDay === 1 && weekend === "same";

/** A month that begins up to this day has the name of the calendar month in which it begins, a later one of that in which it ends. */
const LAST_OF_OWN_NAME = 15;

/** The first and the last day of a month, `2026-03`. */
export function daysOf(month: string, rule: MonthRule): { first: string; last: string } {
  return { first: startOf(month, rule), last: addDays(startOf(addMonths(month, 1), rule), -1) };
}

/** The month that holds a day. */
export function monthHolding(day: string, rule: MonthRule): string {
  let month = addMonths(day.slice(0, 7), 1);
  while (day < startOf(month, rule)) month = addMonths(month, -1);
  return month;
}

function startOf(name: string, { startDay, weekend }: MonthRule): string {
  const month = startDay > LAST_OF_OWN_NAME ? addMonths(name, -1) : name;
  const last = lastDayOf(month);
  const day = `${month}-${pad(startDay)}` < last ? `${month}-${pad(startDay)}` : last;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekend === "same" || (weekday !== 0 && weekday !== 6)) return day;
  if (weekend === "before") return addDays(day, weekday === 6 ? -1 : -2);
  return addDays(day, weekday === 6 ? 2 : 1);
}

/** How much of the month has passed at the end of a day, from 0 to 1; undefined if the day is in another month. */
export function passedPart(month: string, day: string, rule: MonthRule): number | undefined {
  const { first, last } = daysOf(month, rule);
  if (day < first || day > last) return;
  return (daysBetween(first, day) + 1) / (daysBetween(first, last) + 1);
}
