// Reports are of whole months, or of as many as a step has.
import { Type } from "typebox";
import { addDays, addMonths, firstOfMonth, lastOfMonth } from "../calendar/day.ts";
import { checkLength, type Period, readYearPeriod } from "../fields/period.ts";
import { readOneOf } from "../fields/readers.ts";
import type { Submitted } from "../fields/record.ts";
import { LenientDay } from "../fields/schemas.ts";
import { joinProblems, orElse, type WithProblems } from "../fields/with_problems.ts";

/** The current year unless given. */
export function readMonths(record: Submitted, today: string): WithProblems<Period> {
  const { value, problems } = readYearPeriod(record, today);
  const months = { start: firstOfMonth(value.start), end: lastOfMonth(value.end) };
  return { value: months, problems: joinProblems(problems, checkLength(months)) };
}

const MONTHS_OF_STEP = { monthly: 1, bimonthly: 2, trimonthly: 3, sixmonthly: 6, yearly: 12 } as const;
export type StepLength = keyof typeof MONTHS_OF_STEP;
const STEP_LENGTHS = Object.keys(MONTHS_OF_STEP) as StepLength[];

/** In the query of every report. */
export const monthsQuery = {
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

/** By their first days. */
export function monthsOf({ start, end }: Period): string[] {
  const months: string[] = [];
  for (let month = start; month <= end; month = addDays(lastOfMonth(month), 1)) months.push(month);
  return months;
}
