// GET /balances: what is on one account, or on all of them, before and after a period, and at each step of it.
import { Type } from "typebox";
import type { Database } from "../../kernel/sql/database.ts";
import { addDays, addMonths, dayIn, lastOfMonth } from "../calendar/day.ts";
import { endpoint, type FinanceCaller } from "../endpoint.ts";
import { type Period, readPeriod } from "../fields/period.ts";
import { readId, readOneOf } from "../fields/readers.ts";
import { addProblem, judge, type Submitted, submit } from "../fields/record.ts";
import { LenientDay, RecordId } from "../fields/schemas.ts";
import { extendSpace } from "../ledger/extend.ts";
import { type BalanceQuestion, findBalances } from "../ledger/queries_balances.ts";
import { farthestEnd } from "../ledger/window.ts";
import { BalanceReply, reportBalances } from "./report.ts";
import { STEP_LENGTHS, sourcesOf, stepsOf } from "./steps.ts";

const MOST_MONTHS = 120;

const BalanceQuery = Type.Object({
  account_id: Type.Optional(
    RecordId({ description: "All accounts but those with hide_balance unless told; archived ones count" }),
  ),
  start_date: Type.Optional(LenientDay("YYYY-MM-DD; the first day of the month unless told")),
  end_date: Type.Optional(
    LenientDay(
      "YYYY-MM-DD, within ten years of the start; the last day of the month unless told. Fixed transactions are known for ten years",
    ),
  ),
  periodicity: Type.Optional(
    Type.String({
      enum: [...STEP_LENGTHS],
      description: "How long a step of `balances` is; a day unless told, and weeks begin on Monday",
    }),
  ),
});

export const getBalances = endpoint({
  method: "GET",
  path: "/balances",
  access: "reader",
  summary: "What is on the accounts, before and after the days of a period, the current month unless told",
  query: BalanceQuery,
  readsFields: true,
  reply: BalanceReply,
  handle: async ({ query, db, caller, now }) => {
    const record = submit(query, undefined);
    const today = dayIn(caller.timeZone, now);
    const period = readPeriod(record, today, false);
    const length = readOneOf(record, "periodicity", STEP_LENGTHS) ?? "daily";
    const accountId = readId(record, "account_id") ?? undefined;
    judgeLength(record, period);
    judge(record, {});
    const question = { spaceId: caller.spaceId, accountId, ...period, ...sourcesOf(period, length) };
    const facts = await findExtended({ db, caller, now }, record, question, period.end);
    return reportBalances(facts, stepsOf(period, length));
  },
});

/** What a longer one would cost, nobody has ever needed. */
function judgeLength(record: Submitted, { start, end }: Period): void {
  const most = addDays(addMonths(start, MOST_MONTHS), -1);
  if (end > most) addProblem(record, "end_date", { kind: "tooLarge", values: { most } });
}

/** Fixed series get their rows first if the period goes past them; then the sums are made again. */
async function findExtended(
  { db, caller, now }: { db: Database; caller: FinanceCaller; now: Date },
  record: Submitted,
  question: BalanceQuestion,
  end: string,
) {
  const facts = await findBalances(db, question);
  if (question.accountId !== undefined && !facts.hasAccount) addProblem(record, "account_id", { kind: "unknown" });
  judge(record, {});
  const farthest = farthestEnd(dayIn(caller.timeZone, now));
  const through = end < farthest ? lastOfMonth(end) : farthest;
  if (facts.extendedThrough >= through) return facts;
  await extendSpace(db, question.spaceId, through, now);
  return findBalances(db, question);
}
