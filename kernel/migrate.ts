// Brings a schema up to date: ordered SQL files, each in a transaction of its own, under one lock for all replicas.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { OperatorError } from "./operator_error.ts";

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
  const connection = postgres(options.url, {
    max: 1,
    onnotice: () => {},
    connection: { search_path: options.schema, application_name: `cofre migrate ${options.schema}`, lock_timeout: 10_000 },
  });
  try {
    // A session lock: a migrator that dies gives it back, and the next one goes on where it stopped.
    await connection`select pg_advisory_lock(hashtext(${`cofre migrate ${options.schema}`}))`;
    await claimSchema(connection, options.schema);
    const applied = await applyMissing(connection, options);
    await options.also?.();
    return applied;
  } finally {
    await connection.end({ timeout: 5 });
  }
}

/** True where every file of the folder has been applied to the schema. */
export async function isMigrated(options: Pick<MigrateOptions, "url" | "schema" | "folder">): Promise<boolean> {
  const connection = postgres(options.url, { max: 1, onnotice: () => {}, connection: { search_path: options.schema } });
  try {
    const [ledger] = await connection`select to_regclass('migrations') is not null as exists`;
    if (!ledger?.exists) return false;
    const rows = await connection<{ name: string }[]>`select name from migrations`;
    const applied = new Set(rows.map((row) => row.name));
    return readMigrations(options.folder).every((file) => applied.has(file.name));
  } finally {
    await connection.end({ timeout: 5 });
  }
}

async function claimSchema(connection: postgres.Sql, schema: string): Promise<void> {
  const [found] = await connection<{ relations: number; ours: boolean }[]>`
    select count(*)::int as relations, coalesce(bool_or(c.relname = 'migrations'), false) as ours
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = ${schema}`;
  if (found && found.relations > 0 && !found.ours) {
    throw new OperatorError(
      `The schema "${schema}" of this database was made by another server and is left as it is. ` +
        "Point Cofre at another database or name another schema.",
    );
  }
  await connection.begin(async (tx) => {
    await tx`create schema if not exists ${tx(schema)}`;
    await tx`
      create table if not exists migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`;
  });
}

async function applyMissing(connection: postgres.Sql, { schema, folder }: MigrateOptions): Promise<string[]> {
  const rows = await connection<{ name: string; checksum: string }[]>`select name, checksum from migrations`;
  const checksums = new Map(rows.map((row) => [row.name, row.checksum]));
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
      await connection.begin(async (tx) => {
        await tx.unsafe(file.text);
        await tx`insert into migrations (name, checksum) values (${file.name}, ${file.checksum})`;
      });
    } catch (error) {
      throw new OperatorError(`${file.name} failed on the schema "${schema}" and was rolled back: ${(error as Error).message}`, {
        cause: error,
      });
    }
    applied.push(file.name);
  }
  return applied;
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
