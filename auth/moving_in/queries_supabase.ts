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

/** One query for the whole batch: the source tables may lack an index by user, and one search per user would scan them. */
export function sourceUsersAfter(db: Db, id: string, most: number): Promise<SourceUser[]> {
  return db.many<SourceUser>(sql`
    with batch as materialized (select * from users where users.id > ${id}::uuid order by users.id limit ${most}),
         named as (select user_id, jsonb_agg(to_jsonb(identities) order by created_at) as list
                     from identities where user_id in (select batch.id from batch) group by user_id),
         shown as (select user_id, jsonb_agg(to_jsonb(mfa_factors) order by created_at) as list
                     from mfa_factors where user_id in (select batch.id from batch) group by user_id)
    select batch.id, to_jsonb(batch) as account, coalesce(named.list, '[]') as identities, coalesce(shown.list, '[]') as factors
      from batch
      left join named on named.user_id = batch.id
      left join shown on shown.user_id = batch.id
     order by batch.id`);
}
