// Opens a service's database: waits for it, checks it, migrates it.
import type { Log } from "../log/log.ts";
import { countDatabaseError, gauge } from "../telemetry/telemetry.ts";
import { type Database, type DatabaseOptions, openDatabase } from "./database.ts";
import { type Migrations, migrate } from "./migrate.ts";
import { readMaxConnections, type ServerFacts, waitForServer } from "./server.ts";

export interface StoreOptions extends Pick<DatabaseOptions, "maxIdleConnections" | "idleSeconds"> {
  url: string;
  schema: string;
  /** The variable that names the schema. */
  schemaVariable: string;
  movingIn?: string | undefined;
  migrations: Migrations;
  maxConnections: number;
  /** If not 0, the limit is this percentage of the server's connections instead. */
  connectionPercentage?: number;
  /** Further migrations under the same lock, such as the job queue's. */
  also?: () => Promise<void>;
  /** True for a database that needs no check or migration, such as a test's copy. */
  isPrepared?: boolean;
  log: Log;
}

const LONGEST_WAIT_SECONDS = 30;

/** Throws an error for the operator if it does not come, or cannot be used. */
export function awaitDatabase(url: string, log: Log): Promise<ServerFacts> {
  return waitForServer(url, LONGEST_WAIT_SECONDS, (problem) => log.warn({ problem }, "waiting for the database"));
}

/** Waits for the database and migrates the schema. */
export async function prepareStore({
  url,
  schema,
  schemaVariable,
  movingIn,
  migrations,
  also,
  log,
}: StoreOptions): Promise<void> {
  const facts = await awaitDatabase(url, log);
  const unsafe = facts.findings.filter(({ kind }) => kind === "losesWrites").map(({ setting }) => setting);
  if (unsafe.length > 0) log.error({ settings: unsafe }, "the database may lose what it has acknowledged");
  const applied = await migrate({ url, schema, schemaVariable, movingIn, ...migrations, ...(also && { also }) });
  if (applied.length > 0) log.info({ applied }, "the schema was brought up to date");
}

/** Additional connections to an open store, beside its own. */
export function openExtraConnections({ url, schema, maxConnections }: StoreOptions): Database {
  return openDatabase({ url, schema, maxConnections, name: `cofre ${schema}`, onError: countDatabaseError });
}

async function connectionLimit({ url, maxConnections, connectionPercentage = 0 }: StoreOptions): Promise<number> {
  if (connectionPercentage === 0) return maxConnections;
  return Math.max(1, Math.floor(((await readMaxConnections(url)) * connectionPercentage) / 100));
}

export async function openStore(options: StoreOptions): Promise<Database> {
  if (!options.isPrepared) await prepareStore(options);
  const { url, schema, maxIdleConnections, idleSeconds } = options;
  const db: Database = openDatabase({
    url,
    schema,
    maxConnections: await connectionLimit(options),
    maxIdleConnections,
    idleSeconds,
    name: `cofre ${schema}`,
    onError: countDatabaseError,
    onClose: () => forget(),
  });
  const forget = gauge("cofre.database.pending", "Statements and transactions under way", () => db.pending, { schema });
  return db;
}
