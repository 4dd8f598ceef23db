// npm test: runs the test files on a PostgreSQL of our own that lives as long as the run, then a part of them again on one with settings
// that are not ours, and on the oldest supported one.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { startEmbeddedPostgres } from "../embedded_postgres/embedded_postgres.ts";
import { giveStrangeSettings } from "./strange_settings.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What meets the database: migrations and jobs, and every statement of the services on a walk through their endpoints. */
const WALKS = ["kernel/jobs.test.ts", "{auth,finance}/schema.test.ts", "{auth,finance}/query_plans.test.ts"];
const STATEMENTS = ["kernel/sql/*.test.ts"];
/** What shows that finance runs on a cluster, where somebody names one. */
const CLUSTER = [
  ...["finance/distribution/*.test.ts", "finance/model.test.ts", "finance/isolation.test.ts"],
  ...["finance/transactions/transactions_races.test.ts", "finance/transfers/transfers_together.test.ts"],
];

const PASSWORD = "test";

/** A server for the tests. */
interface Ground {
  title: string;
  /** The folder of its binaries, where it is not the one that everybody gets. */
  native?: string;
  settings: Record<string, string>;
  /** Its role has settings too, of the kind that somebody else's may have. */
  isStrange?: boolean;
}

/** Speed over safety: this database is thrown away. */
const QUICK = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "300",
  max_wal_size: "256MB",
};

const OURS: Ground = { title: "PostgreSQL 18", settings: QUICK };

/** As PostgreSQL is delivered, where the embedded engine is not. */
const STOCK: Ground = {
  title: "PostgreSQL 18 as others set it up",
  settings: { jit: "on", max_connections: "100", log_min_messages: "warning", timezone: "America/Sao_Paulo" },
  isStrange: true,
};

/** A folder in memory, where the machine has one: making a database is ten times as fast there, and the tests make hundreds. */
const MEMORY = "/dev/shm";
const ROOM_BYTES = 4 * 2 ** 30;

/** Test files wait more than they work, so a few run at once even on two cores. */
const RUNNER = ["--test-concurrency=4", "--test-timeout=120000"];

/** So many files may fail among all the others and are given a second try by themselves; more are no accident. */
const MOST_SECOND_TRIES = 3;

/** A test that hangs must not hang whoever waits for the run. */
const LONGEST_RUN_MS = 20 * 60_000;

async function main(): Promise<void> {
  const given = process.argv.slice(2);
  const options = given.filter((argument) => argument.startsWith("-"));
  const files = given.filter((argument) => !argument.startsWith("-"));
  if (files.length > 0) {
    const ground = process.env.COFRE_TEST_SETTINGS === "stock" ? STOCK : OURS;
    process.exit(await runOn(ground, (url) => runTests(url, given)));
  }
  const { COFRE_TEST_POSTGRES_15: native, COFRE_TEST_CITUS_URL: cluster } = process.env;
  delete process.env.COFRE_TEST_CITUS_URL;
  const runs: [Ground, string[]][] = [
    [OURS, ["**/*.test.ts"]],
    [STOCK, WALKS],
  ];
  if (native) runs.push([{ title: "PostgreSQL 15", native, settings: QUICK }, [...STATEMENTS, ...WALKS]]);
  for (const [ground, part] of runs) {
    const code = await runOn(ground, (url) => runWithSecondTry(url, [...options, ...part]));
    if (code !== 0) process.exit(code);
  }
  if (cluster) {
    process.env.COFRE_TEST_CITUS_URL = cluster;
    const code = await runOn({ title: "a Citus cluster", settings: QUICK }, (url) => runTests(url, [...options, ...CLUSTER]));
    if (code !== 0) process.exit(code);
  }
  if (!native) console.log("\nPostgreSQL 15 is not published for this machine: that part of the tests was not run.");
  process.exit(0);
}

/** A busy machine can make one test in thousands miss its moment. It is told, and it is told apart from what fails every time. */
async function runWithSecondTry(databaseUrl: string, testArguments: string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "cofre-test-"));
  const list = join(folder, "failed");
  const reporters = ["spec", "stdout", join(import.meta.dirname, "failed_files.ts"), list].map(
    (value, index) => `--test-reporter${index % 2 === 0 ? "" : "-destination"}=${value}`,
  );
  try {
    const code = await runTests(databaseUrl, [...reporters, ...testArguments]);
    const failed = (await readFile(list, "utf8").catch(() => "")).split("\n").filter((path) => path !== "");
    if (code === 0 || failed.length === 0 || failed.length > MOST_SECOND_TRIES) return code;
    console.log(`\nFailed among the others, and now tried by themselves:\n  ${failed.join("\n  ")}\n`);
    const secondCode = await runTests(databaseUrl, failed);
    if (secondCode === 0) console.log(`\nPassed at the second try only:\n  ${failed.join("\n  ")}`);
    return secondCode;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts a server, runs the tests on it, removes it; the exit code of the tests. */
async function runOn(ground: Ground, tests: (databaseUrl: string) => Promise<number>): Promise<number> {
  const { title, native, settings, isStrange } = ground;
  const home = await mkdtemp(join(await folderForDatabase(), "cofre-test-"));
  const server = await startEmbeddedPostgres({ home, password: PASSWORD, settings, ...(native && { native }) });
  try {
    if (!native) await makeSignInCheap(server.url);
    if (isStrange) await makeStrange(server.url);
    console.log(`\nTests on ${title}\n`);
    return await tests(server.url);
  } finally {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  }
}

async function makeStrange(url: string): Promise<void> {
  const admin = postgres(url, { max: 1 });
  await giveStrangeSettings(admin, "role current_user", (name) => !STOPS_TESTS.test(name));
  await admin.end();
}

/** Tests have connections of their own, which wait for each other and which nobody is in a hurry to use. */
const STOPS_TESTS = /_timeout$/;

/** Thousands of connections sign in, and each would hash the password 4,096 times. PostgreSQL before 16 knows no other number. */
async function makeSignInCheap(url: string): Promise<void> {
  const admin = postgres(url, { max: 1 });
  await admin.unsafe("set scram_iterations = 1");
  await admin.unsafe(`alter role current_user password '${PASSWORD}'`);
  await admin.end();
}

async function folderForDatabase(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => undefined);
  return memory && memory.bavail * memory.bsize >= ROOM_BYTES ? MEMORY : tmpdir();
}

function runTests(databaseUrl: string, testArguments: string[]): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const child = spawn(process.execPath, ["--test", ...RUNNER, ...testArguments], {
    cwd: ROOT,
    stdio: "inherit",
    timeout: LONGEST_RUN_MS,
    // Hundreds of files load the same modules, each in a process of its own.
    env: { ...process.env, COFRE_TEST_DATABASE_URL: databaseUrl, NODE_COMPILE_CACHE: join(ROOT, ".runtime/compile-cache") },
  });
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.on(signal, forward);
  child.on("close", (code) => {
    for (const signal of signals) process.off(signal, forward);
    resolve(code ?? 1);
  });
  return promise;
}

await main();
