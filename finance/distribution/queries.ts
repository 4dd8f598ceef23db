import type { Connection } from "../../kernel/sql/connection.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { COORDINATOR_TABLES } from "../tables/tables.ts";

export interface Cluster {
  /** The version of the extension; null where there is none. */
  citus: string | null;
  nodes: { name: string; isActive: boolean; hasShards: boolean }[];
  /** Of spaces: those that have a space_id, without what is found before the space is known. */
  tables: { name: string; isDistributed: boolean }[];
  foreignKeys: { from: string; to: string; name: string; definition: string }[];
  /** How writes are posted, in every version that is there. */
  functions: { signature: string; isDistributed: boolean }[];
}

export async function lookIntoCluster(connection: Connection): Promise<Cluster> {
  const many = async <Row>(statement: Sql) => (await connection.send(statement)).rows as Row[];
  const [extension] = await many<{ version: string }>(
    sql`select extversion as version from pg_extension where extname = 'citus'`,
  );
  const isOf = (catalog: string, condition: string) =>
    extension ? trusted(`exists (select from ${catalog} where ${condition})`) : trusted("false");
  return {
    citus: extension?.version ?? null,
    nodes: extension
      ? await many(sql`
          select nodename || ':' || nodeport as name, isactive as "isActive", shouldhaveshards as "hasShards"
            from pg_dist_node
           where noderole = 'primary'
           order by nodeid`)
      : [],
    tables: await many(sql`
      select relname as name, ${isOf("pg_dist_partition", "logicalrelid = pg_class.oid and partmethod = 'h'")} as "isDistributed"
        from pg_class
        join pg_attribute on attrelid = pg_class.oid and attname = 'space_id' and not attisdropped
       where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> all(${COORDINATOR_TABLES}::text[])
       order by relname`),
    foreignKeys: await many(sql`
      select conrelid::regclass::text as "from", confrelid::regclass::text as "to", conname as name,
             pg_get_constraintdef(oid) as definition
        from pg_constraint
       where contype = 'f' and connamespace = current_schema()::regnamespace
       order by conname`),
    functions: await many(sql`
      select pg_proc.oid::regprocedure::text as signature,
             ${isOf("pg_dist_object", "objid = pg_proc.oid and distribution_argument_index is not null")} as "isDistributed"
        from pg_proc
       where pronamespace = current_schema()::regnamespace and proname ~ '^post_[0-9a-f]+$'
       order by proname`),
  };
}
