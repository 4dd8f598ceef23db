// The budgets of a period.
import type { Database } from "../../kernel/sql/database.ts";
import { dayIn } from "../calendar/day.ts";
import type { FinanceCaller } from "../endpoint.ts";
import type { Period } from "../fields/period.ts";
import { extendSpace } from "../ledger/extend.ts";
import { presentBudget } from "./budget.ts";
import { findBudgets } from "./queries.ts";
import { reachFor } from "./reach.ts";

/** Fixed series get their rows first if the period goes past them; then the sums are made again. */
export async function listBudgets(
  { db, caller, now }: { db: Database; caller: FinanceCaller; now: Date },
  period: Period,
): Promise<ReturnType<typeof presentBudget>[]> {
  const budgets = await findBudgets(db, caller.spaceId, period);
  const through = reachFor(period.end, dayIn(caller.timeZone, now));
  if (budgets.every(({ sums_reach: reach }) => reach >= through)) return budgets.map(presentBudget);
  await extendSpace(db, caller.spaceId, through, now);
  const extended = await findBudgets(db, caller.spaceId, period);
  return extended.map(presentBudget);
}
