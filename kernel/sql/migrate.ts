// Brings a schema up to date: ordered SQL files, each in a transaction of its own, under one lock for all replicas.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../operator_error.ts";
import { type Connection, openConnection } from "./connection.ts";
import { sql, trusted } from "./sql.ts";

export interface MigrateOptions {
  url: string;
  schema: string;
  /** Holds `001_what.sql`, `002_what.sql`, ... with unqualified names. */
  folder: string;
  /** Further steps that must not run twice at once, such as the job queue's own migrations. */
  also?: () => Promise<void>;
}

/** Applies what is missing and returns the names of the files applied. */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  return connected(options, async (connection) => {
    // Large tables take their time; waiting for the other migrators does too.
    await connection.script("set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await connection.script("select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'");
    // A session lock: a migrator that dies gives it back, and the next one goes on where it stopped.
    await connection.send(sql`select pg_advisory_lock(hashtext(${`cofre migrate ${options.schema}`}))`);
    await connection.script("set lock_timeout = 10000");
    await claimSchema(connection, options.schema);
    const applied = await applyMissing(connection, options);
    await options.also?.();
    return applied;
  });
}

/** True where every file of the folder has been applied to the schema. */
export async function isMigrated(options: Pick<MigrateOptions, "url" | "schema" | "folder">): Promise<boolean> {
  return connected(options, async (connection) => {
    const [ledger] = await connection.send(sql`select to_regclass('migrations') is not null as exists`);
    if (!(ledger as { exists: boolean }).exists) return false;
    const applied = new Set((await ledgerRows(connection)).map((row) => row.name));
    return readMigrations(options.folder).every((file) => applied.has(file.name));
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

async function claimSchema(connection: Connection, schema: string): Promise<void> {
  const [found] = await connection.send(sql`
    select count(*) as relations, coalesce(bool_or(c.relname = 'migrations'), false) as ours
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = ${schema}`);
  const { relations, ours } = found as { relations: number; ours: boolean };
  if (relations > 0 && !ours) {
    throw new OperatorError(
      `The schema "${schema}" of this database was made by another server and is left as it is. ` +
        "Point Cofre at another database or name another schema.",
    );
  }
  await inTransaction(connection, async () => {
    await connection.send(sql`create schema if not exists ${trusted(schema)}`);
    await connection.send(sql`
      create table if not exists migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`);
  });
}

async function applyMissing(connection: Connection, { schema, folder }: MigrateOptions): Promise<string[]> {
  const checksums = new Map((await ledgerRows(connection)).map((row) => [row.name, row.checksum]));
  const applied: string[] = [];
  for (const file of readMigrations(folder)) {
    const before = checksums.get(file.name);
    if (before === file.checksum) continue;
    if (before !== undefined) {
      throw new OperatorError(
        `${file.name} was changed after it had been applied to the schema "${schema}". Restore the file and add a new migration instead.`,
      );
    }
    try {
      await inTransaction(connection, async () => {
        await connection.script(file.text);
        await connection.send(sql`insert into migrations (name, checksum) values (${file.name}, ${file.checksum})`);
      });
    } catch (error) {
      const problem = (error as Error).message;
      throw new OperatorError(`${file.name} failed on the schema "${schema}" and was rolled back: ${problem}`, { cause: error });
    }
    applied.push(file.name);
  }
  return applied;
}

async function ledgerRows(connection: Connection): Promise<{ name: string; checksum: string }[]> {
  return [...(await connection.send(sql`select name, checksum from migrations`))] as { name: string; checksum: string }[];
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

function readMigrations(folder: string): { name: string; text: string; checksum: string }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    });
}
