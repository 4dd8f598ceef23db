// Days as the text YYYY-MM-DD, which sorts and compares as it reads. A day has no time and no zone.

export const FIRST_DAY = "1900-01-01";
export const LAST_DAY = "2199-12-31";

/** A day that exists, within the years that are kept. */
export function isDay(value: unknown): value is string {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value) || value < FIRST_DAY || value > LAST_DAY) return false;
  return Number(value.slice(8)) >= 1 && value <= lastOfMonth(value);
}

/** The day that it is in the zone. */
export function dayIn(timeZone: string, now: Date): string {
  const zone = zones.get(timeZone) ?? openZone(timeZone);
  const quarter = Math.floor(now.getTime() / QUARTER_MS);
  if (quarter !== zone.quarter) Object.assign(zone, { quarter, day: zone.format.format(now) });
  return zone.day;
}

/** No day of any zone begins within a quarter of an hour. */
const QUARTER_MS = 15 * 60_000;

interface Zone {
  /** Making one costs more than a request does, and using it as much as the rest of reading one. */
  format: Intl.DateTimeFormat;
  /** When it was last asked for, and the day that it was. */
  quarter: number;
  day: string;
}

/** There are only as many as there are zones. */
const zones = new Map<string, Zone>();

function openZone(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const zone = { format, quarter: Number.NaN, day: "" };
  zones.set(timeZone, zone);
  return zone;
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** Empty for a month that does not exist, so that no day compares as being before it. */
export function lastOfMonth(day: string): string {
  const month = Number(day.slice(5, 7));
  if (month < 1 || month > 12) return "";
  return `${day.slice(0, 7)}-${new Date(Date.UTC(Number(day.slice(0, 4)), month, 0)).getUTCDate()}`;
}

/** Its month, counted from that of the year 0. */
export function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

/** The same day some months on, or the last one of a month that is too short. */
export function addMonths(day: string, months: number): string {
  const number = monthNumber(day) + months;
  const month = `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, "0")}`;
  const last = lastOfMonth(month);
  return day.slice(8) < last.slice(8) ? `${month}${day.slice(7)}` : last;
}

const DAY_MS = 86_400_000;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Negative where the second is before the first. */
export function daysBetween(first: string, second: string): number {
  return (Date.parse(second) - Date.parse(first)) / DAY_MS;
}
