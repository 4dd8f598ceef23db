// GET /balances: what is on one account, or on all of them, before and after a period, and at each step of it.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { dayIn } from "../calendar/day.ts";
import { endpoint } from "../endpoint.ts";
import { answerFar, FAR_HEADERS, readFar } from "../extension/far_days.ts";
import { checkLength, readPeriod } from "../fields/period.ts";
import { readId, readOneOf } from "../fields/readers.ts";
import { refuse, type Submitted, submit, throwIfInvalid } from "../fields/record.ts";
import { LenientDay, RecordId } from "../fields/schemas.ts";
import { joinProblems, orElse, readAll } from "../fields/with_problems.ts";
import { monthsAtMoment, periodQuery, readSpaceMonths } from "../months/requested_months.ts";
import type { SpaceMonths } from "../months/space_months.ts";
import { atOneMoment } from "../rows/queries_moment.ts";
import { factsOf } from "./facts.ts";
import { type BalanceQuestion, type BalanceRows, findBalances } from "./queries.ts";
import { BalanceReply, reportBalances, reservedOf } from "./report.ts";
import { STEP_LENGTHS, sourcesOf, stepsOf } from "./steps.ts";

const BalanceQuery = Type.Object({
  ...periodQuery,
  account_id: Type.Optional(
    RecordId({ description: "All accounts but those with hide_balance unless given; archived ones count" }),
  ),
  start_date: Type.Optional(LenientDay("YYYY-MM-DD; the first day of end_date's month unless given")),
  end_date: Type.Optional(
    LenientDay("YYYY-MM-DD, within ten years of the start; the last day of start_date's month unless given"),
  ),
  periodicity: Type.Optional(
    Type.String({
      enum: [...STEP_LENGTHS],
      description: "How long a step of `balances` is; a day unless given, and weeks begin on Monday",
    }),
  ),
});

export const getBalances = endpoint({
  method: "GET",
  path: "/balances",
  access: "reader",
  summary: "What is on the accounts, before and after the days of a period, the current month unless given",
  query: BalanceQuery,
  readsFields: true,
  reply: BalanceReply,
  replyHeaders: FAR_HEADERS,
  handle: async ({ query, db, caller, now, buildSpaceMonths }) => {
    const record = submit(query, undefined);
    const today = dayIn(caller.timeZone, now);
    const months = await readSpaceMonths(record, { db, caller, buildSpaceMonths });
    const { value, problems } = readAll({
      period: readPeriod(record, today, false, months),
      length: orElse(readOneOf(record, "periodicity", STEP_LENGTHS), "daily"),
      accountId: readId(record, "account_id"),
    });
    const { period, length, accountId } = value;
    throwIfInvalid(record, {}, joinProblems(problems, checkLength(period)));
    const question = { spaceId: caller.spaceId, accountId, ...period };
    const find = (from: Db, of: SpaceMonths) =>
      findBalanceRows(from, record, { ...question, months: of, ...sourcesOf(period, length, of) });
    const { result, completeUntil } = await readFar(
      { db, caller, now },
      () =>
        months.sums === "calendar"
          ? find(db, months)
          : atOneMoment(db, async (tx) => find(tx, await monthsAtMoment(tx, caller.spaceId, months))),
      ({ extended_through: extendedThrough }) => ({ end: period.end, extendedThrough }),
    );
    const report = reportBalances(factsOf(result, period, months), stepsOf(period, length, months));
    // Whoever has no goals gets what clients of the original service know.
    return answerFar({ ...report, ...(result.reserved_cents > 0 && reservedOf(result, report.balance)) }, completeUntil);
  },
});

/** The 422 where there is no such account. */
async function findBalanceRows(db: Db, record: Submitted, question: BalanceQuestion): Promise<BalanceRows> {
  const facts = await findBalances(db, question);
  if (question.accountId !== undefined && facts.accounts === 0) refuse(record, {}, "account_id", { kind: "unknown" });
  return facts;
}
