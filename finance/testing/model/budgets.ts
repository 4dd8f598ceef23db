// Test support: what the model expects of budgets.
import { monthEnd, monthStart } from "./days.ts";
import type { Budget, Category, Model } from "./model.ts";
import type { Operations } from "./operations.ts";
import { bodyOf, type Plan, type Planner, refusalOf } from "./plan.ts";
import { sharesOf } from "./splits.ts";
import { budgetOf, categoryOf, extendFor, isNeutral, pick } from "./state.ts";

export const createBudget: Planner<Operations["create budget"]> = (model, { category: choice, date, cents, goal }) => {
  const categoryId = pick(model, "category", choice);
  const category = categoryOf(model, categoryId);
  const month = monthStart(date ?? model.today);
  const activityType = goal === undefined ? (category?.kind === "earnings" ? 1 : 0) : goal ? 1 : 0;
  let created: Budget;
  return {
    method: "POST",
    path: "/budgets",
    body: bodyOf({
      category_id: categoryId,
      date,
      amount_cents: cents,
      activity_type: goal === undefined ? undefined : activityType,
    }),
    refusal: refusalOf({ category_id: !mayHave(category) || isTaken(model, { categoryId, date: month, activityType }) }),
    commit: ({ id }) => {
      created = { id, categoryId, date: month, activityType, cents };
      model.budgets.push(created);
      extendFor(model, month);
    },
    expected: () => showBudget(model, created),
  };
};

const mayHave = (category: Category | undefined) => category !== undefined && category.kind !== "none";

function isTaken(model: Model, budget: Omit<Budget, "id" | "cents">, id?: number): boolean {
  return model.budgets.some(
    (each) =>
      each.id !== id &&
      each.categoryId === budget.categoryId &&
      each.date === budget.date &&
      each.activityType === budget.activityType,
  );
}

export const changeBudget: Planner<Operations["change budget"]> = (model, operation) => {
  const id = pick(model, "budget", operation.budget);
  const budget = budgetOf(model, id);
  const { date, cents } = operation;
  const categoryId = operation.category === undefined ? undefined : pick(model, "category", operation.category);
  const plan: Plan = {
    method: "PUT",
    path: `/budgets/${id}`,
    body: bodyOf({ category_id: categoryId, date, amount_in_cents: cents }),
  };
  if (!budget) return { ...plan, refusal: "unknown" };
  const after = {
    categoryId: categoryId ?? budget.categoryId,
    date: date ? monthStart(date) : budget.date,
    activityType: budget.activityType,
    cents: cents ?? budget.cents,
  };
  return {
    ...plan,
    refusal: refusalOf({
      category_id: (categoryId !== undefined && !mayHave(categoryOf(model, categoryId))) || isTaken(model, after, id),
    }),
    changesNothing: after.categoryId === budget.categoryId && after.date === budget.date && after.cents === budget.cents,
    commit: () => {
      Object.assign(budget, after);
      extendFor(model, budget.date);
    },
    expected: () => showBudget(model, budget),
  };
};

export const deleteBudget: Planner<Operations["delete budget"]> = (model, operation) => {
  const id = pick(model, "budget", operation.budget);
  const budget = budgetOf(model, id);
  const plan: Plan = { method: "DELETE", path: `/budgets/${id}` };
  if (!budget) return { ...plan, refusal: "unknown" };
  const view = showBudget(model, budget);
  const commit = () => {
    model.budgets = model.budgets.filter((each) => each !== budget);
    model.gone.budget = id;
  };
  return { ...plan, commit, expected: () => view };
};

/** Of a month, or of a year. Fixed series get their rows first, if there is any budget to count them. */
export const listBudgets: Planner<Operations["list budgets"]> = (model, { date, wholeYear }) => {
  const [year = "", month = ""] = date.split("-");
  const isMeant = (budget: Budget) => budget.date.startsWith(wholeYear ? year : `${year}-${month}`);
  const end = wholeYear ? `${year}-12-31` : monthEnd(date);
  return {
    method: "GET",
    path: `/budgets/${wholeYear ? year : `${year}/${Number(month)}`}`,
    commit: () => {
      if (model.budgets.some(isMeant)) extendFor(model, end);
    },
    expected: () => {
      const order = ({ date: day, categoryId, activityType }: Budget) =>
        `${day} ${String(categoryId).padStart(10, "0")} ${activityType}`;
      const budgets = model.budgets.filter(isMeant).sort((one, other) => (order(one) < order(other) ? -1 : 1));
      return budgets.map((budget) => showBudget(model, budget));
    },
  };
};

function showBudget(model: Model, budget: Budget): Record<string, unknown> {
  const { id, categoryId, date, activityType, cents } = budget;
  const tree = model.categories.filter((each) => each.id === categoryId || each.parent_id === categoryId).map((each) => each.id);
  const counted = model.rows
    .filter((row) => monthStart(row.date) === date && !isNeutral(row))
    .flatMap((row) => sharesOf(row).map((share) => ({ ...share, paid: row.paid })))
    .filter((share) => tree.includes(share.categoryId));
  const sum = (rows: typeof counted) => rows.reduce((all, row) => all + row.cents, 0) * (activityType === 0 ? -1 : 1);
  const total = Math.max(sum(counted.filter(({ paid }) => paid)), 0);
  const tenths = cents === 0 ? 0 : Math.floor((total * 1_000) / cents + 0.5);
  return {
    id,
    category_id: categoryId,
    date,
    activity_type: activityType,
    amount_cents: cents,
    amount_in_cents: cents,
    total: total + 0,
    predicted_total: Math.max(sum(counted), 0),
    percentage: (tenths / 10).toFixed(1),
  };
}
