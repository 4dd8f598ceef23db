// Deletes a transaction, or with update_future and update_all those of its series; and a transfer by one of its legs.
import type { WriteInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { judge } from "../fields/record.ts";
import { deleteRows, findStored } from "../ledger/queries_change.ts";
import { deletePair } from "../ledger/queries_pair.ts";
import { lockSpace } from "../ledger/queries_space.ts";
import { presentTransaction } from "../ledger/row.ts";
import { readScope } from "./edit.ts";

/** What it was. */
export function removeTransaction({ record, ledger, act }: WriteInput<unknown>, id: number) {
  const { spaceId, timeZone } = act.caller;
  const scope = readScope(record);
  return ledger.transaction(async (tx) => {
    const [, stored] = await Promise.all([lockSpace(tx, spaceId), findStored(tx, spaceId, id)]);
    if (!stored) throw fail.recordUnknown();
    judge(record, presentTransaction(stored, timeZone));
    const isLeg = stored.oposite_transaction_id !== null;
    const deleted = isLeg ? await deletePair(tx, act, stored, "transaction") : await deleteRows(tx, act, stored, scope);
    return presentTransaction(deleted, timeZone);
  });
}
