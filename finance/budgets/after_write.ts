// The budgets of a period as a write of several of them leaves them.
import { lastOfMonth } from "../calendar/day.ts";
import { completeUntil } from "../extension/far_days.ts";
import type { Period } from "../fields/period.ts";
import type { Reader } from "../post/reader.ts";
import type { StoredBudget } from "../tables/tables.ts";
import { presentBudget } from "./budget.ts";
import { listTreeSums } from "./queries.ts";
import { type BudgetSums, withCarry } from "./with_carry.ts";

interface WrittenBudgets {
  /** Of `listBudgetSums`. */
  stored: readonly BudgetSums[];
  written: readonly StoredBudget[];
  removed: readonly StoredBudget[];
}

export async function presentAfter(read: Reader, spaceId: number, period: Period, { stored, written, removed }: WrittenBudgets) {
  const replacedIds = new Set([...written, ...removed].map(({ id }) => id));
  const [space, sums] = await Promise.all([read.space, listTreeSums(read, spaceId, written)]);
  const reach = { end: period.end, extendedThrough: space.extended_through };
  const until = await completeUntil(read, spaceId, reach);
  const rows = [
    ...stored.filter(({ id }) => !replacedIds.has(id)),
    ...written.map((budget, index) => ({ ...budget, ...sums[index]!, sums_reach: space.extended_through })),
  ];
  return withCarry(rows, period).map((budget) =>
    presentBudget(budget, lastOfMonth(budget.date) > budget.sums_reach ? until : undefined),
  );
}
