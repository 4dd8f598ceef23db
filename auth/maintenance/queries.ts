// The table `maintenance_runs`, and what the database says of itself.
import type { Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";

export const RUN_KINDS = ["housekeeping", "backup", "verify"] as const;
export type RunKind = (typeof RUN_KINDS)[number];

export interface Run {
  kind: RunKind;
  startedAt: Date;
  endedAt: Date;
  /** Null where it went well. */
  error: string | null;
  details: Readonly<Record<string, unknown>>;
}

const KEPT_RUNS = 100;

/** Writes a run down, and forgets those long before it. */
export async function noteRun(db: Db, { kind, startedAt, endedAt, error, details }: Run): Promise<void> {
  await db.run(sql`
    insert into maintenance_runs (kind, started_at, ended_at, error, details)
    values (${kind}, ${startedAt}, ${endedAt}, ${error?.slice(0, 1000) ?? null}, ${details}::jsonb)`);
  await db.run(sql`
    delete from maintenance_runs
     where kind = ${kind}
       and id <= (select id from maintenance_runs where kind = ${kind} order by id desc offset ${KEPT_RUNS}::int8 limit 1)`);
}

export interface NotedRun {
  kind: RunKind;
  started_at: Date;
  ended_at: Date;
  error: string | null;
  details: { removed?: Record<string, number>; bytes?: number; scheduled?: boolean; created_at?: string };
}

/** Newest first. */
export function listRuns(db: Db, kind: RunKind, most: number): Promise<NotedRun[]> {
  return db.many<NotedRun>(sql`
    select kind, started_at, ended_at, error, details
      from maintenance_runs
     where kind = ${kind}
     order by id desc
     limit ${most}::int8`);
}

export interface DatabaseFacts {
  version: string;
  bytes: number;
  migrations: number;
  last_migration: string;
  migrated_at: Date;
}

/** `history`: the table of the applied migrations. */
export function readDatabaseFacts(db: Db, history: string): Promise<DatabaseFacts> {
  const applied = trusted(history);
  return db.one<DatabaseFacts>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
           count(*)::int as migrations, max(name) filter (where name ~ '^[0-9]') as last_migration, max(applied_at) as migrated_at
      from ${applied}`);
}
