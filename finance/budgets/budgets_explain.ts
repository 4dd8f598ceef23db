// GET /budgets/:id/explain: why as much is available as there is, month by month.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { answerFar, FAR_HEADERS, readFar } from "../extension/far_days.ts";
import { readPathId } from "../fields/path_id.ts";
import { wantsEnglish } from "../fields/problems.ts";
import { submit } from "../fields/record.ts";
import { monthsAtMoment, periodQuery, readSpaceMonths } from "../months/requested_months.ts";
import { atOneMoment } from "../rows/queries_moment.ts";
import { BudgetReply, presentWhole } from "./budget.ts";
import { explainBudget, RULES } from "./explain.ts";
import { findChain } from "./queries.ts";

const LineReply = Type.Object({
  rule: Type.String({ enum: [...RULES] }),
  text: Type.String({ description: "In Portuguese, in English with Accept-Language: en" }),
  date: Type.String({ format: "date", description: "The first day of the month that the line is about" }),
  budget_id: Type.Integer({ description: "The budget of that month" }),
  amount_cents: Type.Integer({ description: "What it adds" }),
  balance_cents: Type.Integer({ description: "What there is after it" }),
});

export const getBudgetExplain = endpoint({
  method: "GET",
  path: "/budgets/:year_or_id/explain",
  access: "reader",
  summary:
    "Why as much is available in a budget as there is: a line for each step since nothing was carried; the last is what is left",
  params: Type.Object({ year_or_id: Type.String({ description: "The id of the budget" }) }),
  query: Type.Object(periodQuery),
  readsFields: true,
  reply: Type.Object({ ...BudgetReply.properties, lines: Type.Array(LineReply) }),
  replyHeaders: FAR_HEADERS,
  handle: async ({ params, query, request, ...reading }) => {
    const id = readPathId(params.year_or_id, Number.MAX_SAFE_INTEGER);
    const { db, caller } = reading;
    const months = await readSpaceMonths(submit(query, undefined), reading);
    const { result: chain, completeUntil } = await readFar(
      reading,
      async () => {
        const atMoment = async (tx: Db) => findChain(tx, caller.spaceId, id, await monthsAtMoment(tx, caller.spaceId, months));
        const rows = await (months.sums === "calendar" ? findChain(db, caller.spaceId, id) : atOneMoment(db, atMoment));
        if (rows.length === 0) throw fail.recordUnknown();
        return rows;
      },
      (rows) => ({ end: months.days(rows.at(-1)!.date).end, extendedThrough: rows.at(-1)!.sums_reach }),
    );
    const language = wantsEnglish(request.headers["accept-language"]) ? "en" : "pt-BR";
    return answerFar({ ...presentWhole(chain.at(-1)!), lines: explainBudget(chain, language) }, completeUntil);
  },
});
