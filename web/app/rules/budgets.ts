// Budgets: how far they are used up, beside how far the month has gone; and what would be a fair one.
import { addMonths, lastDayOf } from "./days.ts";
import type { Budget, Category } from "./records.ts";

export interface BudgetProgress {
  /** In per cent of the bar, which ends at the limit or at what is predicted, whichever is more. */
  spent: number;
  predicted: number;
  limit: number;
  /** Where today is in the month; undefined where it is another month. */
  elapsed: number | undefined;
  /** Below zero: so much too much, or still missing of a goal. */
  leftCents: number;
  isBroken: boolean;
}

export function progressOf(budget: Budget, today: string): BudgetProgress {
  const { amount_cents: amount, total, predicted_total: predicted } = budget;
  const whole = Math.max(amount, predicted, total, 1);
  const percent = (cents: number) => Math.round((1000 * cents) / whole) / 10;
  const month = budget.date.slice(0, 7);
  const days = Number(lastDayOf(month).slice(8));
  const elapsed = today.startsWith(month) ? Number(today.slice(8)) / days : undefined;
  const isGoal = budget.activity_type === 1;
  return {
    spent: percent(total),
    predicted: percent(Math.max(predicted, total)),
    limit: percent(amount),
    elapsed: elapsed === undefined ? undefined : percent(Math.round(amount * elapsed)),
    leftCents: isGoal ? total - amount : amount - predicted,
    isBroken: isGoal ? predicted < amount : predicted > amount,
  };
}

export interface CategoryReport {
  category_id: number;
  parent_id: number | null;
  kind: string;
  total_cents: number;
  predicted_total_cents: number;
  months: { date: string; total_cents: number; predicted_total_cents: number }[];
}

export const SUGGESTION_MONTHS = 3;

/** The months before, of which a suggestion is made. */
export function monthsBefore(month: string): { start: string; end: string } {
  return { start: `${addMonths(month, -SUGGESTION_MONTHS)}-01`, end: lastDayOf(addMonths(month, -1)) };
}

/** What a month cost or brought on average, with the categories below; undefined where that is nothing. */
export function suggestedCents(report: readonly CategoryReport[], categoryId: number, type: 0 | 1): number | undefined {
  const own = report.filter((each) => each.category_id === categoryId || each.parent_id === categoryId);
  const sum = own.reduce((cents, each) => cents + each.predicted_total_cents, 0) * (type === 0 ? -1 : 1);
  const mean = Math.round(sum / SUGGESTION_MONTHS);
  return mean > 0 ? mean : undefined;
}

/** All of a kind together. What is below another budgeted category is in that one already. */
export function sumOf(budgets: readonly Budget[], categories: readonly Category[]) {
  const budgeted = new Set(budgets.map((each) => each.category_id));
  const parentOf = new Map(categories.map(({ id, parent_id: parent }) => [id, parent]));
  const own = budgets.filter(({ category_id: id }) => !budgeted.has(parentOf.get(id) ?? Number.NaN));
  return own.reduce(
    (sum, each) => ({
      amountCents: sum.amountCents + each.amount_cents,
      totalCents: sum.totalCents + each.total,
      predictedCents: sum.predictedCents + each.predicted_total,
    }),
    { amountCents: 0, totalCents: 0, predictedCents: 0 },
  );
}
