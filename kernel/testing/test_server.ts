// The PostgreSQL servers that tests run on: our own settings, those of others, and the oldest version.
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../embedded_postgres/embedded_postgres.ts";
import { plainClient } from "./plain_client.ts";
import { giveStrangeSettings } from "./strange_settings.ts";

export interface TestServer {
  title: string;
  /** The folder of its binaries, where it is not the one that everybody gets. */
  native?: string;
  settings: Record<string, string>;
  /** Its role has settings too, of the kind that somebody else's may have. */
  isStrange?: boolean;
}

/** Speed over safety: this database is thrown away. */
const QUICK = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300", max_wal_size: "256MB" };

export const OURS: TestServer = { title: "PostgreSQL 18", settings: QUICK };

/** As PostgreSQL is delivered, where the embedded engine is not. */
export const STOCK: TestServer = {
  title: "PostgreSQL 18 as others set it up",
  settings: { jit: "on", max_connections: "100", log_min_messages: "warning", timezone: "America/Sao_Paulo" },
  isStrange: true,
};

/** For what is not on the cluster. */
export const BESIDE_CLUSTER: TestServer = { title: "a Citus cluster", settings: QUICK };

/** Both in one: what is there for either is found, and the walks take a minute each. */
export const oldest = (native: string): TestServer => ({ ...STOCK, title: "PostgreSQL 15 as others set it up", native });

/** A folder in memory, where the machine has one: making a database is ten times as fast there, and the tests make hundreds. */
const MEMORY = "/dev/shm";
const ROOM_BYTES = 4 * 2 ** 30;
const PASSWORD = "test";

/** Starts the server, runs the tests on it, removes it; what became of the tests. */
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

/** For programs that use what tests do: a server of ours, while they work. */
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

/** Tests have connections of their own, which wait for each other and which nobody is in a hurry to use. */
const STOPS_TESTS = /_timeout$/;

/** Thousands of connections sign in, and each would hash the password 4,096 times. PostgreSQL before 16 knows no other number. */
async function makeSignInCheap(url: string): Promise<void> {
  await using admin = await plainClient(url);
  await admin.query("set scram_iterations = 1");
  await admin.query(`alter role current_user password '${PASSWORD}'`);
}

async function folderForDatabase(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => undefined);
  return memory && memory.bavail * memory.bsize >= ROOM_BYTES ? MEMORY : tmpdir();
}
