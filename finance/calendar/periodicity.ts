// How often something happens, and on which days. Every day is counted from the same anchor, so that the 31st comes back after February.
import { addDays, addMonths, daysBetween, monthNumber } from "./day.ts";

/** How long one step is. */
export const STEPS = {
  daily: { days: 1 },
  weekly: { days: 7 },
  biweekly: { days: 14 },
  monthly: { months: 1 },
  bimonthly: { months: 2 },
  trimonthly: { months: 3 },
  sixmonthly: { months: 6 },
  yearly: { months: 12 },
} as const satisfies Record<string, { days: number } | { months: number }>;

export type Periodicity = keyof typeof STEPS;

export const PERIODICITIES = Object.keys(STEPS) as Periodicity[];

/** The day that many steps after the anchor, or before it. */
export function dayAfter(anchor: string, periodicity: Periodicity, steps: number): string {
  const step = STEPS[periodicity];
  return "days" in step ? addDays(anchor, step.days * steps) : addMonths(anchor, step.months * steps);
}

/** How many steps lead from the anchor to the last day that is not after `through`; negative if even the anchor is after it. */
export function stepsThrough(anchor: string, periodicity: Periodicity, through: string): number {
  const step = STEPS[periodicity];
  if ("days" in step) return Math.floor(daysBetween(anchor, through) / step.days);
  const steps = Math.floor((monthNumber(through) - monthNumber(anchor)) / step.months);
  return dayAfter(anchor, periodicity, steps) <= through ? steps : steps - 1;
}
