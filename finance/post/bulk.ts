// Writes of any number of rows, which do not travel through the service: an account, a card or a category that goes, new days of a card.
// They are taken in batches, each of which ends well within the time that a statement has, in one transaction that keeps other posts out.
import type { Db } from "../../kernel/sql/database.ts";
import {
  addSums,
  type BatchCursor,
  type BatchRow,
  type BulkAct,
  deleteBatch,
  discardPlans,
  findBatch,
  logDeletion,
  logInvoices,
  logUpdate,
  moveToInvoices,
  type RowSet,
  updateBatch,
} from "./queries_bulk.ts";

export interface Bulk {
  deleteRows(rows: RowSet): Promise<void>;
  /** The columns that all rows have afterwards; null for none. */
  updateRows(rows: RowSet, set: Readonly<Record<string, number | null>>): Promise<void>;
  /** Puts purchases of a card on the invoices of their dates; those whose invoice the client named stay. */
  moveRows(rows: RowSet, invoiceOf: (date: string) => number): Promise<void>;
  /** How many entries of the log have been written so far. */
  readonly entries: number;
}

/** Says that a decision writes many rows. Nothing has been written then. */
export class NeedsLock extends Error {}

const requireLock = async () => {
  throw new NeedsLock("many rows are written only while the space is locked");
};

export const UNLOCKED_BULK: Bulk = { deleteRows: requireLock, updateRows: requireLock, moveRows: requireLock, entries: 0 };

/** Before every row: no date is as late. */
const NEWEST: BatchCursor = { date: "2200-01-01", id: 0 };

export function openBulk(tx: Db, getAct: () => Promise<BulkAct>): Bulk {
  let entries = 0;
  let isPlanned = false;

  /** Each batch begins where the last one ended: what is gone already stays in the index until the transaction ends. */
  async function inBatches(
    rows: RowSet,
    write: (act: BulkAct, batch: BatchRow[], n: number) => Promise<unknown>[],
  ): Promise<void> {
    const act = await getAct();
    if (!isPlanned) await discardPlans(tx);
    isPlanned = true;
    for (let last: BatchCursor = NEWEST; ; ) {
      const batch = await findBatch(tx, act.spaceId, rows, last);
      const end = batch.at(-1);
      if (!end) return;
      last = end;
      await Promise.all(write(act, batch, entries));
    }
  }

  const idsOf = (batch: readonly BatchRow[]) => {
    entries += batch.length;
    return batch.map(({ id }) => id);
  };

  return {
    deleteRows: (rows) =>
      inBatches(rows, (act, batch, n) => {
        const ids = idsOf(batch);
        return [addSums(tx, act.spaceId, -1, ids), logDeletion(tx, act, ids, n), deleteBatch(tx, act.spaceId, ids)];
      }),
    updateRows: (rows, set) =>
      inBatches(rows, (act, batch, n) => {
        const ids = idsOf(batch);
        return [
          addSums(tx, act.spaceId, -1, ids),
          logUpdate(tx, act, ids, n, set),
          updateBatch(tx, act, ids, set),
          addSums(tx, act.spaceId, 1, ids),
        ];
      }),
    moveRows: (rows, invoiceOf) =>
      inBatches(rows, (act, batch, n) => {
        const misplaced = batch.filter((row) => !row.invoice_pinned && row.credit_card_invoice_id !== invoiceOf(row.date));
        const ids = idsOf(misplaced);
        const moved = { ids, invoices: misplaced.map(({ date }) => invoiceOf(date)) };
        return [
          addSums(tx, act.spaceId, -1, ids),
          logInvoices(tx, act, moved, n),
          moveToInvoices(tx, act, moved),
          addSums(tx, act.spaceId, 1, ids),
        ];
      }),
    get entries() {
      return entries;
    },
  };
}
