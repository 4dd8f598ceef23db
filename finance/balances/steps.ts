// How a period is cut into steps, and where the sums of its days are found.
import { addDays } from "../calendar/day.ts";
import { CALENDAR_MONTHS, type Months } from "../calendar/months.ts";
import type { Period } from "../fields/period.ts";
import { BY_CALENDAR, type SpaceMonths } from "../months/space_months.ts";

export const STEP_LENGTHS = ["daily", "weekly", "monthly"] as const;
export type StepLength = (typeof STEP_LENGTHS)[number];

/** Weeks begin on Mondays. The first and the last step end where the period does. */
export function stepsOf({ start, end }: Period, length: StepLength, months: Months = CALENDAR_MONTHS): Period[] {
  const steps: Period[] = [];
  for (let from = start; from <= end; ) {
    const last = lastOfStep(from, length, months);
    const to = last < end ? last : end;
    steps.push({ start: from, end: to });
    from = addDays(to, 1);
  }
  return steps;
}

function lastOfStep(day: string, length: StepLength, months: Months): string {
  if (length === "daily") return day;
  if (length === "monthly") return months.days(months.of(day)).end;
  return addDays(day, (7 - new Date(day).getUTCDay()) % 7);
}

/** Which days of a period are read row by row, and which months of it are summed already. */
export interface Sources {
  /** By the names of the first and the last. */
  wholeMonths: Period | undefined;
  rows: Period[];
}

/** Where the steps are months, rows are read only of those that the period has a part of. */
export function sourcesOf(period: Period, length: StepLength, months: SpaceMonths = BY_CALENDAR): Sources {
  const { start, end } = period;
  const [first, last] = [months.days(months.of(start)), months.days(months.of(end))];
  const [hasHead, hasTail] = [start !== first.start, end !== last.end];
  const whole = { start: hasHead ? addDays(first.end, 1) : start, end: hasTail ? addDays(last.start, -1) : end };
  if (length !== "monthly" || months.sums === "rows" || whole.start > whole.end)
    return { wholeMonths: undefined, rows: [period] };
  const head = { start, end: first.end };
  const tail = { start: last.start, end };
  const wholeMonths = { start: months.of(whole.start), end: months.of(whole.end) };
  return { wholeMonths, rows: [...(hasHead ? [head] : []), ...(hasTail ? [tail] : [])] };
}
