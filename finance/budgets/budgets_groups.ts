// GET /budgets/groups: the budgets of a month by parent category, with what is carried, and the totals of limits and goals.
import { type Static, Type } from "typebox";
import { dayIn, LAST_DAY } from "../calendar/day.ts";
import { listCategories } from "../categories/queries.ts";
import { endpoint } from "../endpoint.ts";
import { answerFar, FAR_HEADERS, farProperties, readFar } from "../extension/far_days.ts";
import { submit, throwIfInvalid } from "../fields/record.ts";
import { readYearMonth, YearMonth } from "../fields/year_month.ts";
import { periodQuery, readSpaceMonths } from "../months/requested_months.ts";
import { BudgetReply, presentWhole } from "./budget.ts";
import { type Grouped, groupBudgets } from "./groups.ts";
import { findBudgetsOf } from "./list.ts";
import { wholeMonth } from "./month.ts";
import { EXPENSE_LIMIT, INCOME_GOAL } from "./totals.ts";
import type { BudgetRow } from "./with_carry.ts";

const figures = {
  amount_cents: Type.Integer({ description: "Of a parent without a budget of its own the sum of its children, like the others" }),
  carried_cents: Type.Integer(),
  added_cents: Type.Integer(),
  available_cents: Type.Integer(),
  total: Type.Integer(),
  predicted_total: Type.Integer(),
  left_cents: Type.Integer(),
};

const GroupReply = Type.Object({
  category_id: Type.Integer({ description: "The parent, or a category that has none" }),
  budget: Type.Union([BudgetReply, Type.Null()], { description: "Its own" }),
  children: Type.Array(BudgetReply),
  ...figures,
  children_available_cents: Type.Integer({ description: "What the children have" }),
  unassigned_cents: Type.Unsafe<number | null>({
    type: ["integer", "null"],
    description: "What the children leave of the parent's own, negative where they have more; null without both",
  }),
});

const GroupedReply = Type.Object(
  { ...figures, groups: Type.Array(GroupReply) },
  { description: "With the totals of all groups" },
);

export const getBudgetsGroups = endpoint({
  method: "GET",
  path: "/budgets/groups",
  access: "reader",
  summary:
    "The budgets of a month by parent category, with what is carried and their totals; children of a parent with a budget count once",
  query: Type.Object({ ...periodQuery, month: Type.Optional(YearMonth("YYYY-MM; this month unless given")) }),
  readsFields: true,
  reply: Type.Object({
    date: Type.String({ format: "date", description: "The first day of the month" }),
    limits: GroupedReply,
    goals: GroupedReply,
    ...farProperties,
  }),
  replyHeaders: FAR_HEADERS,
  handle: async ({ query, ...reading }) => {
    const { db, caller, now } = reading;
    const record = submit(query, undefined);
    const { value, problems } = readYearMonth(record, "month");
    throwIfInvalid(record, {}, problems);
    const months = await readSpaceMonths(record, reading);
    const names = wholeMonth(value ?? months.of(dayIn(caller.timeZone, now)));
    const { end } = months.days(names.start);
    const { result, completeUntil } = await readFar(
      reading,
      async () => {
        const [budgets, categories] = await Promise.all([
          findBudgetsOf(db, caller.spaceId, names, months),
          listCategories(db, caller.spaceId),
        ]);
        return { budgets, categories };
      },
      ({ budgets: [first] }) => ({ end, extendedThrough: first?.sums_reach ?? LAST_DAY }),
    );
    const ofType = (type: number) =>
      presentGrouped(
        groupBudgets(
          result.budgets.filter((budget) => budget.activity_type === type),
          result.categories,
        ),
      );
    const isFar = result.budgets.some(({ sums_reach: reach }) => end > reach);
    const view = { date: names.start, limits: ofType(EXPENSE_LIMIT), goals: ofType(INCOME_GOAL) };
    return answerFar(view, isFar ? completeUntil : undefined);
  },
});

function presentGrouped({ groups, ...totals }: Grouped): Static<typeof GroupedReply> {
  const present = (budget: BudgetRow) => presentWhole(budget);
  return {
    ...totals,
    groups: groups.map((group) => ({
      ...group,
      budget: group.budget && present(group.budget),
      children: group.children.map(present),
    })),
  };
}
