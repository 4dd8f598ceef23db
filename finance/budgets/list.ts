// The budgets of a period.
import type { Answer } from "../../kernel/http/endpoint.ts";
import type { Database } from "../../kernel/sql/database.ts";
import { LAST_DAY } from "../calendar/day.ts";
import { answerFar, type Reading, readFar } from "../extension/far_days.ts";
import type { Period } from "../fields/period.ts";
import { monthsAtMoment } from "../months/requested_months.ts";
import { daysOfNames, type SpaceMonths } from "../months/space_months.ts";
import { atOneMoment } from "../rows/queries_moment.ts";
import { presentBudget } from "./budget.ts";
import { findBudgets } from "./queries.ts";
import type { BudgetRow } from "./with_carry.ts";

/** By one statement, or at one moment where it has to be seen whether sums are kept. */
export function findBudgetsOf(db: Database, spaceId: number, names: Period, months: SpaceMonths): Promise<BudgetRow[]> {
  if (months.sums === "calendar") return findBudgets(db, spaceId, names);
  return atOneMoment(db, async (tx) => findBudgets(tx, spaceId, names, await monthsAtMoment(tx, spaceId, months)));
}

/** `names`: of calendar months, by which months are called. */
export async function listBudgets(reading: Reading, names: Period, months: SpaceMonths): Promise<Answer> {
  const { db, caller } = reading;
  const { end } = daysOfNames(months, names);
  const { result, completeUntil } = await readFar(
    reading,
    () => findBudgetsOf(db, caller.spaceId, names, months),
    // Where there are none, nothing has to be counted.
    ([first]) => ({ end, extendedThrough: first?.sums_reach ?? LAST_DAY }),
  );
  const isFar = ({ date, sums_reach: reach }: BudgetRow) => months.days(date).end > reach;
  const views = result.map((budget) => presentBudget(budget, isFar(budget) ? completeUntil : undefined));
  return answerFar(views, result.some(isFar) ? completeUntil : undefined);
}
