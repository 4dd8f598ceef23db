// Deletes a transaction, or with update_future and update_all those of its series; and a transfer by one of its legs.
import { fail } from "../errors.ts";
import { throwIfInvalid } from "../fields/record.ts";
import type { Change } from "../post/change.ts";
import type { Reader } from "../post/reader.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { listSeriesRows } from "../rows/queries.ts";
import { presentTransaction } from "../rows/row.ts";
import { readScope } from "./edit_request.ts";
import { touchesFrom } from "./edit_row.ts";
import { endSeries } from "./edit_series.ts";
import type { Scope } from "./row_edit.ts";
import { editableTransaction, findStored, type StoredTransaction } from "./stored.ts";

/** What it was. */
export function removeTransaction({ record, act, write }: WriteInput<unknown>, id: number) {
  const { spaceId } = act.caller;
  const { value: scope, problems } = readScope(record);
  return write(async (read) => {
    const stored = await findStored(read, spaceId, id);
    if (!stored) throw fail.recordUnknown();
    const view = presentTransaction(editableTransaction(stored), act.caller.timeZone);
    throwIfInvalid(record, view, problems);
    return { ...(await removeRows(read, spaceId, stored, scope, act.now)), answer: view };
  });
}

/** Of a transfer both legs go. */
export async function removeRows(
  read: Reader,
  spaceId: number,
  stored: StoredTransaction,
  scope: Scope,
  now: Date,
): Promise<Change> {
  const { row, series, otherLeg } = stored;
  if (otherLeg) return { before: { transactions: [row, otherLeg] }, after: {} };
  if (!series) return { before: { transactions: [row] }, after: {} };
  const from = touchesFrom(stored, scope, {});
  const gone = from === undefined ? [row] : await listSeriesRows(read, spaceId, series.id, from);
  const cents = gone.reduce((sum, each) => sum + each.amount_cents, 0);
  const ended = endSeries(stored, scope, series, -cents, now);
  return { before: { transactions: gone, series: [series] }, after: { series: ended ? [ended] : [] } };
}
