// The budgets of a period.
import type { Answer } from "../../kernel/http/endpoint.ts";
import { LAST_DAY, lastOfMonth } from "../calendar/day.ts";
import { answerFar, type Reading, readFar } from "../extension/far_days.ts";
import type { Period } from "../fields/period.ts";
import { presentBudget } from "./budget.ts";
import { findBudgets } from "./queries.ts";
import type { BudgetRow } from "./with_carry.ts";

export async function listBudgets(reading: Reading, period: Period): Promise<Answer> {
  const { result, completeUntil } = await readFar(
    reading,
    () => findBudgets(reading.db, reading.caller.spaceId, period),
    // Where there are none, nothing has to be counted.
    ([first]) => ({ end: period.end, extendedThrough: first?.sums_reach ?? LAST_DAY }),
  );
  const isFar = ({ date, sums_reach: reach }: BudgetRow) => lastOfMonth(date) > reach;
  const views = result.map((budget) => presentBudget(budget, isFar(budget) ? completeUntil : undefined));
  return answerFar(views, result.some(isFar) ? completeUntil : undefined);
}
