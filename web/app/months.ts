// The months of the open space. Its rule is stored for the next visit, so that the first screen asks for the right days.
import { signal } from "@preact/signals";
import { currentDay } from "./clock.ts";
import { readSpaceId } from "./data/stored_space.ts";
import { language } from "./language.ts";
import { readLocal, storeLocal } from "./local_storage.ts";
import { monthName, shortDay } from "./rules/day_names.ts";
import { CALENDAR, daysOf, isCalendar, type MonthRule, monthHolding, WEEKENDS } from "./rules/space_months.ts";

const NAME = "cofre-months";

/** One part a line: the space, the day, and what becomes of weekends. */
function readRule(): MonthRule {
  const [space, day, weekend] = readLocal(NAME).split("\n");
  const moved = WEEKENDS.find((each) => each === weekend);
  const startDay = Number(day);
  const isRule = space === readSpaceId() && moved !== undefined && startDay >= 1 && startDay <= 31;
  return isRule ? { startDay, weekend: moved } : CALENDAR;
}

/** Components that use it redraw when it changes. */
const rule = signal(readRule());

export const monthRule = (): MonthRule => rule.value;

/** As finance answers it. */
export interface MonthsReply {
  start_day: number;
  weekend: MonthRule["weekend"];
}

export function noteMonths({ start_day: startDay, weekend }: MonthsReply): void {
  storeLocal(NAME, [readSpaceId(), startDay, weekend].join("\n"));
  const before = rule.peek();
  if (before.startDay !== startDay || before.weekend !== weekend) rule.value = { startDay, weekend };
}

export const monthOfDay = (day: string) => monthHolding(day, rule.value);
export const thisMonth = () => monthOfDay(currentDay());
export const monthDays = (month: string) => daysOf(month, rule.value);

/** The path of a read that follows the months of the space. */
export function bySpace(path: string): string {
  if (isCalendar(rule.value)) return path;
  return `${path}${path.includes("?") ? "&" : "?"}period=space`;
}

/** The days of a month, or of several, in the query of a list. */
export function daysQuery(month: string, until = month): string {
  return `start_date=${monthDays(month).first}&end_date=${monthDays(until).last}`;
}

/** "5/3 – 4/4", where months are not those of the calendar. */
export function daysText(month: string): string | undefined {
  if (isCalendar(rule.value)) return;
  const { first, last } = monthDays(month);
  return `${shortDay(first, language)} – ${shortDay(last, language)}`;
}

/** "março de 2026", and with its days where months are not those of the calendar. */
export function monthTitle(month: string): string {
  const [name, days] = [monthName(month, language), daysText(month)];
  return days === undefined ? name : `${name} (${days})`;
}
