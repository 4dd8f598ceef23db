// How often something happens, and on which days. Every day is counted from the same anchor, so that the 31st comes back after February.
import { Temporal } from "temporal-polyfill";

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
  if (steps === 0) return anchor;
  const step: { days?: number; months?: number } = STEPS[periodicity];
  const { days = 0, months = 0 } = step;
  return Temporal.PlainDate.from(anchor)
    .add({ days: days * steps, months: months * steps })
    .toString();
}

/** How many steps lead from the anchor to the last day that is not after `through`; negative if even the anchor is after it. */
export function stepsThrough(anchor: string, periodicity: Periodicity, through: string): number {
  const step: { days?: number; months?: number } = STEPS[periodicity];
  const from = Temporal.PlainDate.from(anchor);
  const to = Temporal.PlainDate.from(through);
  if (step.days) return Math.floor(from.until(to, { largestUnit: "days" }).days / step.days);
  const months = (to.year - from.year) * 12 + to.month - from.month;
  const steps = Math.floor(months / (step.months as number));
  return dayAfter(anchor, periodicity, steps) <= through ? steps : steps - 1;
}
