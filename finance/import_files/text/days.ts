// Days as files write them. The order of day and month is a column's, not a cell's.
import { isDay } from "../../calendar/day.ts";

export type DayOrder = "dmy" | "mdy" | "ymd";

interface Shape {
  first: string;
  second: string;
  /** Empty where only day and month are written. */
  third: string;
}

/** `05/08/2026`, `5.8.26`, `05-08-2026 14:10`, `2026-08-05T10:00`, `20260805`, `05/08`, `8/5'26`. */
function shapeOf(text: string): Shape | undefined {
  if (text.length > 40) return;
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  const parts = compact ?? WHOLE.exec(text) ?? WITHOUT_YEAR.exec(text);
  if (!parts) return;
  return { first: parts[1] ?? "", second: parts[2] ?? "", third: parts[3] ?? "" };
}

const WHOLE = /^(\d{1,4})[/.-]\s?(\d{1,2})[/.'-]\s?(\d{2}|\d{4})(?:[T ,].*)?$/;
/** With a dot it would be an amount. */
const WITHOUT_YEAR = /^(\d{1,2})\/(\d{1,2})$/;

/** The order of a column: as usual in Brazil, unless a number above 12 stands second and none stands first. */
export function dayOrderOf(values: Iterable<string>): DayOrder {
  let first = 0;
  let second = 0;
  for (const value of values) {
    const shape = shapeOf(value.trim());
    if (!shape) continue;
    if (shape.first.length === 4) return "ymd";
    first = Math.max(first, Number(shape.first));
    second = Math.max(second, Number(shape.second));
  }
  return second > 12 && first <= 12 ? "mdy" : "dmy";
}

/** The day, or undefined. A day without a year gets the newest one that is not after `end`. */
export function dayOf(text: string, order: DayOrder, end: string): string | undefined {
  const shape = shapeOf(text.trim());
  if (!shape) return;
  const { first, second, third } = shape;
  if (first.length === 4) return third === "" ? undefined : existing(first, second, third);
  if (order === "ymd" && third.length !== 4) return third === "" ? undefined : existing(`20${first}`, second, third);
  const [day, month] = order === "mdy" ? [second, first] : [first, second];
  if (third !== "") return existing(third.length === 2 ? `20${third}` : third, month, day);
  const year = Number(end.slice(0, 4));
  const years = Array.from({ length: 9 }, (_, back) => existing(String(year - back), month, day));
  return years.find((each) => each !== undefined && each <= end);
}

function existing(year: string, month: string, day: string): string | undefined {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(text) ? text : undefined;
}

/** Whether it is meant as a date, be it one that exists or not. */
export function looksLikeDay(text: string): boolean {
  return shapeOf(text.trim()) !== undefined;
}

/** The first eight digits, as OFX has them. Its time and zone are not applied: they would move late purchases to the day before. */
export function compactDay(text: string): string | undefined {
  const digits = /^\s*(\d{4})-?(\d\d)-?(\d\d)/.exec(text);
  return digits ? existing(digits[1] as string, digits[2] as string, digits[3] as string) : undefined;
}
