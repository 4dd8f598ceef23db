// The statements by which sessions are seen and ended one by one. Only those that go on are seen.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { LISTED_COLUMNS, type ListedSession } from "./listed_session.ts";
import { hasTimedOut } from "./queries.ts";
import type { SessionLimits } from "./session_row.ts";

const columns = trusted(Object.keys(LISTED_COLUMNS).join(", "));

/** Those of a user, without those of apps, the one that was used last first. There are never many. */
export function listSessionsOf(db: Db, userId: string, limits: SessionLimits, now: Date): Promise<ListedSession[]> {
  return db.many<ListedSession>(sql`
    select ${columns} from sessions
     where user_id = ${userId} and client_id is null and ${goesOn(limits, now)}
     order by refreshed_at desc, id
     limit 1000`);
}

/** Beyond this many a total is a lower bound. */
const WITHIN_REACH = 10_000;

/** One page of everybody's, newest first. The total is always more than what was listed while there is more to list. */
export async function listSessions(
  db: Db,
  { page, perPage }: { page: number; perPage: number },
  limits: SessionLimits,
  now: Date,
): Promise<{ sessions: ListedSession[]; total: number }> {
  const offset = (page - 1) * perPage;
  const [rows, { counted }] = await Promise.all([
    db.many<ListedSession>(sql`
      select ${columns} from sessions
       where ${goesOn(limits, now)}
       order by created_at desc, id desc
       limit ${perPage + 1}::int8 offset ${offset}::int8`),
    db.one<{ counted: number }>(sql`
      select count(*) as counted
        from (select from sessions where ${goesOn(limits, now)} order by created_at desc, id desc limit ${WITHIN_REACH}::int8) as reached`),
  ]);
  return { sessions: rows.slice(0, perPage), total: Math.max(counted, rows.length === 0 ? 0 : offset + rows.length) };
}

function goesOn(limits: SessionLimits, now: Date): Sql {
  return sql`revoked_at is null and not ${hasTimedOut(limits, now)}`;
}

export interface SharedAddress {
  ip: string;
  sessions: number;
  users: number;
}

/** The address from which all of the newest sessions came; undefined if there are several, or too few to tell. */
export function findSharedAddress(db: Db): Promise<SharedAddress | undefined> {
  return db.maybeOne<SharedAddress>(sql`
    select min(ip) as ip, count(*)::int as sessions, count(distinct user_id)::int as users
      from (select ip, user_id from sessions where revoked_at is null order by created_at desc, id desc limit 200) newest
    having count(distinct ip) = 1 and count(*) >= 20 and count(distinct user_id) >= 5`);
}

/** Whose a session is; undefined if there is none. */
export async function findSessionOwner(db: Db, id: string): Promise<string | undefined> {
  const row = await db.maybeOne<{ user_id: string }>(sql`select user_id from sessions where id = ${id}`);
  return row?.user_id;
}

/** Removes it: access ends at once, also that of access tokens. False if the user has no such session. */
export async function deleteSession(tx: Db, userId: string, id: string): Promise<boolean> {
  return (await tx.run(sql`delete from sessions where id = ${id} and user_id = ${userId}`)) === 1;
}
