// The statements for other services: what they may know of a user, and what happened to users since they last asked.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { userWithIdentities } from "../identities/queries.ts";
import type { SignInUser } from "../users/queries.ts";
import type { UserWithIdentities } from "../users/user.ts";

/** The user whose password was just checked; undefined if the account changed while it was. */
export function findCheckedUser(db: Db, user: SignInUser, now: Date): Promise<UserWithIdentities | undefined> {
  return db.maybeOne<UserWithIdentities>(sql`
    select ${userWithIdentities}
      from users account
     where id = ${user.id} and encrypted_password = ${user.encrypted_password} and deleted_at is null
       and (banned_until is null or banned_until <= ${now})`);
}

export interface ChangesPage {
  changes: { id: number; user_id: string; change: string }[];
  /** Where the next page begins. */
  cursor: string;
  /** The given cursor names transactions that this database has not begun yet, so it is not from here. */
  is_ahead: boolean;
}

/**
 * The changes since a cursor, or none and the current end. A cursor is a snapshot: what it did not show is new. Ids are assigned
 * before the commit, so they could hide a later one. Older open transactions block nothing.
 */
export function readChanges(db: Db, after: string | undefined, most: number): Promise<ChangesPage> {
  const now = sql`pg_current_snapshot()`;
  const then = after === undefined ? now : sql`${after}::pg_snapshot`;
  return db.one<ChangesPage>(sql`
    select ${now}::text as cursor,
           pg_snapshot_xmax(${then}) > pg_snapshot_xmax(${now}) as is_ahead,
           coalesce((
             select json_agg(json_build_object('id', id, 'user_id', user_id, 'change', change) order by id)
               from (select id, user_id, change
                       from user_changes
                      where xid >= pg_snapshot_xmin(${then}) and xid < pg_snapshot_xmax(${now})
                        and not pg_visible_in_snapshot(xid, ${then})
                      limit ${most}) as unseen), '[]') as changes`);
}
