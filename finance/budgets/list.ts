// The budgets of a period.
import type { Answer } from "../../kernel/http/endpoint.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { LAST_DAY } from "../calendar/day.ts";
import { answerFar, type Reading, readFar } from "../extension/far_days.ts";
import type { Period } from "../fields/period.ts";
import { monthsAtMoment } from "../months/requested_months.ts";
import { daysOfNames, type SpaceMonths } from "../months/space_months.ts";
import { atOneMoment } from "../rows/queries_moment.ts";
import { type BudgetRow, presentBudget } from "./budget.ts";
import { findBudgets } from "./queries.ts";

/** `names`: of calendar months, by which months are called. */
export async function listBudgets(reading: Reading, names: Period, months: SpaceMonths): Promise<Answer> {
  const { db, caller } = reading;
  const { end } = daysOfNames(months, names);
  const atMoment = async (tx: Db) => findBudgets(tx, caller.spaceId, names, await monthsAtMoment(tx, caller.spaceId, months));
  const { result, completeUntil } = await readFar(
    reading,
    () => (months.sums === "calendar" ? findBudgets(db, caller.spaceId, names) : atOneMoment(db, atMoment)),
    // Where there are none, nothing has to be counted.
    ([first]) => ({ end, extendedThrough: first?.sums_reach ?? LAST_DAY }),
  );
  const isFar = ({ date, sums_reach: reach }: BudgetRow) => months.days(date).end > reach;
  const views = result.map((budget) => presentBudget(budget, isFar(budget) ? completeUntil : undefined));
  return answerFar(views, result.some(isFar) ? completeUntil : undefined);
}
