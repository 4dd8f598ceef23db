// Reports are of whole months, or of as many as a step has.
import { Type } from "typebox";
import { addDays, addMonths, firstOfMonth, lastOfMonth } from "../calendar/day.ts";
import { checkLength, type Period, readBounds } from "../fields/period.ts";
import { readOneOf } from "../fields/readers.ts";
import type { Submitted } from "../fields/record.ts";
import { LenientDay } from "../fields/schemas.ts";
import { joinProblems, orElse, type WithProblems } from "../fields/with_problems.ts";
import { periodQuery } from "../months/requested_months.ts";
import { daysOfNames, namesOf, type SpaceMonths } from "../months/space_months.ts";

/** The months of a report. */
export interface Span {
  months: SpaceMonths;
  /** Of the calendar months that they are called by: what entries are told apart by. */
  names: Period;
  /** Their own: the same unless the months are those of the space. */
  days: Period;
}

export function spanOf(months: SpaceMonths, names: Period): Span {
  return { months, names, days: daysOfNames(months, names) };
}

/** The current year unless given. One bound alone means its whole year. */
export function readMonths(record: Submitted, today: string, months: SpaceMonths): WithProblems<Span> {
  const {
    value: { start, end },
    problems,
  } = readBounds(record);
  const year = months.of(start ?? end ?? today).slice(0, 4);
  const names = start && end ? namesOf(months, { start, end }) : { start: `${year}-01-01`, end: `${year}-12-31` };
  return { value: spanOf(months, names), problems: joinProblems(problems, checkLength(names)) };
}

/** With `period=space`, the days of some months that follow each other, by their names. */
export function daysShown({ months }: Span, names: readonly string[]): { start_date?: string; end_date?: string } {
  const [first, last] = [names[0], names.at(-1)];
  if (months.sums === "calendar" || first === undefined || last === undefined) return {};
  return { start_date: months.days(first).start, end_date: months.days(last).end };
}

const MONTHS_OF_STEP = { monthly: 1, bimonthly: 2, trimonthly: 3, sixmonthly: 6, yearly: 12 } as const;
export type StepLength = keyof typeof MONTHS_OF_STEP;
const STEP_LENGTHS = Object.keys(MONTHS_OF_STEP) as StepLength[];

/** In the query of every report. */
export const monthsQuery = {
  ...periodQuery,
  start_date: Type.Optional(
    LenientDay("YYYY-MM-DD; the first month is the one of this day. One bound alone means its whole year"),
  ),
  end_date: Type.Optional(LenientDay("YYYY-MM-DD; the last month is the one of this day, within ten years")),
  periodicity: Type.Optional(
    Type.String({ enum: STEP_LENGTHS, description: "How many months each entry of months is of; monthly unless given" }),
  ),
};

/** What its answer repeats of that. */
export const monthsReply = {
  start_date: Type.String({ format: "date" }),
  end_date: Type.String({ format: "date" }),
  periodicity: Type.String({ enum: STEP_LENGTHS }),
};

export function readSteps(record: Submitted): WithProblems<StepLength> {
  return orElse(readOneOf(record, "periodicity", STEP_LENGTHS), "monthly");
}

/** The first day of the step that a month belongs to. A year is cut into whole steps; the first of a period begins where that does. */
export function stepOf(month: string, length: StepLength, { start }: Period): string {
  const before = (Number(month.slice(5, 7)) - 1) % MONTHS_OF_STEP[length];
  const first = before === 0 ? month : addMonths(month, -before);
  return first < start ? start : first;
}

/** The last month of a step, by its name. */
export function lastOfStep(step: string, length: StepLength, { end }: Period): string {
  const first = addMonths(
    `${step.slice(0, 4)}-01-01`,
    MONTHS_OF_STEP[length] * Math.floor((Number(step.slice(5, 7)) - 1) / MONTHS_OF_STEP[length]),
  );
  const last = addMonths(first, MONTHS_OF_STEP[length] - 1);
  return last < end ? last : firstOfMonth(end);
}

/** By their first days. */
export function monthsOf({ start, end }: Period): string[] {
  const months: string[] = [];
  for (let month = start; month <= end; month = addDays(lastOfMonth(month), 1)) months.push(month);
  return months;
}
