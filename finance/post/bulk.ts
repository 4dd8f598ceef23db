// Writes any number of rows without reading them: deletions of an account, card or category, and new card days. Batches stay
// below the statement timeout, in one transaction under the space's lock.
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
  logReplacement,
  logUpdate,
  moveToInvoices,
  type Replacement,
  type RowSet,
  replaceCategory,
  updateBatch,
} from "./queries_bulk.ts";

export interface Bulk {
  deleteRows(rows: RowSet): Promise<void>;
  /** The columns that all rows have afterwards; null for none. */
  updateRows(rows: RowSet, set: Readonly<Record<string, number | null>>): Promise<void>;
  /** Of split rows that have a part under the category: the parts, and where it is theirs the rows, get another. */
  replaceInParts(by: Replacement): Promise<void>;
  /** Moves purchases of a card to the invoices of their dates, except those whose invoice the client named. */
  moveRows(rows: RowSet, invoiceOf: (date: string) => number): Promise<void>;
  /** Log entries written so far. */
  readonly entries: number;
}

/** Thrown when a decision writes many rows without the lock. Nothing has been written then. */
export class NeedsLock extends Error {}

const requireLock = async () => {
  throw new NeedsLock("many rows are written only while the space is locked");
};

export const UNLOCKED_BULK: Bulk = {
  deleteRows: requireLock,
  updateRows: requireLock,
  replaceInParts: requireLock,
  moveRows: requireLock,
  entries: 0,
};

/** Sorts before every row: no date is as late. */
const NEWEST: BatchCursor = { date: "2200-01-01", id: 0 };

export function openBulk(tx: Db, getAct: () => Promise<BulkAct>): Bulk {
  let entries = 0;
  let isPlanned = false;

  /** Each batch begins where the last one ended, because deleted rows stay in the index until the transaction ends. */
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
    replaceInParts: (by) =>
      inBatches({ partsUnder: by.from }, (act, batch, n) => {
        const ids = idsOf(batch);
        return [
          addSums(tx, act.spaceId, -1, ids),
          logReplacement(tx, act, ids, n, by),
          replaceCategory(tx, act, ids, by),
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
