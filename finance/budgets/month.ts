// Months, which clients name by a year and a number, in paths, query strings and bodies.
import { firstOfMonth, lastOfMonth } from "../calendar/day.ts";
import { fail } from "../errors.ts";
import type { Period } from "../fields/period.ts";
import { readInteger } from "../fields/readers.ts";
import { isPresent, type Submitted } from "../fields/record.ts";
import { ABSENT, readAll, type WithProblems } from "../fields/with_problems.ts";

const YEARS = { least: 1900, most: 2199 };
const MONTHS = { least: 1, most: 12 };

export function firstOf(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, "0")}-01`;
}

export function wholeYear(year: number): Period {
  return { start: firstOf(year, 1), end: `${year}-12-31` };
}

export function wholeMonth(day: string): Period {
  return { start: firstOfMonth(day), end: lastOfMonth(day) };
}

/** A year or a month that cannot be is answered like a record that is not there. The month may have a leading zero. */
export function readPathPeriod(year: string, month?: string): Period {
  const inPath = (text: string, shape: RegExp, { least, most }: { least: number; most: number }) => {
    const value = shape.test(text) ? Number(text) : 0;
    if (value < least || value > most) throw fail.recordUnknown();
    return value;
  };
  const ofYear = inPath(year, /^\d{4}$/, YEARS);
  return month === undefined ? wholeYear(ofYear) : wholeMonth(firstOf(ofYear, inPath(month, /^\d{1,2}$/, MONTHS)));
}

/** A year alone is all of it, a month alone is one of this year; without either it is this month. By the names of months. */
export function readQueryPeriod(record: Submitted, thisMonth: string): WithProblems<Period> {
  const isFilled = (name: string) => (record.fields.get(name)?.value ?? "") !== "";
  const { value, problems } = readAll({
    year: isFilled("year") ? readInteger(record, "year", YEARS) : ABSENT,
    month: isFilled("month") ? readInteger(record, "month", MONTHS) : ABSENT,
  });
  return { value: queryPeriod(value, thisMonth), problems };
}

function queryPeriod({ year, month }: { year: number | undefined; month: number | undefined }, today: string): Period {
  if (month !== undefined) return wholeMonth(firstOf(year ?? Number(today.slice(0, 4)), month));
  return year === undefined ? wholeMonth(today) : wholeYear(year);
}

/** The first day of the month that two fields name. One without the other names none: a guess could write to the wrong month. */
export function readMonth(record: Submitted, yearName: string, monthName: string): WithProblems<string | undefined> {
  const { value, problems } = readAll({
    year: readInteger(record, yearName, YEARS),
    month: readInteger(record, monthName, MONTHS),
  });
  const { year, month } = value;
  const [missing, other] = [yearName, monthName].filter((name) => !isPresent(record, name));
  return {
    value: year === undefined || month === undefined ? undefined : firstOf(year, month),
    problems: missing && !other ? [...problems, [missing, { kind: "required" }]] : problems,
  };
}
