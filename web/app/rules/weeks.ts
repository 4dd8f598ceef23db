// A month as weeks.
import { addDays, lastDayOf } from "./days.ts";

/** Weeks from Sunday to Saturday; days of other months are undefined. */
export function weeksOf(month: string): (string | undefined)[][] {
  const first = `${month}-01`;
  const before = new Date(`${first}T00:00:00Z`).getUTCDay();
  const count = Number(lastDayOf(month).slice(8));
  const weeks = Math.ceil((before + count) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => {
      const index = week * 7 + day - before;
      return index < 0 || index >= count ? undefined : addDays(first, index);
    }),
  );
}
