// The statements on `own_deletions`: users who deleted their own account, for services that then erase their data.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

export interface OwnDeletion {
  user_id: string;
  deleted_at: Date;
}

export async function noteOwnDeletion(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.run(sql`insert into own_deletions (user_id, deleted_at) values (${userId}, ${now}) on conflict (user_id) do nothing`);
}

/** False if there is none. */
export async function deleteOwnDeletion(db: Db, userId: string): Promise<boolean> {
  return (await db.run(sql`delete from own_deletions where user_id = ${userId}`)) === 1;
}

/** Those deleted before that time, oldest first, without users that an administrator has created again. */
export function listOwnDeletions(db: Db, until: Date, most: number): Promise<OwnDeletion[]> {
  return db.many<OwnDeletion>(sql`
    select user_id, deleted_at
      from own_deletions
     where deleted_at <= ${until} and not exists (select from users where users.id = own_deletions.user_id)
     order by deleted_at, user_id
     limit ${most}`);
}
