// How a period is cut into steps, and where the sums of its days are found.
import { addDays, firstOfMonth, lastOfMonth } from "../calendar/day.ts";
import type { Period } from "../fields/period.ts";

export const STEP_LENGTHS = ["daily", "weekly", "monthly"] as const;
export type StepLength = (typeof STEP_LENGTHS)[number];

/** Weeks begin on Mondays. The first and the last step end where the period does. */
export function stepsOf({ start, end }: Period, length: StepLength): Period[] {
  const steps: Period[] = [];
  for (let from = start; from <= end; ) {
    const last = lastOfStep(from, length);
    const to = last < end ? last : end;
    steps.push({ start: from, end: to });
    from = addDays(to, 1);
  }
  return steps;
}

function lastOfStep(day: string, length: StepLength): string {
  if (length === "daily") return day;
  if (length === "monthly") return lastOfMonth(day);
  return addDays(day, (7 - new Date(day).getUTCDay()) % 7);
}

/** Which days of a period are read row by row, and which months of it are summed already. */
export interface Sources {
  /** By their first and last day. */
  wholeMonths: Period | undefined;
  rows: Period[];
}

/** Where the steps are months, rows are read only of those that the period has a part of. */
export function sourcesOf(period: Period, length: StepLength): Sources {
  const { start, end } = period;
  const hasHead = start !== firstOfMonth(start);
  const hasTail = end !== lastOfMonth(end);
  const wholeMonths = {
    start: hasHead ? addDays(lastOfMonth(start), 1) : start,
    end: hasTail ? addDays(firstOfMonth(end), -1) : end,
  };
  if (length !== "monthly" || wholeMonths.start > wholeMonths.end) return { wholeMonths: undefined, rows: [period] };
  const head = { start, end: lastOfMonth(start) };
  const tail = { start: firstOfMonth(end), end };
  return { wholeMonths, rows: [...(hasHead ? [head] : []), ...(hasTail ? [tail] : [])] };
}
