// Budgets with what the months before pass to them.
import { addMonths } from "../calendar/day.ts";
import type { Period } from "../fields/period.ts";
import type { StoredBudget } from "../tables/tables.ts";
import { type BudgetPeriod, type CarriedPeriod, carryOver } from "./carry.ts";
import { EXPENSE_LIMIT, INCOME_GOAL, totalsOf } from "./totals.ts";

export interface BudgetSums extends StoredBudget {
  /** Signed sums of the month, of the category and those below it. */
  paid_cents: number;
  unpaid_cents: number;
  /** Of months after this day the sums are not the whole truth yet. */
  sums_reach: string;
}

export interface BudgetRow extends BudgetSums, CarriedPeriod {}

/** Those of the period, by month and category. `budgets`: with those of the months before that pass something on. */
export function withCarry(budgets: readonly BudgetSums[], period: Period): BudgetRow[] {
  const chains = [...Map.groupBy(budgets, slotOf).values()];
  return chains
    .flatMap((chain) => carryAlong(chain.toSorted(byMonth)))
    .filter(({ date }) => date >= period.start && date <= period.end)
    .sort(byMonthAndCategory);
}

/** More was spent than what the limit allows with what was carried. What is only planned exceeds nothing, nor does a missing rest alone. */
export function isExceeded(budget: BudgetRow): boolean {
  return budget.activity_type === EXPENSE_LIMIT && totalsOf(budget).total > Math.max(0, budget.availableCents);
}

/** Of one category and type, in the order of their months. */
function carryAlong(chain: readonly BudgetSums[]): BudgetRow[] {
  const periods: (BudgetSums | undefined)[] = chain.flatMap((budget, index) => {
    const before = chain[index - 1];
    return before && addMonths(before.date, 1) !== budget.date ? [undefined, budget] : [budget];
  });
  const results = carryOver(periods.map((budget) => budget && periodOf(budget)));
  return periods.flatMap((budget, index) => (budget ? [{ ...budget, ...(results[index] as CarriedPeriod) }] : []));
}

function periodOf(budget: BudgetSums): BudgetPeriod {
  return {
    isGoal: budget.activity_type === INCOME_GOAL,
    amountCents: budget.amount_cents,
    usedCents: totalsOf(budget).predictedTotal,
    carry: budget.carry,
    capCents: budget.carry_cap_cents,
    isRefill: budget.refill,
  };
}

type Slot = Pick<StoredBudget, "category_id" | "activity_type">;

export const slotOf = ({ category_id: categoryId, activity_type: type }: Slot) => `${categoryId} ${type}`;

const byMonth = (one: StoredBudget, other: StoredBudget) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0);
const byMonthAndCategory = (one: StoredBudget, other: StoredBudget) =>
  byMonth(one, other) || one.category_id - other.category_id || one.activity_type - other.activity_type;
