// GET /budgets/suggestions: amounts for the budgets of a month, each with the months that it is computed from.
import { Type } from "typebox";
import { addMonths, dayIn } from "../calendar/day.ts";
import { listCategories } from "../categories/queries.ts";
import { endpoint } from "../endpoint.ts";
import { readInteger, readOneOf } from "../fields/readers.ts";
import { submit, throwIfInvalid } from "../fields/record.ts";
import { readAll } from "../fields/with_problems.ts";
import { readYearMonth, YearMonth } from "../fields/year_month.ts";
import { monthsAtMoment, periodQuery, readSpaceMonths } from "../months/requested_months.ts";
import { atOneMoment } from "../rows/queries_moment.ts";
import { listPaidMonths } from "./queries.ts";
import { METHODS, suggestBudgets } from "./suggest.ts";

const MOST_MONTHS = 24;
const USUAL_MONTHS = 6;

export const getBudgetsSuggestions = endpoint({
  method: "GET",
  path: "/budgets/suggestions",
  access: "reader",
  summary: "What each category has cost or earned in the last months that are over, as amounts for the budgets of a month",
  query: Type.Object({
    ...periodQuery,
    month: Type.Optional(YearMonth("YYYY-MM; this month unless given")),
    months: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_MONTHS,
        description: `So many months are looked at; ${USUAL_MONTHS} unless given`,
      }),
    ),
    method: Type.Optional(Type.String({ enum: [...METHODS], description: "average unless given" })),
  }),
  readsFields: true,
  reply: Type.Object({
    date: Type.String({ format: "date", description: "The first day of the month that the amounts are for" }),
    method: Type.String({ enum: [...METHODS] }),
    months: Type.Array(Type.String({ format: "date" }), {
      description: "The months that count: before that month, over by now, and not before the first with any amount",
    }),
    suggestions: Type.Array(
      Type.Object({
        category_id: Type.Integer(),
        activity_type: Type.Integer({ description: "0 for a limit of expenses, 1 for a goal of income" }),
        amount_cents: Type.Integer({ description: "By the method" }),
        average_cents: Type.Integer({ description: "Halves are rounded up" }),
        median_cents: Type.Integer(),
        months: Type.Array(
          Type.Object({
            date: Type.String({ format: "date" }),
            total: Type.Integer({ description: "What was realised under the category and its subcategories; never negative" }),
          }),
        ),
      }),
    ),
  }),
  handle: async ({ query, db, caller, now, buildSpaceMonths }) => {
    const record = submit(query, undefined);
    const ofSpace = await readSpaceMonths(record, { db, caller, buildSpaceMonths });
    const { value, problems } = readAll({
      month: readYearMonth(record, "month"),
      months: readInteger(record, "months", { least: 1, most: MOST_MONTHS }),
      method: readOneOf(record, "method", METHODS),
    });
    throwIfInvalid(record, {}, problems);
    const thisMonth = ofSpace.of(dayIn(caller.timeZone, now));
    const { month = thisMonth, months: most = USUAL_MONTHS, method = "average" } = value;
    const end = month < thisMonth ? month : thisMonth;
    const names = { start: addMonths(end, -most), end: addMonths(end, -1) };
    const [sums, categories] = await Promise.all([
      ofSpace.sums === "calendar"
        ? listPaidMonths(db, caller.spaceId, names)
        : atOneMoment(db, async (tx) =>
            listPaidMonths(tx, caller.spaceId, names, await monthsAtMoment(tx, caller.spaceId, ofSpace)),
          ),
      listCategories(db, caller.spaceId),
    ]);
    const first = sums.reduce((earliest, { month: each }) => (each < earliest ? each : earliest), end);
    const months = Array.from({ length: most }, (_, index) => addMonths(end, index - most)).filter((each) => each >= first);
    return { date: month, method, months, suggestions: suggestBudgets({ categories, sums, months, method }) };
  },
});
