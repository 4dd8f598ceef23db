// Budgets of a month by parent category: parents sum their children, and totals count nothing twice.
import { totalsOf } from "./totals.ts";
import type { BudgetRow } from "./with_carry.ts";

export interface Figures {
  amount_cents: number;
  carried_cents: number;
  added_cents: number;
  available_cents: number;
  total: number;
  predicted_total: number;
  left_cents: number;
}

export interface Group extends Figures {
  /** Of the parent, or of a category that has none. */
  category_id: number;
  /** Its own; null where it has none, and then the figures are the sums of its children. */
  budget: BudgetRow | null;
  children: readonly BudgetRow[];
  children_available_cents: number;
  /** What the children leave of its own; negative where they have more than it. Null without its own, or without children. */
  unassigned_cents: number | null;
}

export interface Grouped extends Figures {
  groups: readonly Group[];
}

/** Of one type and month. `categories`: of the budgets, with their parents. */
export function groupBudgets(
  budgets: readonly BudgetRow[],
  categories: readonly { id: number; parent_id: number | null }[],
): Grouped {
  const parentOf = new Map(categories.map(({ id, parent_id: parent }) => [id, parent ?? id]));
  const byParent = Map.groupBy(budgets, ({ category_id: id }) => parentOf.get(id) ?? id);
  const groups = [...byParent].sort(([one], [other]) => one - other).map(([categoryId, some]) => groupOf(categoryId, some));
  return { ...sumOf(groups), groups };
}

function groupOf(categoryId: number, budgets: readonly BudgetRow[]): Group {
  const own = budgets.find(({ category_id: id }) => id === categoryId);
  const children = budgets.filter((budget) => budget !== own);
  const below = sumOf(children.map(figuresOf));
  return {
    category_id: categoryId,
    budget: own ?? null,
    children,
    ...(own ? figuresOf(own) : below),
    children_available_cents: below.available_cents,
    unassigned_cents: own && children.length > 0 ? own.availableCents - below.available_cents : null,
  };
}

function figuresOf(budget: BudgetRow): Figures {
  const { total, predictedTotal } = totalsOf(budget);
  return {
    amount_cents: budget.amount_cents,
    carried_cents: budget.carriedCents,
    added_cents: budget.addedCents,
    available_cents: budget.availableCents,
    total,
    predicted_total: predictedTotal,
    left_cents: budget.leftCents,
  };
}

function sumOf(all: readonly Figures[]): Figures {
  const sum = (name: keyof Figures) => all.reduce((cents, each) => cents + each[name], 0);
  return {
    amount_cents: sum("amount_cents"),
    carried_cents: sum("carried_cents"),
    added_cents: sum("added_cents"),
    available_cents: sum("available_cents"),
    total: sum("total"),
    predicted_total: sum("predicted_total"),
    left_cents: sum("left_cents"),
  };
}
