// What one period of a budget passes to the next. Pure, and without a calendar: a period may be a month of the calendar or of the space.

/** What of its rest a budget passes on: nothing, what is left, or also what is missing. */
export type Carry = "none" | "surplus" | "both";

/** A longer chain begins at its latest periods. */
export const MOST_CARRIED_MONTHS = 120;

export interface BudgetPeriod {
  /** Of a limit the rest is what is left to spend, of a goal what is still to earn. */
  isGoal: boolean;
  amountCents: number;
  /** Spent of a limit, earned for a goal, with what is predicted; never negative. */
  usedCents: number;
  carry: Carry;
  /** So much of a surplus is passed on at most; null: all of it. */
  capCents: number | null;
  /** A limit is filled up to its amount: what came from the period before is part of it. */
  isRefill: boolean;
}

export interface CarriedPeriod {
  /** What the period before adds: negative takes from the amount. */
  carriedCents: number;
  /** What the period itself adds: its amount, or less where it is filled up. */
  addedCents: number;
  /** Both: what may be spent, or is to be earned. */
  availableCents: number;
  /** Negative: more was spent, or earned. */
  leftCents: number;
  /** What the next period gets of it. */
  passedCents: number;
}

/** Consecutive periods. One without a budget passes nothing on, and so does the one before the first. */
export function carryOver(periods: readonly (BudgetPeriod | undefined)[]): (CarriedPeriod | undefined)[] {
  let carriedCents = 0;
  return periods.map((period) => {
    const result = period && periodAfter(period, carriedCents);
    carriedCents = result?.passedCents ?? 0;
    return result;
  });
}

function periodAfter(period: BudgetPeriod, carriedCents: number): CarriedPeriod {
  const addedCents = period.isRefill && !period.isGoal ? Math.max(0, period.amountCents - carriedCents) : period.amountCents;
  const availableCents = carriedCents + addedCents;
  const leftCents = availableCents - period.usedCents;
  return { carriedCents, addedCents, availableCents, leftCents, passedCents: passedOn(leftCents, period) };
}

/** Of a goal the surplus is what was earned beyond it, and lowers the next one. */
function passedOn(leftCents: number, { isGoal, carry, capCents }: BudgetPeriod): number {
  const surplusCents = isGoal ? 0 - leftCents : leftCents;
  if (carry === "none" || (carry === "surplus" && surplusCents <= 0)) return 0;
  const passedCents = Math.min(surplusCents, capCents ?? surplusCents);
  return isGoal ? 0 - passedCents : passedCents;
}
