// Test support: what the model expects of budgets.
import { dayOfStep, monthStart } from "./days.ts";
import type { Budget, Category, Model } from "./model.ts";
import { CALENDAR, type MonthRule, monthNamed } from "./months.ts";
import type { CarryFields, Operations } from "./operations.ts";
import { bodyOf, type Plan, type Planner, refusalOf } from "./plan.ts";
import { sharesOf } from "./splits.ts";
import { budgetOf, categoryOf, extendFor, isNeutral, pick, ruleOf } from "./state.ts";

export const createBudget: Planner<Operations["create budget"]> = (model, operation) => {
  const { category: choice, date, cents, goal } = operation;
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
      ...carryBody(operation),
    }),
    refusal: refusalOf(
      // A taken month is looked for last.
      !mayHave(category) || isWrongRefill(operation, activityType)
        ? { category_id: !mayHave(category), refill: isWrongRefill(operation, activityType) }
        : { category_id: isTaken(model, { categoryId, date: month, activityType }) },
    ),
    commit: ({ id }) => {
      created = { id, categoryId, date: month, activityType, cents, ...carryAfter(operation, NO_CARRY, activityType) };
      model.budgets.push(created);
      extendFor(model, month);
    },
    expected: () => showBudget(model, created),
  };
};

const mayHave = (category: Category | undefined) => category !== undefined && category.kind !== "none";

const NO_CARRY = { carry: "none", cap: null, refill: false } as const;

const carryBody = ({ carry, cap, refill }: CarryFields) => ({ carry, carry_cap_cents: cap, refill });

const isWrongRefill = ({ refill }: CarryFields, activityType: number) => refill === true && activityType === 1;

function carryAfter({ carry, cap, refill }: CarryFields, before: Carried, activityType: number): Carried {
  return {
    carry: carry ?? before.carry,
    cap: cap === undefined ? before.cap : cap,
    refill: (refill ?? before.refill) && activityType === 0,
  };
}

type Carried = Pick<Budget, "carry" | "cap" | "refill">;
type Slot = Pick<Budget, "categoryId" | "date" | "activityType">;

