// A month as weeks.
import { addDays, daysBetween } from "./days.ts";
import { CALENDAR, daysOf, type MonthRule } from "./space_months.ts";

/** Weeks from Sunday to Saturday; days of other months are undefined. */
export function weeksOf(month: string, rule: MonthRule = CALENDAR): (string | undefined)[][] {
  const { first, last } = daysOf(month, rule);
  const before = new Date(`${first}T00:00:00Z`).getUTCDay();
  const count = daysBetween(first, last) + 1;
  const weeks = Math.ceil((before + count) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => {
      const index = week * 7 + day - before;
      return index < 0 || index >= count ? undefined : addDays(first, index);
    }),
  );
}
