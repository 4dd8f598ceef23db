import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

export async function isDistributed(db: Db): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(
    sql`select to_regclass('pg_catalog.pg_dist_partition') is not null as found`,
  );
  if (!found) return false;
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from pg_dist_partition where logicalrelid = 'spaces'::regclass`);
  return count > 0;
}

/** The number of the group of machines that has the space. Asked of the coordinator alone. */
export async function findMachine(db: Db, spaceId: number): Promise<number> {
  const { machine } = await db.one<{ machine: number }>(sql`
    select groupid as machine from pg_dist_placement
     where shardid = get_shard_id_for_distribution_column('spaces', ${spaceId}::bigint)
     order by placementid
     limit 1`);
  return machine;
}
