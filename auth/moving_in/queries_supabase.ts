// What is read from a Supabase Auth database.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

/** Columns by their names, because versions differ. */
export type Row = Record<string, unknown>;

export interface SourceUser {
  id: string;
  account: Row;
  identities: Row[];
  factors: Row[];
}

export async function countSourceUsers(db: Db): Promise<number> {
  return (await db.one<{ count: number }>(sql`select count(*) as count from users`)).count;
}

export function sourceUsersAfter(db: Db, id: string, most: number): Promise<SourceUser[]> {
  return db.many<SourceUser>(sql`
    select users.id, to_jsonb(users) as account,
           (select coalesce(jsonb_agg(to_jsonb(identities) order by identities.created_at), '[]')
              from identities where identities.user_id = users.id) as identities,
           (select coalesce(jsonb_agg(to_jsonb(mfa_factors) order by mfa_factors.created_at), '[]')
              from mfa_factors where mfa_factors.user_id = users.id) as factors
      from users where users.id > ${id}::uuid order by users.id limit ${most}`);
}
