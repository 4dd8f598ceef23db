// The table `notices`. On a cluster it stays on the coordinator, with the webhooks that it is about.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { Notice } from "./notice.ts";

type NoticeKey = Pick<Notice, "type" | "subject">;

/** As a table `named`. */
const namesOf = (notices: readonly NoticeKey[]): Sql => sql`
  unnest(${notices.map(({ type }) => type)}::text[], ${notices.map(({ subject }) => subject)}::bigint[]) as named (type, subject)`;

/** Those of these that were told before. */
export function listExistingNotices(db: Db, spaceId: number, notices: readonly NoticeKey[]): Promise<NoticeKey[]> {
  return db.many<NoticeKey>(sql`
    select type, subject from notices
     where space_id = ${spaceId}
       and (type, subject) in (select named.type, named.subject from ${namesOf(notices)})`);
}

/** Those that were not told before, in the order in which they are given, with their ids. */
export async function insertNotices(
  tx: Db,
  spaceId: number,
  notices: readonly Notice[],
  now: Date,
): Promise<(Notice & { id: number })[]> {
  const rows = await tx.many<NoticeKey & { id: number }>(sql`
    insert into notices (space_id, type, subject, created_at)
    select ${spaceId}::bigint, type, subject, ${now}::timestamptz
      from ${namesOf(notices)}
        on conflict do nothing
    returning id, type, subject`);
  return notices.flatMap((notice) => {
    const row = rows.find(({ type, subject }) => type === notice.type && subject === notice.subject);
    return row ? [{ ...notice, id: row.id }] : [];
  });
}

/** Some at a time; how many there were. */
export function deleteNotices(db: Db, before: Date, most: number): Promise<number> {
  return db.run(sql`
    delete from notices
     where id = any(array(select id from notices where created_at < ${before} order by created_at limit ${most}))`);
}

/** Of a space that is erased. */
export async function deleteNoticesOf(db: Db, spaceId: number): Promise<void> {
  await db.run(sql`delete from notices where space_id = ${spaceId}`);
}
