// The table `space_counts`, and what is counted for it: one space at a time, and never what is in a row.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

export interface SpaceCount {
  space_id: number;
  people: number;
  transactions: number;
  changes: number;
}

export interface FailingWebhooks {
  space_id: number;
  webhooks: number;
}

export interface Counts {
  spaces: number;
  /** On a machine of a cluster that was away. */
  unread: number;
  transactions: number;
  changes: number;
  database_bytes: number;
  /** The most transactions first. */
  largest: SpaceCount[];
  failing_webhooks: number;
  /** The most of them first. */
  failing: FailingWebhooks[];
}

/** Undefined where the space is not there yet. */
export function countRows(db: Db, spaceId: number): Promise<Omit<SpaceCount, "people"> | undefined> {
  return db.maybeOne<Omit<SpaceCount, "people">>(sql`
    select space_id,
           (select count(*) from transactions where space_id = ${spaceId}) as transactions,
           (select count(*) from changes where space_id = ${spaceId}) as changes
      from spaces
     where space_id = ${spaceId}`);
}

export async function countPeople(db: Db, spaceId: number): Promise<number> {
  const { people } = await db.one<{ people: number }>(sql`
    select (select count(*) from users where space_id = ${spaceId} and gone_at is null) +
           (select count(*) from members where space_id = ${spaceId}) as people`);
  return people;
}

/** Those that fail now, and those that were switched off because of it. */
export function listFailingWebhooks(db: Db): Promise<FailingWebhooks[]> {
  return db.many<FailingWebhooks>(sql`
    select space_id, count(*) as webhooks
      from webhooks
     where (enabled and failures > 0) or off_reason in ('failing', 'gone', 'secret_unreadable')
     group by space_id
     order by webhooks desc, space_id`);
}

export async function readDatabaseSize(db: Db): Promise<number> {
  const { bytes } = await db.one<{ bytes: number }>(sql`select pg_database_size(current_database()) as bytes`);
  return bytes;
}

export async function writeCounts(db: Db, counts: Counts, now: Date): Promise<void> {
  await db.run(sql`
    insert into space_counts (is_only, counted_at, counts) values (true, ${now}, ${counts}::jsonb)
    on conflict (is_only) do update set counted_at = excluded.counted_at, counts = excluded.counts`);
}

export function readCounts(db: Db): Promise<{ counted_at: Date; counts: Counts } | undefined> {
  return db.maybeOne(sql`select counted_at, counts from space_counts`);
}
