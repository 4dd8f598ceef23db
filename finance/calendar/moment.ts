// Moments in answers: on the clock of the space and with its offset, in whole seconds, as clients of the original service know them.

/** `2026-01-31T09:00:00-03:00` */
export function momentText(moment: Date, timeZone: string): string {
  const minutes = offsetMinutes(moment, timeZone);
  return new Date(moment.getTime() + minutes * 60_000).toISOString().slice(0, 19) + offsetText(minutes);
}

/**
 * The same for a time in the database's UTC format: `2026-01-31 12:00:00.5+00`. It shifts only the hour where offsets are whole
 * hours, because a Date for each would take a third of a list's time.
 */
export function storedMomentText(text: string, timeZone: string): string {
  if (timeZone !== last.timeZone || !text.startsWith(last.stored)) {
    const stored = text.slice(0, 13);
    last = { timeZone, stored, hour: hourIn(timeZone, stored) };
  }
  const { hour } = last;
  return hour ? hour.start + text.slice(13, 19) + hour.offset : momentText(new Date(text), timeZone);
}

/** What was made together is listed together: most moments are of the same hour as the one before. */
let last: { timeZone: string; stored: string; hour: Hour | false } = { timeZone: "", stored: "", hour: false };

interface Hour {
  /** Down to the hour. */
  start: string;
  offset: string;
}

/** False for an hour whose minutes are others there, or that a change of the clock cuts in two. */
const hours = new Map<string, Map<string, Hour | false>>();
const MOST_HOURS = 10_000;

function hourIn(timeZone: string, hour: string): Hour | false {
  const cache = hours.get(timeZone) ?? new Map<string, Hour | false>();
  const cached = cache.get(hour);
  if (cached !== undefined) return cached;
  if (cache.size >= MOST_HOURS) cache.clear();
  const read = readHour(timeZone, new Date(`${hour}:00:00Z`));
  hours.set(timeZone, cache.set(hour, read));
  return read;
}

function readHour(timeZone: string, start: Date): Hour | false {
  const minutes = offsetMinutes(start, timeZone);
  const isCut = offsetMinutes(new Date(start.getTime() + 59 * 60_000), timeZone) !== minutes;
  return !isCut && minutes % 60 === 0 && { start: momentText(start, timeZone).slice(0, 13), offset: offsetText(minutes) };
}

function offsetMinutes(moment: Date, timeZone: string): number {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  formats.set(timeZone, format);
  // It ends in GMT-03:00, or in GMT where there is no offset.
  const [, sign, ofHours, ofMinutes] = /([+-])(\d\d):(\d\d)/.exec(format.format(moment)) ?? [];
  const minutes = Number(ofHours ?? 0) * 60 + Number(ofMinutes ?? 0);
  return sign === "-" ? -minutes : minutes;
}

/** Making one costs more than a request does; there are only as many as there are zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function offsetText(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The moment of a change: now, or just after the last one where the clock has not moved on. `last`: as the database writes it, or ISO. */
export function laterMoment(now: Date, last: string): string {
  const lastMs = Date.parse(last.replace(" ", "T").replace(/\+00$/, "Z"));
  return new Date(Math.max(now.getTime(), lastMs + 1)).toISOString();
}
