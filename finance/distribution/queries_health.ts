// What the coordinator knows of the other machines, and what each of them says of itself.
import type { Db } from "../../kernel/sql/database.ts";
import { CHECKED_SETTINGS } from "../../kernel/sql/server_settings.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";

export interface Node {
  name: string;
  port: number;
  isActive: boolean;
}

export interface ClusterFacts {
  /** Of the coordinator. */
  server: MachineFacts;
  /** The machines besides the coordinator. */
  nodes: Node[];
}

/** What a machine says of itself. */
export interface MachineFacts {
  /** "15.18" */
  version: string;
  /** Of the extension. */
  citus: string | null;
  /** `pg_settings.setting` by name. */
  settings: Record<string, string>;
}

const QUESTION = `
  select jsonb_build_object(
    'version', split_part(current_setting('server_version'), ' ', 1),
    'citus', (select extversion from pg_extension where extname = 'citus'),
    'settings', (select jsonb_object_agg(name, setting) from pg_settings
                  where name in ('wal_level', ${CHECKED_SETTINGS.map((name) => `'${name}'`).join(", ")})))`;

/** Of a database in which finance is distributed. */
export async function findCluster(db: Db): Promise<ClusterFacts> {
  const { facts: server } = await db.one<{ facts: MachineFacts }>(sql`select (${trusted(QUESTION)}) as facts`);
  const nodes = await db.many<Node>(sql`
    select nodename as name, nodeport as port, isactive as "isActive" from pg_dist_node
     where noderole = 'primary' and groupid > 0
     order by nodeid`);
  return { server, nodes };
}

/** Undefined where the machine does not answer the coordinator. */
export async function askMachine(db: Db, { name, port }: Node): Promise<MachineFacts | undefined> {
  const { success, result } = await db.one<{ success: boolean; result: string }>(sql`
    select success, result from master_run_on_worker(array[${name}::text], array[${port}::int], array[${QUESTION}::text], false)`);
  return success ? (JSON.parse(result) as MachineFacts) : undefined;
}
