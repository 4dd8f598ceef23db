// The progress of budgets against the month.
import type { Budget, Category } from "./records.ts";
import { CALENDAR, type MonthRule, passedPart } from "./space_months.ts";

export interface BudgetProgress {
  /** In per cent of the bar, which ends at the larger of the limit and the prediction. */
  spent: number;
  predicted: number;
  limit: number;
  /** Position of today in the month; undefined in other months. */
  elapsed: number | undefined;
  /** Negative: spent too much, or still missing from a goal. */
  leftCents: number;
  isBroken: boolean;
}

/** The amount, with what the month before passed on. */
export const availableCents = ({ available_cents: available, amount_cents: amount }: Budget) => available ?? amount;

/** More was spent than what is available. */
export const isExceeded = (budget: Budget) => budget.activity_type === 0 && budget.total > Math.max(0, availableCents(budget));

export function progressOf(budget: Budget, today: string, rule: MonthRule = CALENDAR): BudgetProgress {
  const { total, predicted_total: predicted } = budget;
  const amount = availableCents(budget);
  const whole = Math.max(amount, predicted, total, 1);
  const percent = (cents: number) => Math.round((1000 * cents) / whole) / 10;
  const elapsed = passedPart(budget.date.slice(0, 7), today, rule);
  const isGoal = budget.activity_type === 1;
  return {
    spent: percent(total),
    predicted: percent(Math.max(predicted, total)),
    limit: percent(Math.max(0, amount)),
    elapsed: elapsed === undefined ? undefined : percent(Math.round(Math.max(0, amount) * elapsed)),
    leftCents: isGoal ? total - amount : amount - predicted,
    isBroken: isGoal ? predicted < amount : predicted > amount,
  };
}

export type Urgency = "over" | "attention" | "fine";
export const URGENCIES: readonly Urgency[] = ["over", "attention", "fine"];

/** Of a limit. Attention: it will be exceeded, or is used up faster than the month passes. */
export function urgencyOf(budget: Budget, today: string, rule: MonthRule = CALENDAR): Urgency {
  if (isExceeded(budget)) return "over";
  const { spent, elapsed, isBroken } = progressOf(budget, today, rule);
  return isBroken || (elapsed !== undefined && spent > elapsed) ? "attention" : "fine";
}

/** The limits of each urgency that occurs, the most used first. */
export function byUrgency(
  budgets: readonly Budget[],
  today: string,
  rule: MonthRule = CALENDAR,
): { urgency: Urgency; budgets: Budget[] }[] {
  const usedPart = (budget: Budget) => budget.predicted_total / Math.max(1, availableCents(budget));
  return URGENCIES.map((urgency) => ({
    urgency,
    budgets: budgets
      .filter((each) => urgencyOf(each, today, rule) === urgency)
      .sort((one, other) => usedPart(other) - usedPart(one) || one.id - other.id),
  })).filter((group) => group.budgets.length > 0);
}

export interface CategoryReport {
  category_id: number;
  parent_id: number | null;
  kind: string;
  total_cents: number;
  predicted_total_cents: number;
  months: { date: string; total_cents: number; predicted_total_cents: number }[];
}

/** As GET /budgets/suggestions replies: an amount for each category with any, and the months that it is computed from. */
export interface Suggestions {
  suggestions: { category_id: number; activity_type: 0 | 1; amount_cents: number; months: { date: string; total: number }[] }[];
}

/** The sum of all budgets of a kind, and those that count in it. A subcategory does not if its parent has a budget, which includes it. */
export function sumOf(budgets: readonly Budget[], categories: readonly Category[]) {
  const budgeted = new Set(budgets.map((each) => each.category_id));
  const parentOf = new Map(categories.map(({ id, parent_id: parent }) => [id, parent]));
  const counted = budgets.filter(({ category_id: id }) => !budgeted.has(parentOf.get(id) ?? Number.NaN));
  const sum = (cents: (budget: Budget) => number) => counted.reduce((total, each) => total + cents(each), 0);
  return {
    counted,
    amountCents: sum((each) => each.amount_cents),
    availableCents: sum(availableCents),
    totalCents: sum((each) => each.total),
    predictedCents: sum((each) => each.predicted_total),
  };
}
