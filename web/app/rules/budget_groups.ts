// Budgets of a month by parent category, as GET /budgets/groups replies.
import { availableCents } from "./budgets.ts";
import type { Budget } from "./records.ts";

export interface BudgetFigures {
  amount_cents: number;
  carried_cents: number;
  available_cents: number;
  total: number;
  predicted_total: number;
  left_cents: number;
}

export interface BudgetGroup extends BudgetFigures {
  category_id: number;
  /** The parent's own; without one the figures are the sums of its children. */
  budget: Budget | null;
  children: Budget[];
  children_available_cents: number;
  unassigned_cents: number | null;
}

export interface BudgetGroups {
  date: string;
  limits: BudgetFigures & { groups: BudgetGroup[] };
  goals: BudgetFigures & { groups: BudgetGroup[] };
}

export function figuresOf(budget: Budget): BudgetFigures {
  const available = availableCents(budget);
  return {
    amount_cents: budget.amount_cents,
    carried_cents: budget.carried_cents ?? 0,
    available_cents: available,
    total: budget.total,
    predicted_total: budget.predicted_total,
    left_cents: budget.left_cents ?? available - budget.predicted_total,
  };
}
