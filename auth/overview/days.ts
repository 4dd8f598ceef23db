// The last days as somebody's calendar has them: where each begins. Clocks that are put forward or back make days of 23 or 25 hours.

const DAY_MS = 86_400_000;

export interface CalendarDay {
  /** YYYY-MM-DD. */
  date: string;
  start: Date;
}

/** Undefined where nobody has heard of the time zone. */
export function lastDays(timeZone: string, count: number, now: Date): CalendarDay[] | undefined {
  const format = formatOf(timeZone);
  if (!format) return undefined;
  const today = Date.parse(`${wallClock(format, now).slice(0, 10)}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) => {
    const midnight = today - (count - 1 - index) * DAY_MS;
    return { date: new Date(midnight).toISOString().slice(0, 10), start: momentOf(format, midnight) };
  });
}

/** The moment at which clocks there show this, given as if they were in UTC. */
function momentOf(format: Intl.DateTimeFormat, shown: number): Date {
  // Twice, because the offset may change between the guess and the moment.
  const first = shown - offsetAt(format, shown);
  return new Date(shown - offsetAt(format, first));
}

const offsetAt = (format: Intl.DateTimeFormat, at: number) =>
  Date.parse(`${wallClock(format, new Date(at))}Z`) - Math.floor(at / 1000) * 1000;

/** Swedish writes 2026-01-31 12:00:00. */
const wallClock = (format: Intl.DateTimeFormat, at: Date) => format.format(at).replace(" ", "T");

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  } catch {
    return undefined;
  }
}
