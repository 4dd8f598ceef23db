// Takes what posts have written out of a space that is erased for good, a portion at a time. All that is left goes with the row of the space.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

/** How many rows went, of `most` that were looked at. The two halves of a transfer refer to each other, so they go together. */
export async function deleteSomeTransactions(db: Db, spaceId: number, most: number): Promise<number> {
  const rows = await db.many<{ id: number; other: number | null }>(sql`
    select id, oposite_transaction_id as other from transactions where space_id = ${spaceId} order by id limit ${most}`);
  if (rows.length === 0) return 0;
  const ids = rows.flatMap(({ id, other }) => (other === null ? [id] : [id, other]));
  return db.run(sql`delete from transactions where space_id = ${spaceId} and id = any(${ids}::bigint[])`);
}

export async function deleteSomeLinks(db: Db, spaceId: number, most: number): Promise<number> {
  const { last } = await db.one<{ last: number | null }>(sql`
    select max(id) as last
      from (select id from source_links where space_id = ${spaceId} order by id limit ${most}) as portion`);
  return last === null ? 0 : db.run(sql`delete from source_links where space_id = ${spaceId} and id <= ${last}`);
}

/** Whole posts. */
export async function deleteSomeEntries(db: Db, spaceId: number, most: number): Promise<number> {
  const { last } = await db.one<{ last: number | null }>(sql`
    select max(version) as last
      from (select version from changes where space_id = ${spaceId} order by version, n limit ${most}) as portion`);
  return last === null ? 0 : db.run(sql`delete from changes where space_id = ${spaceId} and version <= ${last}`);
}
