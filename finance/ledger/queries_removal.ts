// What becomes of all that is booked, when the account or the category that it is booked on goes. It may be a million rows: they are
// taken in batches, each of which ends well within the time that a statement has. All in one transaction that holds the space's lock.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { type Act, changeInsert } from "../changes/queries.ts";
import { totalsCtes, turnoverCte } from "./queries_totals.ts";

const BATCH = 2_000;

/** The rows of an account go, its series end, and what came from it or went there becomes a plain row of the other account. */
export async function removeBookings(tx: Db, act: Act, accountId: number): Promise<void> {
  await planAfresh(tx);
  await inBatches(0, (lastId) => freeLegs(tx, act, accountId, lastId));
  await inBatches(NEWEST, (last) => deleteRows(tx, act, accountId, last));
  await inBatches(0, (lastId) => endSeries(tx, act, accountId, lastId));
}

/** All that is booked under a category is booked under another. */
export async function moveBookings(tx: Db, act: Act, fromId: number, toId: number): Promise<void> {
  await planAfresh(tx);
  await inBatches(NEWEST, (last) => moveRows(tx, act, { fromId, toId }, last));
  await inBatches(0, (lastId) => moveSeries(tx, act, { fromId, toId }, lastId));
}

/**
 * Plans that this connection made while the tables were small may read all of what is large now, once for every row. The server's own
 * checks of foreign keys have such plans too. And statistics may be as old: nothing here is better done than along an index.
 */
async function planAfresh(tx: Db): Promise<void> {
  await Promise.all([
    tx.run(sql`discard plans`),
    tx.run(sql`
      select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_bitmapscan', 'enable_sort']) as name`),
  ]);
}

/**
 * Each batch begins where the last one ended, and says where it ends itself; undefined if there was nothing left. To begin at the start
 * each time would mean to pass all that is gone already, which the index keeps until the transaction ends.
 */
async function inBatches<Place>(start: Place, batch: (last: Place) => Promise<Place | undefined>): Promise<void> {
  for (let last: Place | undefined = start; last !== undefined; last = await batch(last));
}

/** The place of a row among those of its account or category, newest first. */
interface RowPlace {
  date: string;
  id: number;
}

/** Before every row: no date is as late. */
const NEWEST: RowPlace = { date: "2200-01-01", id: 0 };

/** A CTE, `edge`: the last row of the next batch. And the condition for the batch: a range needs no join, whose plan could be a bad one. */
function rowBatch(
  spaceId: number,
  column: "account_id" | "category_id",
  id: number,
  last: RowPlace,
): { edgeCte: Sql; isInBatch: Sql } {
  const rest = sql`space_id = ${spaceId} and ${trusted(column)} = ${id} and (date, id) < (${last.date}::date, ${last.id}::bigint)`;
  const edgeCte = sql`
    edge as (
      select date, id
        from (select date, id from transactions where ${rest} order by date desc, id desc limit ${BATCH}) as batch
       order by date, id
       limit 1)`;
  return { edgeCte, isInBatch: sql`${rest} and (date, id) >= ((select date from edge), (select id from edge))` };
}

/** The same for what is taken by its id; `edge` has null where there is nothing left. */
function idBatch(table: "transactions" | "series", of: Sql, lastId: number): { edgeCte: Sql; isInBatch: Sql } {
  const edgeCte = sql`
    edge as (
      select max(id) as id
        from (select id from ${trusted(table)} where ${of} and id > ${lastId} order by id limit ${BATCH}) as batch)`;
  return { edgeCte, isInBatch: sql`${of} and id > ${lastId} and id <= (select id from edge)` };
}

async function edgeOf(tx: Db, statement: Sql): Promise<number | undefined> {
  const { id } = await tx.one<{ id: number | null }>(statement);
  return id ?? undefined;
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
           select account_id, category_id, date, paid, amount_cents, id as oposite_transaction_id, tags from new_rows),
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

function deleteRows(tx: Db, act: Act, accountId: number, last: RowPlace): Promise<RowPlace | undefined> {
  const { spaceId } = act.caller;
  const { edgeCte, isInBatch } = rowBatch(spaceId, "account_id", accountId, last);
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
 * A series whose rows are all gone goes too. One that has rows on other accounts, where somebody moved them, stays with the last of
 * them: they keep their numbers, and no more are made.
 */
function endSeries(tx: Db, { caller: { spaceId }, now }: Act, accountId: number, lastId: number): Promise<number | undefined> {
  const lastAccount = sql`(
    select account_id from transactions where space_id = ${spaceId} and series_id = series.id order by occurrence desc limit 1)`;
  const { edgeCte, isInBatch } = idBatch("series", sql`space_id = ${spaceId} and account_id = ${accountId}`, lastId);
  return edgeOf(
    tx,
    sql`
    with ${edgeCte},
         kept as (
           update series
              set account_id = ${lastAccount}, ended = true, updated_at = ${now}
            where ${isInBatch} and ${lastAccount} is not null),
         gone as (delete from series where ${isInBatch} and ${lastAccount} is null)
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
           select account_id, ${fromId}::int as category_id, date, paid, amount_cents, oposite_transaction_id, tags from new_rows),
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