function isTaken(model: Model, budget: Slot, id?: number): boolean {
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
    body: bodyOf({ category_id: categoryId, date, amount_in_cents: cents, ...carryBody(operation) }),
  };
  if (!budget) return { ...plan, refusal: "unknown" };
  const after = {
    categoryId: categoryId ?? budget.categoryId,
    date: date ? monthStart(date) : budget.date,
    activityType: budget.activityType,
    cents: cents ?? budget.cents,
    ...carryAfter(operation, budget, budget.activityType),
  };
  const isBarred = categoryId !== undefined && !mayHave(categoryOf(model, categoryId));
  const wrongRefill = isWrongRefill(operation, budget.activityType);
  return {
    ...plan,
    refusal: refusalOf(
      isBarred || wrongRefill ? { category_id: isBarred, refill: wrongRefill } : { category_id: isTaken(model, after, id) },
    ),
    changesNothing: Object.entries(after).every(([name, value]) => budget[name as keyof Budget] === value),
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

/** Answers the whole year. */
export const changeYear: Planner<Operations["change year"]> = (model, operation) => {
  const { year, month, cents, goal } = operation;
  const categoryId = pick(model, "category", operation.category);
  const category = categoryOf(model, categoryId);
  const activityType = goal === undefined ? (category?.kind === "earnings" ? 1 : 0) : goal ? 1 : 0;
  const months = month === undefined ? Array.from({ length: 12 }, (_, index) => index + 1) : [month];
  const dates = months.map((each) => `${year}-${String(each).padStart(2, "0")}-01`);
  const existing = (date: string) =>
    model.budgets.find((each) => each.date === date && each.categoryId === categoryId && each.activityType === activityType);
  const line = {
    category_id: categoryId,
    month,
    amount_cents: cents,
    activity_type: goal === undefined ? undefined : activityType,
  };
  const afterOf = (date: string): Omit<Budget, "id"> | undefined => {
    const before = existing(date);
    const amount = cents === undefined ? before?.cents : cents;
    if (amount === undefined || amount === null) return;
    return { categoryId, date, activityType, cents: amount, ...carryAfter(operation, before ?? NO_CARRY, activityType) };
  };
  const isSame = (date: string) => {
    const [before, after] = [existing(date), afterOf(date)];
    return before === undefined || after === undefined
      ? before === after
      : Object.entries(after).every(([name, value]) => before[name as keyof Budget] === value);
  };
  const inYear = () => model.budgets.filter(({ date }) => date.startsWith(`${year}`)).sort(byMonth);
  return {
    method: "POST",
    path: "/budgets/year",
    body: { year, budgets: [bodyOf({ ...line, ...carryBody(operation) })] },
    refusal: refusalOf({
      "budgets.0.category_id": !mayHave(category),
      "budgets.0.refill": isWrongRefill(operation, activityType),
    }),
    changesNothing: dates.every(isSame),
    commit: (answer) => {
      const shown = answer as unknown as { id: number; category_id: number; date: string; activity_type: number }[];
      for (const date of dates) {
        const [before, after] = [existing(date), afterOf(date)];
        if (before && !after) model.budgets = model.budgets.filter((each) => each !== before);
        else if (before && after) Object.assign(before, after);
        else if (after) {
          const view = shown.find(
            (each) => each.date === date && each.category_id === categoryId && each.activity_type === activityType,
          );
          model.budgets.push({ ...after, id: view?.id as number });
        }
      }
      extendFor(model, `${year}-12-31`);
    },
    expected: () => inYear().map((budget) => showBudget(model, budget)),
  };
};

function byMonth(one: Budget, other: Budget): number {
  const order = ({ date, categoryId, activityType }: Budget) => `${date} ${String(categoryId).padStart(10, "0")} ${activityType}`;
  return order(one) < order(other) ? -1 : 1;
}

/** Of a month, or of a year. Fixed series get their rows first, if there is any budget to count them. */
export const listBudgets: Planner<Operations["list budgets"]> = (model, { date, wholeYear, ofSpace }) => {
  const rule = ruleOf(model, ofSpace);
  const [year = "", month = ""] = date.split("-");
  const isMeant = (budget: Budget) => budget.date.startsWith(wholeYear ? year : `${year}-${month}`);
  const { end } = monthNamed(rule, wholeYear ? `${year}-12-01` : `${year}-${month}-01`);
  return {
    method: "GET",
    path: `/budgets/${wholeYear ? year : `${year}/${Number(month)}`}${ofSpace ? "?period=space" : ""}`,
    commit: () => {
      if (model.budgets.some(isMeant)) extendFor(model, end);
    },
    expected: () => {
      const budgets = model.budgets.filter(isMeant).sort(byMonth);
      return budgets.map((budget) => showBudget(model, budget, rule));
    },
  };
};

function showBudget(model: Model, budget: Budget, rule: MonthRule = CALENDAR): Record<string, unknown> {
  const { id, categoryId, date, activityType, cents, carry, cap, refill } = budget;
  const { total, predicted } = usedOf(model, budget, rule);
  const { carried, added } = carriedInto(model, budget, rule);
  const tenths = cents === 0 ? 0 : Math.floor((total * 1_000) / cents + 0.5);
  const isPlain = carry === "none" && cap === null && !refill && carried === 0;
  const carriedKeys = {
    carry,
    carry_cap_cents: cap,
    refill,
    carried_cents: carried,
    added_cents: added,
    available_cents: carried + added,
    left_cents: carried + added - predicted,
  };
  return {
    id,
    category_id: categoryId,
    date,
    activity_type: activityType,
    amount_cents: cents,
    amount_in_cents: cents,
    total,
    predicted_total: predicted,
    percentage: (tenths / 10).toFixed(1),
    ...(!isPlain && carriedKeys),
  };
}

function usedOf(model: Model, { categoryId, date, activityType }: Budget, rule: MonthRule) {
  const { start, end } = monthNamed(rule, date);
  const tree = model.categories.filter((each) => each.id === categoryId || each.parent_id === categoryId).map((each) => each.id);
  const counted = model.rows
    .filter((row) => start <= row.date && row.date <= end && !isNeutral(row))
    .flatMap((row) => sharesOf(row).map((share) => ({ ...share, paid: row.paid })))
    .filter((share) => tree.includes(share.categoryId));
  const sum = (rows: typeof counted) => rows.reduce((all, row) => all + row.cents, 0) * (activityType === 0 ? -1 : 1);
  return { total: Math.max(sum(counted.filter(({ paid }) => paid)), 0) + 0, predicted: Math.max(sum(counted), 0) + 0 };
}

/** Month by month backwards, in the model's own way: what the month before left, of which only what it passes on. */
function carriedInto(model: Model, budget: Budget, rule: MonthRule): { carried: number; added: number } {
  const monthBefore = dayOfStep(budget.date, "monthly", -1);
  const before = model.budgets.find(
    (each) => each.date === monthBefore && each.categoryId === budget.categoryId && each.activityType === budget.activityType,
  );
  const carried = before ? passedBy(model, before, rule) : 0;
  const isFilled = budget.refill && budget.activityType === 0;
  return { carried, added: isFilled ? Math.max(budget.cents - carried, 0) : budget.cents };
}

function passedBy(model: Model, budget: Budget, rule: MonthRule): number {
  if (budget.carry === "none") return 0;
  const { carried, added } = carriedInto(model, budget, rule);
  const missing = budget.activityType === 1;
  const good = (missing ? -1 : 1) * (carried + added - usedOf(model, budget, rule).predicted);
  if (good < 0) return budget.carry === "both" ? (missing ? -good : good) : 0;
  const capped = budget.cap !== null && budget.cap < good ? budget.cap : good;
  return (missing ? -capped : capped) + 0;
}
