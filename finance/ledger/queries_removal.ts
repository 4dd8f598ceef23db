// What becomes of all that is booked, when the account or the category that it is booked on goes. It may be a million rows: they are
// taken in batches, each of which ends well within the time that a statement has. All in one transaction that holds the space's lock.
import type { Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { type Act, changeInsert } from "../changes/queries.ts";
import { BATCH, edgeOf, idBatch, inBatches, NEWEST, planAfresh, type RowPlace, rowBatch } from "./queries_batches.ts";
import { isOldRow } from "./queries_rows.ts";
import { totalsCtes, turnoverCte } from "./queries_totals.ts";

const cardColumns = sql`credit_card_id, credit_card_invoice_id, paid_credit_card_id, paid_credit_card_invoice_id`;

/**
 * The rows of an account go, its series end, what came from it or went there becomes a plain row of the other account, and cards that it
 * paid are paid by the default one.
 */
export async function removeBookings(tx: Db, act: Act, accountId: number): Promise<void> {
  await planAfresh(tx);
  await inBatches(0, (lastId) => freeLegs(tx, act, accountId, lastId));
  await inBatches(NEWEST, (last) => deleteRows(tx, act, { column: "account_id", id: accountId }, last));
  await inBatches(0, (lastId) => endSeries(tx, act, { column: "account_id", id: accountId }, lastId));
  await freeCards(tx, act, accountId);
}

/** The purchases on a card go, its series end, and payments of its invoices become plain rows of the accounts that paid. */
export async function removeCardBookings(tx: Db, act: Act, cardId: number): Promise<void> {
  await planAfresh(tx);
  while (await freePayments(tx, act, cardId));
  await inBatches(NEWEST, (last) => deleteRows(tx, act, { column: "credit_card_id", id: cardId }, last));
  await inBatches(0, (lastId) => endSeries(tx, act, { column: "credit_card_id", id: cardId }, lastId));
}

/** All that is booked under a category is booked under another. */
export async function moveBookings(tx: Db, act: Act, fromId: number, toId: number): Promise<void> {
  await planAfresh(tx);
  await inBatches(NEWEST, (last) => moveRows(tx, act, { fromId, toId }, last));
  await inBatches(0, (lastId) => moveSeries(tx, act, { fromId, toId }, lastId));
}

/** `changes` has only what changes; the leg that goes is kept there whole. */
function freeLegs(tx: Db, act: Act, accountId: number, lastId: number): Promise<number | undefined> {
  const { spaceId } = act.caller;
  const ofAccount = sql`space_id = ${spaceId} and oposite_account_id = ${accountId}`;
  const { edgeCte, isInBatch } = idBatch("transactions", ofAccount, lastId);
  return edgeOf(
    tx,
    sql`
    with ${edgeCte},
         new_rows as (
           update transactions
              set oposite_transaction_id = null, oposite_account_id = null, updated_at = ${act.now}
            where ${isInBatch}
           returning *),
         old_rows as (
           select account_id, category_id, date, paid, amount_cents, id as oposite_transaction_id, tags, ${cardColumns} from new_rows),
         ${totalsCtes(spaceId)},
         change as (${changeInsert(act, {
           action: "update",
           entity: "transaction",
           entityId: sql`id`,
           before: sql`jsonb_build_object('oposite_account_id', ${accountId}::int)`,
           after: sql`jsonb_build_object('oposite_transaction_id', null, 'oposite_account_id', null)`,
           from: sql`new_rows`,
         })})
    select id from edge`,
  );
}

/** An account or a card that goes. */
interface Leaving {
  column: "account_id" | "credit_card_id";
  id: number;
}

function deleteRows(tx: Db, act: Act, { column, id }: Leaving, last: RowPlace): Promise<RowPlace | undefined> {
  const { spaceId } = act.caller;
  const { edgeCte, isInBatch } = rowBatch(spaceId, column, id, last);
  return tx.maybeOne<RowPlace>(sql`
    with ${edgeCte},
         old_rows as (delete from transactions where ${isInBatch} returning *),
         new_rows as (select * from transactions where space_id = ${spaceId} and false),
         ${totalsCtes(spaceId)},
         ${turnoverCte(spaceId)},
         series_totals as (
           update series
              set total_cents = total_cents - gone.cents
             from (select series_id, sum(amount_cents)::bigint as cents from old_rows group by series_id) as gone
            where space_id = ${spaceId} and id = gone.series_id and total_cents is not null),
         change as (${changeInsert(act, {
           action: "delete",
           entity: "transaction",
           entityId: sql`id`,
           before: sql`to_jsonb(old_rows)`,
           after: sql`null::jsonb`,
           from: sql`old_rows`,
         })})
    select date, id from edge`);
}

/**
 * A series whose rows are all gone goes too. One that has rows elsewhere, where somebody moved them, stays with the last of them: they
 * keep their numbers, and no more are made.
 */
function endSeries(
  tx: Db,
  { caller: { spaceId }, now }: Act,
  { column, id }: Leaving,
  lastId: number,
): Promise<number | undefined> {
  const last = (columns: string) => sql`(
    select ${trusted(columns)}
      from transactions
     where space_id = ${spaceId} and series_id = series.id
     order by occurrence desc
     limit 1)`;
  const { edgeCte, isInBatch } = idBatch("series", sql`space_id = ${spaceId} and ${trusted(column)} = ${id}`, lastId);
  return edgeOf(
    tx,
    sql`
    with ${edgeCte},
         kept as (
           update series
              set (account_id, credit_card_id) = ${last("account_id, credit_card_id")}, pinned_invoice = null, ended = true,
                  updated_at = ${now}
            where ${isInBatch} and exists ${last("id")}),
         gone as (delete from series where ${isInBatch} and not exists ${last("id")})
    select id from edge`,
  );
}

interface Move {
  fromId: number;
  toId: number;
}

/** `changes` has only what changes. What the totals need of the rows before is in the rows after, but for the category. */
function moveRows(tx: Db, act: Act, { fromId, toId }: Move, last: RowPlace): Promise<RowPlace | undefined> {
  const { spaceId } = act.caller;
  const { edgeCte, isInBatch } = rowBatch(spaceId, "category_id", fromId, last);
  return tx.maybeOne<RowPlace>(sql`
    with ${edgeCte},
         new_rows as (
           update transactions set category_id = ${toId}, updated_at = ${act.now} where ${isInBatch} returning *),
         old_rows as (
           select account_id, ${fromId}::int as category_id, date, paid, amount_cents, oposite_transaction_id, tags, ${cardColumns}
             from new_rows),
         ${totalsCtes(spaceId)},
         change as (${changeInsert(act, {
           action: "update",
           entity: "transaction",
           entityId: sql`id`,
           before: sql`jsonb_build_object('category_id', ${fromId}::int)`,
           after: sql`jsonb_build_object('category_id', category_id)`,
           from: sql`new_rows`,
         })})
    select date, id from edge`);
}

function moveSeries(tx: Db, act: Act, { fromId, toId }: Move, lastId: number): Promise<number | undefined> {
  const { spaceId } = act.caller;
  const { edgeCte, isInBatch } = idBatch("series", sql`space_id = ${spaceId} and category_id = ${fromId}`, lastId);
  return edgeOf(
    tx,
    sql`
    with ${edgeCte},
         moved as (update series set category_id = ${toId}, updated_at = ${act.now} where ${isInBatch})
    select id from edge`,
  );
}

/** True where some were freed; there may be more. A card has as many as somebody has paid, which is not too many to look at them again. */
async function freePayments(tx: Db, act: Act, cardId: number): Promise<boolean> {
  const { spaceId } = act.caller;
  const payments = sql`select * from transactions where space_id = ${spaceId} and paid_credit_card_id = ${cardId} limit ${BATCH}`;
  const { freed } = await tx.one<{ freed: number }>(sql`
    with old_rows as materialized (${payments}),
         new_rows as (
           update transactions
              set paid_credit_card_id = null, paid_credit_card_invoice_id = null, updated_at = ${act.now}
             from (select space_id as old_space_id, id as old_id from old_rows) as old
            where ${isOldRow(spaceId)}
           returning transactions.*),
         ${totalsCtes(spaceId)},
         change as (${changeInsert(act, {
           action: "update",
           entity: "transaction",
           entityId: sql`id`,
           before: sql`jsonb_build_object('paid_credit_card_id', paid_credit_card_id,
                                          'paid_credit_card_invoice_id', paid_credit_card_invoice_id)`,
           after: sql`jsonb_build_object('paid_credit_card_id', null, 'paid_credit_card_invoice_id', null)`,
           from: sql`old_rows`,
         })})
    select count(*) as freed from new_rows`);
  return freed > 0;
}

async function freeCards(tx: Db, act: Act, accountId: number): Promise<void> {
  const { spaceId } = act.caller;
  await tx.run(sql`
    with card as (
           update credit_cards
              set payment_account_id = null, updated_at = ${act.now}
            where space_id = ${spaceId} and payment_account_id = ${accountId}
           returning id)
    ${changeInsert(act, {
      action: "update",
      entity: "credit_card",
      entityId: sql`id`,
      before: sql`jsonb_build_object('payment_account_id', ${accountId}::int)`,
      after: sql`jsonb_build_object('payment_account_id', null)`,
      from: sql`card`,
    })}`);
}
