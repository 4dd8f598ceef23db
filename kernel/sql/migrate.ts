// Migrates a schema: ordered SQL files, each in its own transaction, under one lock for all replicas.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../process/operator_error.ts";
import { VERSION } from "../process/version.ts";
import { type Connection, openConnection } from "./connection.ts";
import type { DatabaseFunction } from "./functions.ts";
import { type AppliedMigration, releaseAhead, tooNew } from "./newer_release.ts";
import { splitStatements } from "./split_statements.ts";
import { sql, trusted } from "./sql.ts";
import { isConflict, isLockTimeout } from "./sqlstate.ts";

const MOST_ATTEMPTS = 10;

interface MigrationFile {
  name: string;
  text: string;
  checksum: string;
}

export interface Migrations {
  /** Contains `001_what.sql`, `002_what.sql`, ... with unqualified names. */
  folder: string;
  /** Created after the files and never replaced, because an older release calls its own. A later file drops unused ones. */
  functions?: readonly DatabaseFunction[];
  /** The table of what was applied; `migrations` by default, a name that a schema with tables of others may lack. */
  history?: string;
  /** Steps under the same lock before the files, in a schema that is there. */
  before?: () => Promise<void>;
}

const HISTORY = "migrations";

export interface MigrateOptions extends Migrations {
  url: string;
  schema: string;
  /** The variable that names the schema; DB_NAMESPACE by default. */
  schemaVariable?: string;
  /** Advice for an operator whose schema belongs to another server. */
  movingIn?: string | undefined;
  /** Further steps under the same lock, such as the job queue's migrations. */
  also?: () => Promise<void>;
}

/** Applies what is missing and returns the names of the applied files and functions. */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  return connected(options, async (connection) => {
    // Large tables and other migrators take time.
    await connection.script("set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await connection.script("select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'");
    // A session lock: when a migrator dies, the next one continues.
    await connection.send(sql`select pg_advisory_lock(hashtext(${`cofre migrate ${options.schema}`}))`);
    await connection.script("set lock_timeout = 10000");
    await claimSchema(connection, options);
    await options.before?.();
    const applied = await applyMissing(connection, options);
    await options.also?.();
    return applied;
  });
}

/** The release that brought the schema further than this one can work with; undefined if there is none. */
export async function newerRelease(options: Pick<MigrateOptions, "url" | "schema"> & Migrations): Promise<string | undefined> {
  return connected(options, async (connection) => {
    const names = [...readMigrations(options.folder), ...(options.functions ?? [])].map(({ name }) => name);
    return releaseAhead(await appliedMigrations(connection, options), new Set(names));
  });
}

/** Whether everything has been applied to the schema. */
export async function isMigrated(options: Pick<MigrateOptions, "url" | "schema"> & Migrations): Promise<boolean> {
  return connected(options, async (connection) => {
    const { rows } = await connection.send(sql`select to_regclass(${options.history ?? HISTORY}) is not null as exists`);
    if (!(rows[0] as { exists: boolean }).exists) return false;
    const applied = new Set((await appliedMigrations(connection, options)).map((row) => row.name));
    return [...readMigrations(options.folder), ...(options.functions ?? [])].every(({ name }) => applied.has(name));
  });
}

