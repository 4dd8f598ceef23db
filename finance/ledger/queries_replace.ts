// Puts purchases on other invoices, when the days of their card have changed.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { type Act, changeInsert } from "../changes/queries.ts";
import { inBatches, NEWEST, planAfresh, type RowPlace, rowBatch } from "./queries_batches.ts";
import { invoiceOn } from "./queries_invoice.ts";
import { isOldRow } from "./queries_rows.ts";
import { totalsCtes } from "./queries_totals.ts";

export interface Replacement {
  creditCardId: number;
  /** Purchases up to this day stay where they are. */
  after: string;
}

/**
 * Every purchase of a later day goes to the invoice that its date says, but for those whose invoice the client named. In a transaction that
 * holds the space's lock; false where an invoice with payments has lost or got one.
 */
export async function replacePurchases(tx: Db, act: Act, replacement: Replacement): Promise<boolean> {
  let leavesPaidAlone = true;
  await planAfresh(tx);
  await inBatches<RowPlace>(NEWEST, async (last) => {
    const batch = await replaceBatch(tx, act, replacement, last);
    if (batch?.touches_paid) leavesPaidAlone = false;
    return batch;
  });
  return leavesPaidAlone;
}

/** `changes` has only what changes. */
function replaceBatch(
  tx: Db,
  act: Act,
  { creditCardId, after }: Replacement,
  last: RowPlace,
): Promise<(RowPlace & { touches_paid: boolean }) | undefined> {
  const { spaceId } = act.caller;
  const { edgeCte, isInBatch } = rowBatch(spaceId, "credit_card_id", creditCardId, last, sql`date > ${after}::date`);
  const invoice = invoiceOn(spaceId, sql`transactions.credit_card_id`, sql`transactions.date`);
  const isMisplaced = sql`${isInBatch} and not invoice_pinned and credit_card_invoice_id <> ${invoice}`;
  return tx.maybeOne(sql`
    with ${edgeCte},
         old_rows as (select * from transactions where ${isMisplaced}),
         new_rows as (
           update transactions
              set credit_card_invoice_id = ${invoice}, updated_at = greatest(${act.now}::timestamptz, updated_at + interval '1 millisecond')
             from (select space_id as old_space_id, id as old_id, credit_card_invoice_id as old_invoice from old_rows) as old
            where ${isOldRow(spaceId)}
           returning transactions.*, old_invoice),
         ${totalsCtes(spaceId)},
         change as (${changeInsert(act, {
           action: "update",
           entity: "transaction",
           entityId: sql`id`,
           before: sql`jsonb_build_object('credit_card_invoice_id', old_invoice)`,
           after: sql`jsonb_build_object('credit_card_invoice_id', credit_card_invoice_id)`,
           from: sql`new_rows`,
         })}),
         touched as (
           select 1
             from card_invoices
            where space_id = ${spaceId} and credit_card_id = ${creditCardId} and payments > 0
              and invoice in (select credit_card_invoice_id from old_rows union all select credit_card_invoice_id from new_rows))
    select date, id, exists (select from touched) as touches_paid from edge`);
}
