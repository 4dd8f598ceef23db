// What a goal needs a month, and whether it is on track. Pure: the day is passed in. docs/figures.md defines the figures.
import { addDays, addMonths, firstOfMonth, lastOfMonth, monthNumber } from "../calendar/day.ts";
import type { StoredGoal } from "../tables/tables.ts";

export const STATUSES = ["on_track", "behind", "reached", "no_date", "paused", "archived"] as const;
export type Status = (typeof STATUSES)[number];

export type GoalPlan = Pick<StoredGoal, "target_cents" | "target_date" | "refills" | "state" | "started_on">;

/** What its moves come to. */
export interface GoalSums {
  reserved_cents: number;
  spent_cents: number;
  /** Reserved less released since the first of this month. */
  moved_cents: number;
}

export function paceOf(goal: GoalPlan, sums: GoalSums, today: string) {
  const { target_cents: target, target_date: date, refills, state } = goal;
  const reserved = state === "archived" ? 0 : sums.reserved_cents;
  const saved = reserved + (refills ? 0 : sums.spent_cents);
  const remaining = Math.max(0, target - saved);
  const isPlanned = state === "active" && date !== null;
  const monthsLeft = isPlanned ? monthsUntil(date, today) : null;
  const beforeMonth = saved - sums.moved_cents;
  const monthly = monthsLeft === null ? null : perMonth(Math.max(0, target - beforeMonth), monthsLeft);
  const behind = isPlanned ? Math.max(0, plannedBy(goal, date, today) - saved) : 0;
  return {
    status: statusOf(goal, remaining, behind),
    reserved_cents: reserved,
    spent_cents: sums.spent_cents,
    saved_cents: saved,
    remaining_cents: remaining,
    months_left: monthsLeft,
    monthly_cents: monthly,
    month_reserved_cents: sums.moved_cents,
    month_missing_cents: monthly === null ? null : Math.min(remaining, Math.max(0, monthly - sums.moved_cents)),
    behind_cents: remaining === 0 ? 0 : behind,
  };
}

export type Pace = ReturnType<typeof paceOf>;

function statusOf({ state, target_date: date }: GoalPlan, remaining: number, behind: number): Status {
  if (state === "archived") return "archived";
  if (remaining === 0) return "reached";
  if (state === "paused") return "paused";
  if (date === null) return "no_date";
  return behind > 0 ? "behind" : "on_track";
}

/** What is reserved on a day has to be there on the next: of a goal for the first of a month, the month before is the last. */
const lastDayOf = (date: string) => addDays(date, -1);

/** This month and that of the last day are both counted; where that is past, only this one. */
function monthsUntil(date: string, today: string): number {
  return Math.max(1, monthNumber(lastDayOf(date)) - monthNumber(today) + 1);
}

/** Rounded up to the cent, so that the last month takes the rest. */
function perMonth(cents: number, months: number): number {
  const raised = cents + months - 1;
  return (raised - (raised % months)) / months;
}

/** What the plan, of equal shares from the month of its start on, asks for by the end of last month. */
function plannedBy({ target_cents: target, started_on: start }: GoalPlan, date: string, today: string): number {
  const months = Math.max(1, monthNumber(lastDayOf(date)) - monthNumber(start) + 1);
  const over = monthNumber(today) - monthNumber(start);
  if (over >= months) return target;
  const product = BigInt(target) * BigInt(Math.max(0, over));
  return Number((product + BigInt(months) - 1n) / BigInt(months));
}

export interface PlannedReserve {
  date: string;
  amount_cents: number;
}

/** What is still to be reserved, this month and in each that follows, on their last days. */
export function plannedReserves(goal: Pick<StoredGoal, "target_date">, pace: Pace, today: string): PlannedReserve[] {
  const { target_date: date } = goal;
  const { months_left: months, month_missing_cents: missing } = pace;
  if (date === null || months === null || missing === null) return [];
  const planned: PlannedReserve[] = [];
  let left = pace.remaining_cents;
  for (let index = 0; index < months && left > 0; index++) {
    const cents = index === 0 ? missing : perMonth(left, months - index);
    const last = lastOfMonth(addMonths(firstOfMonth(today), index));
    const day = index === months - 1 && lastDayOf(date) >= today && lastDayOf(date) < last ? lastDayOf(date) : last;
    if (cents > 0) planned.push({ date: day, amount_cents: cents });
    left -= cents;
  }
  return planned;
}