async function connected<T>(
  { url, schema }: { url: string; schema: string },
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = openConnection({ url, schema, name: `cofre migrate ${schema}` }, () => {});
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

async function claimSchema(
  connection: Connection,
  { schema, schemaVariable = "DB_NAMESPACE", movingIn, history = HISTORY }: MigrateOptions,
): Promise<void> {
  const state = await readSchemaContents(connection, schema, history);
  if (state.foreign !== null) {
    throw new OperatorError(
      `The schema "${schema}" of this database belongs to another server and was not changed. It contains "${state.foreign}". ` +
        `Set ${schemaVariable} to the name of a schema for Cofre, such as cofre_${schema}, or use another database.${movingIn ? ` ${movingIn}` : ""}`,
    );
  }
  if (!state.isCreatable) throw mayNotCreate(schema);
  await inTransaction(connection, async () => {
    // Only if missing: the user may lack the right to create schemas.
    if (!state.exists) await connection.send(sql`create schema if not exists ${trusted(schema)}`);
    await connection.send(sql`
      create table if not exists ${trusted(history)} (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now(),
        release text
      )`);
  });
}

export function mayNotCreate(schema: string): OperatorError {
  return new OperatorError(
    `This database user may not create the schema "${schema}", or tables in it. Grant it CREATE on the database, and on the` +
      " schema where that exists.",
  );
}

export interface SchemaContents {
  exists: boolean;
  /** It contains our history of migrations. */
  isOurs: boolean;
  /** A relation in it, if the history is missing. */
  foreign: string | null;
  /** The user may create the schema or, if it exists, tables in it. */
  isCreatable: boolean;
}

/** Other servers have a table `migrations` too, with other columns. */
export async function readSchemaContents(connection: Connection, schema: string, history = HISTORY): Promise<SchemaContents> {
  const { rows } = await connection.send(sql`
    select n.oid is not null as exists, history.is_there as "isOurs",
           (select min(c.relname) from pg_class c
             where c.relnamespace = n.oid and c.relkind in ('r', 'v', 'm', 'f', 'p') and not history.is_there) as "foreign",
           case when n.oid is null then has_database_privilege(current_database(), 'create')
                else has_schema_privilege(n.oid, 'create') end as "isCreatable"
      from (select ${schema}::name as name) wanted
      left join pg_namespace n on n.nspname = wanted.name
      cross join lateral (
        select exists (select from pg_class c
                         join pg_attribute a on a.attrelid = c.oid
                        where c.relnamespace = n.oid and c.relname = ${history} and a.attname = 'checksum') as is_there) history`);
  return rows[0] as SchemaContents;
}

async function applyMissing(connection: Connection, options: MigrateOptions): Promise<string[]> {
  const { schema, folder, functions = [], history = HISTORY } = options;
  const before = await appliedMigrations(connection, options);
  const files = [...readMigrations(folder), ...functions];
  const newer = releaseAhead(before, new Set(files.map(({ name }) => name)));
  if (newer !== undefined) throw tooNew(schema, newer);
  const checksums = new Map(before.map((row) => [row.name, row.checksum]));
  const applied: string[] = [];
  for (const file of files) {
    const checksum = checksums.get(file.name);
    if (checksum === file.checksum) continue;
    if (checksum !== undefined) {
      throw new OperatorError(
        `${file.name} was changed after it had been applied to the schema "${schema}". Restore the file and add a new migration instead.`,
      );
    }
    try {
      await applyAgainstTraffic(connection, file, history);
    } catch (error) {
      const problem = (error as Error).message;
      throw new OperatorError(`${file.name} failed on the schema "${schema}" and was rolled back: ${problem}`, { cause: error });
    }
    applied.push(file.name);
  }
  return applied;
}

/** Replicas may serve meanwhile: a deadlock with them, or a lock that they hold for too long, is rolled back and tried again. */
async function applyAgainstTraffic(
  connection: Connection,
  { name, text, checksum }: MigrationFile,
  history: string,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(connection, async () => {
        for (const statement of splitStatements(text)) await connection.script(statement);
        // Schemas of earlier releases lack it.
        await connection.script(`alter table ${history} add column if not exists release text`);
        await connection.send(
          sql`insert into ${trusted(history)} (name, checksum, release) values (${name}, ${checksum}, ${VERSION})`,
        );
      });
    } catch (error) {
      if (!(isConflict(error) || isLockTimeout(error)) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

async function appliedMigrations(
  connection: Connection,
  { history = HISTORY }: Pick<Migrations, "history">,
): Promise<AppliedMigration[]> {
  const { rows } = await connection.send(
    sql`select name, checksum, to_jsonb(applied) ->> 'release' as release from ${trusted(history)} as applied`,
  );
  return rows as AppliedMigration[];
}

async function inTransaction(connection: Connection, work: () => Promise<void>): Promise<void> {
  await connection.script("begin");
  try {
    await work();
    await connection.script("commit");
  } catch (error) {
    if (connection.open) await connection.script("rollback");
    throw error;
  }
}

function readMigrations(folder: string): MigrationFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    });
}
