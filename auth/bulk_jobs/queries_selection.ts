// Whom a job means: users by their ids, or by the filters of the list.
import type { Database, Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { type FilterQuery, readFilters } from "../admin/filters.ts";
import { matchingIds, planFreshly } from "../admin/queries_follow.ts";
import { fail } from "../errors.ts";
import type { JobSelection } from "./job.ts";
import { insertUsers } from "./queries_users.ts";

/** Of one job: they are written in one statement, which must not take longer than a request may. */
export const MOST_USERS = 20_000;

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

export function selectByFilter(filter: FilterQuery, now: Date): Selection {
  return { kept: { filter: { ...filter } }, users: matchingIds(readFilters(filter, now), MOST_USERS) };
}

export interface Preview {
  count: number;
  /** Of these no user is there any more. */
  missing: number;
  sample: { id: string; email: string | null; phone: string | null }[];
}

const SAMPLE = 10;

/** Throws where they are too many for one job. */
export function previewOf(db: Database, { users }: Selection): Promise<Preview> {
  return db.transaction(async (tx) => {
    const [, counts, sample] = await Promise.all([
      planFreshly(tx),
      tx.one<{ count: number; missing: number }>(sql`
        select count(users.id) as count, count(*) - count(users.id) as missing
          from (${users} limit ${MOST_USERS + 1}::int8) as selected
          left join users on users.id = selected.id`),
      tx.many<Preview["sample"][number]>(sql`
        select users.id, coalesce(users.email, users.sso_email) as email, users.phone
          from (${users}) as selected join users on users.id = selected.id
         order by selected.place
         limit ${SAMPLE}`),
    ]);
    if (counts.count + counts.missing > MOST_USERS) throw tooLarge();
    return { ...counts, sample };
  });
}

/** In the transaction that creates the job. */
export async function insertSelected(tx: Db, jobId: string, { users }: Selection): Promise<number> {
  const [, inserted] = await Promise.all([planFreshly(tx), insertUsers(tx, jobId, users, MOST_USERS + 1)]);
  if (inserted > MOST_USERS) throw tooLarge();
  return inserted;
}

const tooLarge = () => fail.bulkJobTooLarge({ values: { most: MOST_USERS } });
