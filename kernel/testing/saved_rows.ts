// Saves all rows of a schema as text and restores them: data of old releases, for upgrade tests.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { migrate } from "../sql/migrate.ts";
import type { Template } from "./database.ts";
import { temporaryFolder } from "./folder.ts";
import { type PlainClient, plainClient } from "./plain_client.ts";

export interface SavedRows {
  schema: string;
  /** The migrations that created the tables. These files never change, so the tables themselves are not saved. */
  migrations: string[];
  /** The last value of each sequence. */
  sequences: Record<string, number>;
  tables: Record<string, Record<string, unknown>[]>;
}

/** One folder for each release. */
export const RELEASES: string = fileURLToPath(new URL("../../docs/releases", import.meta.url));

/** Releases that saved this file: the first one saved no data. */
export const releasesWith = (file: string): string[] =>
  readdirSync(RELEASES).filter((name) => existsSync(join(RELEASES, name, file)));

/** The database of an old release, which a starting service must migrate. `folder` contains the migrations. */
export const savedDatabase = (release: string, file: string, folder: string): Template => ({
  name: `${release} ${file}`,
  prepare: async (url) => {
    const rows = JSON.parse(gunzipSync(readFileSync(join(RELEASES, release, file))).toString()) as SavedRows;
    await migrateAsSaved(url, rows, folder);
    await putRows(url, rows);
  },
});

export const packed = (text: string): Uint8Array => gzipSync(text, { level: 9 });

/** One row for each line. */
export async function rowsText(url: string, schema: string): Promise<string> {
  await using client = await plainClient(url);
  await client.query(`set search_path to ${schema}; set timezone to 'UTC'`);
  const tables = (await tablesOf(client, schema)).filter((table) => table !== "migrations");
  const parts: string[] = [];
  for (const table of tables) {
    const lines = await column(client, `select to_jsonb(t)::text as value from ${table} as t order by 1`);
    parts.push(`${JSON.stringify(table)}:[${lines.length === 0 ? "" : `\n${lines.join(",\n")}\n`}]`);
  }
  const migrations = await column(client, "select name as value from migrations where name like '%.sql' order by 1");
  const sequences = await client.query<{ name: string; last: string }>(
    "select sequencename as name, last_value as last from pg_sequences where schemaname = $1 and last_value is not null order by 1",
    [schema],
  );
  const last = Object.fromEntries(sequences.map((each) => [each.name, Number(each.last)]));
  return `{"schema":${JSON.stringify(schema)},\n"migrations":${JSON.stringify(migrations)},\n"sequences":${JSON.stringify(last)},\n"tables":{${parts.join(",\n")}}}\n`;
}

/** Applies only the migrations that the release had. */
async function migrateAsSaved(url: string, { schema, migrations }: SavedRows, folder: string): Promise<void> {
  const missing = migrations.filter((name) => !readdirSync(folder).includes(name));
  if (missing.length > 0) throw new Error(`migrations of a release are gone: ${missing.join(", ")}`);
  await using copy = await temporaryFolder();
  for (const name of migrations) await copyFile(join(folder, name), join(copy.path, name));
  await migrate({ url, schema, folder: copy.path });
}

/** Replaces all rows. */
export async function putRows(url: string, { schema, tables, sequences }: SavedRows): Promise<void> {
  await using client = await plainClient(url);
  const all = (await tablesOf(client, schema)).filter((table) => table !== "migrations");
  // Rows come in any order, and no trigger runs.
  await client.query(`set session_replication_role = replica; set search_path to ${schema}`);
  await client.query(`begin; truncate ${all.join(", ")} cascade`);
  for (const [table, rows] of Object.entries(tables)) {
    if (rows.length === 0) continue;
    const columns = (await storedColumns(client, schema, table)).join(", ");
    await client.query(
      `insert into ${table} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  }
  for (const [name, last] of Object.entries(sequences)) await client.query("select setval($1::regclass, $2)", [name, last]);
  await client.query("commit");
}

function tablesOf(client: PlainClient, schema: string): Promise<string[]> {
  return column(client, "select tablename::text as value from pg_tables where schemaname = $1 order by 1", [schema]);
}

/** Without generated columns. */
function storedColumns(client: PlainClient, schema: string, table: string): Promise<string[]> {
  return column(
    client,
    `select column_name::text as value from information_schema.columns
      where table_schema = $1 and table_name = $2 and is_generated = 'NEVER' order by ordinal_position`,
    [schema, table],
  );
}

async function column(client: PlainClient, text: string, values: unknown[] = []): Promise<string[]> {
  return (await client.query<{ value: string }>(text, values)).map(({ value }) => value);
}
