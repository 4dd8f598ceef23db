// Months that are far ahead, where fixed series have no rows yet.
import type { Db } from "../../kernel/sql/database.ts";
import { dayIn, lastOfMonth } from "../calendar/day.ts";
import { extendForAWhile } from "../ledger/extend.ts";
import { isPastSums, type Space } from "../ledger/queries_space.ts";
import { farthestEnd } from "../ledger/window.ts";

/** The day up to which fixed series must have their rows, so that sums up to `day` are the whole truth. */
export function reachFor(day: string, today: string): string {
  const farthest = farthestEnd(today);
  return day < farthest ? lastOfMonth(day) : farthest;
}

/**
 * Before a budget of that month is written, so that the answer counts what a list would. In the same transaction: a second one would
 * need another connection while this one is held. False where sums would no longer be exact; the transaction is of no use then.
 */
export async function reachMonth(tx: Db, space: Space, month: string, now: Date): Promise<boolean> {
  const through = reachFor(month, dayIn(space.time_zone, now));
  try {
    while (space.extended_through < through && !(await extendForAWhile(tx, space.space_id, through, now)));
    return true;
  } catch (error) {
    if (!isPastSums(error)) throw error;
    return false;
  }
}
