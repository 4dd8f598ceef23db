// Test support: the months of a space in the model, which counts them day by day, and not as the service does.
import { dayAfter, monthEnd, monthStart } from "./days.ts";

export interface MonthRule {
  startDay: number;
  weekend: "same" | "before" | "after";
}

export const CALENDAR: MonthRule = { startDay: 1, weekend: "same" };

export interface SpaceMonth {
  /** The first day of the calendar month by which it is called. */
  name: string;
  start: string;
  end: string;
}

/** The one that holds the day: from the last start up to it to the day before the next. */
export function monthHolding(rule: MonthRule, day: string): SpaceMonth {
  // A start is moved by two days at most, so the one of the next calendar month may be before the day.
  let calendarMonth = dayAfter(monthEnd(day));
  while (startIn(rule, calendarMonth) > day) calendarMonth = monthStart(dayAfter(calendarMonth, -1));
  const next = dayAfter(monthEnd(calendarMonth));
  return {
    name: rule.startDay > 15 ? next : calendarMonth,
    start: startIn(rule, calendarMonth),
    end: dayAfter(startIn(rule, next), -1),
  };
}

/** By its name. */
export function monthNamed(rule: MonthRule, name: string): SpaceMonth {
  let day = `${name.slice(0, 8)}15`;
  while (monthHolding(rule, day).name < name) day = dayAfter(day, 3);
  while (monthHolding(rule, day).name > name) day = dayAfter(day, -3);
  return monthHolding(rule, day);
}

function startIn({ startDay, weekend }: MonthRule, calendarMonth: string): string {
  let day = calendarMonth;
  while (Number(day.slice(8)) < startDay && day < monthEnd(calendarMonth)) day = dayAfter(day);
  const isWeekend = () => [0, 6].includes(new Date(day).getUTCDay());
  while (weekend !== "same" && isWeekend()) day = dayAfter(day, weekend === "before" ? -1 : 1);
  return day;
}
