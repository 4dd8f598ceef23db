// GET, POST /budgets, GET /budgets/:year, GET /budgets/:year/:month and PUT, DELETE /budgets/:id: what each category shall cost or earn.
// A year and an id stand in the same part of the URL and share a name there: a router knows parts, not names.
// Where what is: budget_fields.ts reads what is submitted, save_budget.ts and clone_month.ts write, list.ts and month.ts list, totals.ts adds up,
// budget.ts is what is shown.
import { Type } from "typebox";
import { dayIn } from "../calendar/day.ts";
import { endpoint } from "../endpoint.ts";
import { FAR_HEADERS } from "../extension/far_days.ts";
import { readPathId } from "../fields/path_id.ts";
import { submit, throwIfInvalid } from "../fields/record.ts";
import { periodQuery, readSpaceMonths } from "../months/requested_months.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { BudgetReply } from "./budget.ts";
import { BudgetBody, NewBudgetBody } from "./budget_fields.ts";
import { listBudgets } from "./list.ts";
import { readPathPeriod, readQueryPeriod } from "./month.ts";
import { changeBudget, createBudget, removeBudget } from "./save_budget.ts";

const BudgetPath = Type.Object({ year_or_id: Type.String({ description: "The id of the budget" }) });
const readId = (params: { year_or_id: string }) => readPathId(params.year_or_id, Number.MAX_SAFE_INTEGER);

export const getBudgets = endpoint({
  method: "GET",
  path: "/budgets",
  access: "reader",
  summary: "The budgets of this month, or of the year and month that are named, by month and category",
  query: Type.Object({
    ...periodQuery,
    year: Type.Optional(Type.Integer({ minimum: 1900, maximum: 2199, description: "Alone: all months of it" })),
    month: Type.Optional(Type.Integer({ minimum: 1, maximum: 12, description: "Alone: of this year" })),
  }),
  readsFields: true,
  reply: Type.Array(BudgetReply),
  replyHeaders: FAR_HEADERS,
  handle: async ({ query, ...input }) => {
    const record = submit(query, undefined);
    const months = await readSpaceMonths(record, input);
    const { value: names, problems } = readQueryPeriod(record, months.of(dayIn(input.caller.timeZone, input.now)));
    throwIfInvalid(record, {}, problems);
    return listBudgets(input, names, months);
  },
});

export const postBudgets = writeEndpoint({
  method: "POST",
  path: "/budgets",
  summary: "Create a budget; there is one for each category, month and type",
  body: NewBudgetBody,
  reply: BudgetReply,
  status: 201,
  handle: createBudget,
});

export const getBudgetsOfMonth = endpoint({
  method: "GET",
  path: "/budgets/:year/:month",
  access: "reader",
  summary: "The budgets of a month, by category",
  params: Type.Object({ year: Type.String(), month: Type.String({ description: "With or without a leading zero" }) }),
  query: Type.Object(periodQuery),
  readsFields: true,
  reply: Type.Array(BudgetReply),
  replyHeaders: FAR_HEADERS,
  handle: async ({ query, params: { year, month }, ...input }) => {
    const names = readPathPeriod(year, month);
    return listBudgets(input, names, await readSpaceMonths(submit(query, undefined), input));
  },
});

export const getBudgetsOfYear = endpoint({
  method: "GET",
  path: "/budgets/:year_or_id",
  access: "reader",
  summary: "The budgets of a year, by month and category",
  params: Type.Object({ year_or_id: Type.String({ description: "The year" }) }),
  query: Type.Object(periodQuery),
  readsFields: true,
  reply: Type.Array(BudgetReply),
  replyHeaders: FAR_HEADERS,
  handle: async ({ query, params, ...input }) => {
    const names = readPathPeriod(params.year_or_id);
    return listBudgets(input, names, await readSpaceMonths(submit(query, undefined), input));
  },
});

export const putBudget = writeEndpoint<{ year_or_id: string }>({
  method: "PUT",
  path: "/budgets/:year_or_id",
  summary: "Change a budget; what is absent stays as it is",
  params: BudgetPath,
  body: BudgetBody,
  reply: BudgetReply,
  refuses: [409],
  handle: (input) => changeBudget(input, readId(input.params)),
});

export const deleteBudget = writeEndpoint<{ year_or_id: string }>({
  method: "DELETE",
  path: "/budgets/:year_or_id",
  summary: "Delete a budget",
  params: BudgetPath,
  body: Type.Object({}),
  reply: BudgetReply,
  handle: (input) => removeBudget(input, readId(input.params)),
});
