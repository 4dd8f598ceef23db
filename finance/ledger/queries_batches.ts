// Takes what may be a million rows in batches, each of which ends well within the time that a statement has. In a transaction that holds the
// space's lock.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";

export const BATCH = 2_000;

/**
 * Plans that this connection made while the tables were small may read all of what is large now, once for every row. The server's own
 * checks of foreign keys have such plans too. And statistics may be as old: nothing here is better done than along an index.
 */
export async function planAfresh(tx: Db): Promise<void> {
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
export async function inBatches<Place>(start: Place, batch: (last: Place) => Promise<Place | undefined>): Promise<void> {
  for (let last: Place | undefined = start; last !== undefined; last = await batch(last));
}

/** The place of a row among those of its account or category, newest first. */
export interface RowPlace {
  date: string;
  id: number;
}

/** Before every row: no date is as late. */
export const NEWEST: RowPlace = { date: "2200-01-01", id: 0 };

/** A CTE, `edge`: the last row of the next batch. And the condition for the batch: a range needs no join, whose plan could be a bad one. */
export function rowBatch(
  spaceId: number,
  column: "account_id" | "credit_card_id" | "category_id",
  id: number,
  last: RowPlace,
  also = sql`true`,
): { edgeCte: Sql; isInBatch: Sql } {
  const rest = sql`space_id = ${spaceId} and ${trusted(column)} = ${id} and (date, id) < (${last.date}::date, ${last.id}::bigint) and ${also}`;
  const edgeCte = sql`
    edge as (
      select date, id
        from (select date, id from transactions where ${rest} order by date desc, id desc limit ${BATCH}) as batch
       order by date, id
       limit 1)`;
  return { edgeCte, isInBatch: sql`${rest} and (date, id) >= ((select date from edge), (select id from edge))` };
}

/** The same for what is taken by its id; `edge` has null where there is nothing left. */
export function idBatch(table: "transactions" | "series", of: Sql, lastId: number): { edgeCte: Sql; isInBatch: Sql } {
  const edgeCte = sql`
    edge as (
      select max(id) as id
        from (select id from ${trusted(table)} where ${of} and id > ${lastId} order by id limit ${BATCH}) as batch)`;
  return { edgeCte, isInBatch: sql`${of} and id > ${lastId} and id <= (select id from edge)` };
}

export async function edgeOf(tx: Db, statement: Sql): Promise<number | undefined> {
  const { id } = await tx.one<{ id: number | null }>(statement);
  return id ?? undefined;
}
