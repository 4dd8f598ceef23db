import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

export async function isDistributed(db: Db): Promise<boolean> {
  const { is_citus } = await db.one<{ is_citus: boolean }>(
    sql`select to_regclass('pg_catalog.pg_dist_partition') is not null as is_citus`,
  );
  if (!is_citus) return false;
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

/** By the numbers of their groups, those that may have spaces. */
export async function listMachines(db: Db): Promise<number[]> {
  const rows = await db.many<{ machine: number }>(sql`
    select groupid as machine from pg_dist_node
     where noderole = 'primary' and isactive and shouldhaveshards
     order by groupid`);
  return rows.map(({ machine }) => machine);
}

/** Whether the machine answers the coordinator. One that was removed has nothing to answer. */
export async function answersItself(db: Db, machine: number): Promise<boolean> {
  const rows = await db.many<{ answers: boolean }>(sql`
    select citus_check_connection_to_node(nodename, nodeport) as answers from pg_dist_node
     where groupid = ${machine} and noderole = 'primary'`);
  return rows.every(({ answers }) => answers);
}
