// Goals: what money is set aside for, as the screens show it. docs/figures.md defines the figures.

export type GoalStatus = "on_track" | "behind" | "reached" | "no_date" | "paused" | "archived";

export interface Goal {
  id: number;
  name: string;
  target_cents: number;
  target_date: string | null;
  icon: string | null;
  refills: boolean;
  state: "active" | "paused" | "archived";
  status: GoalStatus;
  reserved_cents: number;
  spent_cents: number;
  saved_cents: number;
  remaining_cents: number;
  monthly_cents: number | null;
  month_reserved_cents: number;
  month_missing_cents: number | null;
  behind_cents: number;
  earmarks: { account_id: number; reserved_cents: number }[];
}

export interface GoalMove {
  id: number;
  account_id: number;
  amount_cents: number;
  counted_cents: number;
  date: string;
  transaction_id: number | null;
  description: string | null;
}

export interface GoalWithMoves extends Goal {
  moves: GoalMove[];
  has_more_moves: boolean;
}

/** An account after an act, and whether more is reserved on it than is there. */
export interface GoalActed extends Goal {
  warnings: string[];
}

/** Parts of the bar in per cent: what purchases took, and what is reserved. */
export function goalShares({ target_cents: target, reserved_cents: reserved, saved_cents: saved }: Goal) {
  const percent = (cents: number) => Math.min(100, Math.round((1000 * cents) / Math.max(1, target)) / 10);
  return { spent: percent(saved - reserved), saved: percent(saved) };
}

export interface GoalSums {
  reservedCents: number;
  /** What is needed this month by all, and what of it is still missing. */
  monthCents: number;
  missingCents: number;
}

/** Of goals that are not archived. */
export function goalSums(goals: readonly Goal[]): GoalSums {
  const sum = (cents: (goal: Goal) => number) => goals.reduce((total, goal) => total + cents(goal), 0);
  const missing = (goal: Goal) => goal.month_missing_cents ?? 0;
  return {
    reservedCents: sum((goal) => goal.reserved_cents),
    monthCents: sum((goal) => (goal.monthly_cents === null ? 0 : Math.max(0, goal.month_reserved_cents) + missing(goal))),
    missingCents: sum(missing),
  };
}

/** What `Reserve` offers: what this month needs, else what the target needs. */
export function suggestedReserve({ month_missing_cents: month, remaining_cents: remaining }: Goal): number {
  return month || remaining;
}

export type MoveKind = "reserve" | "release" | "spend" | "gone";

export function moveKindOf({ amount_cents: cents, transaction_id: purchase, description }: GoalMove): MoveKind {
  if (purchase !== null) return description === null ? "gone" : "spend";
  return cents >= 0 ? "reserve" : "release";
}
