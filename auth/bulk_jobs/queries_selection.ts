// Whom a job means: users by their ids.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { JobSelection } from "./job.ts";

/** Of one job. */
export const MOST_USERS = 100_000;

export interface Selection {
  /** As it is kept with the job. */
  kept: JobSelection;
  /** A statement with an `id` for each user, and their `place` among them. */
  users: Sql;
}

export function selectByIds(ids: readonly string[]): Selection {
  const distinct = [...new Set(ids.map((id) => id.toLowerCase()))];
  return {
    kept: { ids: distinct.length },
    users: sql`select id, place from unnest(${distinct}::uuid[]) with ordinality as chosen (id, place)`,
  };
}

export interface Preview {
  count: number;
  /** Of these no user is there any more. */
  missing: number;
  sample: { id: string; email: string | null; phone: string | null }[];
}

const SAMPLE = 10;

export async function previewOf(db: Db, { users }: Selection): Promise<Preview> {
  const [counts, sample] = await Promise.all([
    db.one<{ count: number; missing: number }>(sql`
      select count(users.id) as count, count(*) - count(users.id) as missing
        from (${users} limit ${MOST_USERS + 1}::int8) as selected
        left join users on users.id = selected.id`),
    db.many<Preview["sample"][number]>(sql`
      select users.id, coalesce(users.email, users.sso_email) as email, users.phone
        from (${users}) as selected join users on users.id = selected.id
       order by selected.place
       limit ${SAMPLE}`),
  ]);
  return { ...counts, sample };
}
