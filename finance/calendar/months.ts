// The months of a space, which may begin on any day. A month is called by the first day of a calendar month, `2026-03-01`: March. The rule
// holds for all time, so that one that is chosen later applies to the past as well.
import { addDays, addMonths, daysBetween, firstOfMonth, lastOfMonth } from "./day.ts";

/** What becomes of a start on a Saturday or Sunday: it stays, or it is the Friday before or the Monday after. */
export const WEEKENDS = ["same", "before", "after"] as const;
export type Weekend = (typeof WEEKENDS)[number];

export interface MonthRule {
  /** Of a calendar month; the last day of one that is shorter. */
  startDay: number;
  weekend: Weekend;
}

interface Days {
  start: string;
  end: string;
}

export interface Months {
  rule: MonthRule;
  /** The name of the month that holds a day. */
  of(day: string): string;
  /** Its first and last day. */
  days(month: string): Days;
}

/** A month that begins up to this day has the name of the calendar month in which it begins, a later one of that in which it ends. */
const LAST_OF_OWN_NAME = 15;

export function monthsOf(rule: MonthRule): Months {
  if (isPlain(rule)) return CALENDAR_MONTHS;
  const lag = rule.startDay > LAST_OF_OWN_NAME ? -1 : 0;
  const startOf = (month: string) => movedStart(lag === 0 ? month : addMonths(month, lag), rule);
  const days = (month: string) => ({ start: startOf(month), end: addDays(startOf(addMonths(month, 1)), -1) });
  return {
    rule,
    days,
    of: (day) => {
      // A weekend moves a start by two days at most, so the month is one of three.
      let month = addMonths(firstOfMonth(day), 1);
      while (day < startOf(month)) month = addMonths(month, -1);
      return month;
    },
  };
}

/** Those of the calendar. */
export const CALENDAR_MONTHS: Months = {
  rule: { startDay: 1, weekend: "same" },
  of: firstOfMonth,
  days: (month) => ({ start: month, end: lastOfMonth(month) }),
};

export function isPlain({ startDay, weekend }: MonthRule): boolean {
  return startDay === 1 && weekend === "same";
}

/** The start in a calendar month. */
function movedStart(month: string, { startDay, weekend }: MonthRule): string {
  const last = lastOfMonth(month);
  const nominal = `${month.slice(0, 8)}${String(startDay).padStart(2, "0")}`;
  const day = nominal < last ? nominal : last;
  if (weekend === "same") return day;
  const [saturday, sunday] = weekend === "before" ? [-1, -2] : [2, 1];
  const weekday = new Date(day).getUTCDay();
  return weekday === 6 ? addDays(day, saturday) : weekday === 0 ? addDays(day, sunday) : day;
}

/** The day of another month that is as far into it, or its last. */
export function sameDayOf(months: Months, day: string, month: string): string {
  const { start, end } = months.days(month);
  const same = addDays(start, daysBetween(months.days(months.of(day)).start, day));
  return same < end ? same : end;
}
