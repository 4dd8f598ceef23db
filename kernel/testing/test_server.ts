// PostgreSQL servers for tests: with our settings, with stock and unusual settings, and the oldest version.
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../embedded_postgres/embedded_postgres.ts";
import { plainClient } from "./plain_client.ts";
import { giveStrangeSettings } from "./strange_settings.ts";

export interface TestServer {
  title: string;
  /** The folder of its binaries, if not the default. */
  native?: string;
  settings: Record<string, string>;
  /** Its role has unusual settings too. */
  isStrange?: boolean;
}

/** Fast and unsafe: the database is thrown away. */
const QUICK = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300", max_wal_size: "256MB" };

export const OURS: TestServer = { title: "PostgreSQL 18", settings: QUICK };

/** PostgreSQL's default settings, where the embedded server differs. */
export const STOCK: TestServer = {
  title: "PostgreSQL 18 as others set it up",
  settings: { jit: "on", max_connections: "100", log_min_messages: "warning", timezone: "America/Sao_Paulo" },
  isStrange: true,
};

/** For databases outside of the cluster. */
export const BESIDE_CLUSTER: TestServer = { title: "a Citus cluster", settings: QUICK };

/** Both in one run, because each takes a minute. */
export const oldest = (native: string): TestServer => ({ ...STOCK, title: "PostgreSQL 15 as others set it up", native });

/** A folder in memory, if available: creating a database is ten times faster there. */
const MEMORY = "/dev/shm";
const ROOM_BYTES = 4 * 2 ** 30;
const PASSWORD = "test";

/** Starts the server, runs the tests on it, removes it, and returns the tests' result. */
export async function runOn<Result>(server: TestServer, tests: (databaseUrl: string) => Promise<Result>): Promise<Result> {
  const { title, native, settings, isStrange } = server;
  const home = await mkdtemp(join(await folderForDatabase(), "cofre-test-"));
  const running = await startEmbeddedPostgres({ home, password: PASSWORD, settings, ...(native && { native }) });
  try {
    if (!native) await makeSignInCheap(running.url);
    if (isStrange) await makeStrange(running.url);
    console.log(`\nTests on ${title}\n`);
    return await tests(running.url);
  } finally {
    await running.stop();
    await rm(home, { recursive: true, force: true });
  }
}

/** Runs work on a test server, for programs that use test support. */
export function onTestServer<Result>(work: () => Promise<Result>): Promise<Result> {
  return runOn(OURS, (url) => {
    process.env.COFRE_TEST_DATABASE_URL = url;
    return work();
  });
}

async function makeStrange(url: string): Promise<void> {
  await using admin = await plainClient(url);
  await giveStrangeSettings(admin, "role current_user", (name) => !STOPS_TESTS.test(name));
}

/** Tests have their own connections, which may wait for each other. */
const STOPS_TESTS = /_timeout$/;

/** Reduces the 4,096 hash rounds of each connection. PostgreSQL before 16 supports no other number. */
async function makeSignInCheap(url: string): Promise<void> {
  await using admin = await plainClient(url);
  await admin.query("set scram_iterations = 1");
  await admin.query(`alter role current_user password '${PASSWORD}'`);
}

async function folderForDatabase(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => undefined);
  return memory && memory.bavail * memory.bsize >= ROOM_BYTES ? MEMORY : tmpdir();
}
