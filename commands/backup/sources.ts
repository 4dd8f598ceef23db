// What is to be copied: the embedded database with everything in it, or each service's schemas in a database of the operator's.
import { createHash } from "node:crypto";
import { readAuthConfig } from "../../auth/config.ts";
import { readFinanceConfig } from "../../finance/config.ts";
import type { Environment } from "../../kernel/config/config.ts";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { connectClient } from "../../kernel/sql/client.ts";
import { waitForServer } from "../../kernel/sql/server.ts";
import { readAllInOneConfig } from "../all_in_one_config.ts";
import { readSecrets } from "../home.ts";
import { requireNoFaults } from "../problems.ts";
import { reachDatabase } from "../reach_database.ts";
import { type Copy, DATABASE_FOLDER } from "./manifest.ts";

export interface Source extends Copy {
  url: string;
  /** For a dump. */
  schemas: readonly string[];
}

export interface Sources extends AsyncDisposable {
  sources: Source[];
  schemas: { auth: string; finance: string };
  /** Distinguishes backups of several servers in one folder. */
  server: string;
  /** What is not covered. */
  notes: string[];
}

/** Each service's URL, undefined for the embedded database, and its schema. */
export function readDatabases(environment: Environment) {
  const { auth, finance } = readAllInOneConfig(environment);
  const ofDatabase = (fault: string) => /DATABASE_URL|DB_NAMESPACE/.test(fault);
  requireNoFaults({ faults: [...auth.faults, ...finance.faults].filter(ofDatabase) });
  return {
    auth: { url: readAuthConfig(environment).config.databaseUrl as string | undefined, schema: auth.config.dbNamespace },
    finance: { url: readFinanceConfig(environment).config.databaseUrl as string | undefined, schema: finance.config.dbNamespace },
  };
}

/** Its tables, those of others that refer to it, and ours belong together. */
function requireNotAdopted(environment: Environment): void {
  const { adoptedSchema } = readAuthConfig(environment).config;
  if (adoptedSchema !== undefined)
    throw new OperatorError(
      `The schema "${adoptedSchema}" is a Supabase's, so its database is backed up as a whole, by pg_dump or as you did before. Nothing was backed up.`,
    );
}

const LONGEST_WAIT_SECONDS = 5;
const SERVICES = ["auth", "finance"] as const;

export async function openSources(environment: Environment, home: string): Promise<Sources> {
  const databases = readDatabases(environment);
  requireNotAdopted(environment);
  await using opened = new AsyncDisposableStack();
  const sources: Source[] = [];
  const notes: string[] = [];
  const embedded = SERVICES.filter((service) => databases[service].url === undefined);
  if (embedded.length > 0 && (embedded.length === SERVICES.length || (await readSecrets(home)))) {
    // Standard output may be the backup.
    const { url, stop } = await reachDatabase(environment, undefined, console.error);
    opened.defer(stop);
    sources.push({
      kind: "base_backup",
      folder: DATABASE_FOLDER,
      services: embedded,
      url,
      postgres: await versionOf(url),
      schemas: [],
    });
  } else for (const service of embedded) notes.push(`${service} is not in this backup: no database is set for it here.`);
  const urls = new Set(SERVICES.map((service) => databases[service].url).filter((url) => url !== undefined));
  for (const url of urls) {
    const services = SERVICES.filter((service) => databases[service].url === url);
    const schemas = services.flatMap((service) => [databases[service].schema, `${databases[service].schema}_jobs`]);
    await requireSchemas(url, schemas);
    sources.push({ kind: "dump", folder: `${services.join("_")}.dump`, services, url, postgres: await versionOf(url), schemas });
  }
  const server = await identify((sources[0] as Source).url);
  const stack = opened.move();
  return {
    sources,
    schemas: { auth: databases.auth.schema, finance: databases.finance.schema },
    server,
    notes,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

async function versionOf(url: string): Promise<string> {
  return (await waitForServer(url, LONGEST_WAIT_SECONDS, () => {})).version;
}

/** pg_dump succeeds on an empty database, which would be a backup of nothing. */
async function requireSchemas(url: string, schemas: readonly string[]): Promise<void> {
  const existing = await ask<{ name: string }>(url, "select nspname as name from pg_namespace where nspname = any($1)", [
    schemas,
  ]);
  const missing = schemas.filter((schema) => !existing.some(({ name }) => name === schema));
  if (missing.length > 0)
    throw new OperatorError(
      `The database has no schema ${missing.join(", ")}, so there is nothing to back up. Try: npm run migrate`,
    );
}

/** Eight characters of a hash, because the name of a backup is no secret. */
async function identify(url: string): Promise<string> {
  const { host, pathname } = new URL(url);
  const rows = await ask<{ id: string }>(url, "select system_identifier::text as id from pg_control_system()").catch(() => []);
  return createHash("sha256")
    .update(rows[0]?.id ?? host + pathname)
    .digest("hex")
    .slice(0, 8);
}

export async function ask<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const { client, end } = await connectClient({ url, settings: {}, name: "cofre backup" });
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await end();
  }
}
