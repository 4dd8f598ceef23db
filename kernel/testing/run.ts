// npm test: runs the test files on its own PostgreSQL, then some on the oldest supported version with unusual settings, and
// optionally on a cluster. Without --exhaustive it leaves out those that try every case.
import { ALL_TESTS, chosenFiles, EXHAUSTIVE, NoSuchTests } from "./chosen_files.ts";
import { SENDS_VARIABLE } from "./only_sends.ts";
import type { LeftOut } from "./outcome_reporter.ts";
import { ROOT } from "./root.ts";
import { leftOutLines, type Result, runFiles, runWithSecondTry } from "./run_files.ts";
import { BESIDE_CLUSTER, OURS, oldest, runOn, STOCK, type TestServer } from "./test_server.ts";

/** Migrations, jobs, and every statement of the services. */
const WALKS = ["kernel/jobs.test.ts", "{auth,finance}/schema.test.ts", "{auth,finance}/query_plans.test.ts"];
const STATEMENTS = ["kernel/sql/*.test.ts"];
/** Tests of finance on a cluster. */
const CLUSTER = [
  ...["finance/distribution/*.test.ts", "finance/model.test.ts", "finance/isolation.test.ts"],
  ...["finance/transactions/transactions_races.test.ts", "finance/transfers/transfers_together.test.ts"],
];

const ALL = "--exhaustive";

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  const isExhaustive = args.includes(ALL);
  const options = args.filter((argument) => argument.startsWith("-") && argument !== ALL);
  const request = args.filter((argument) => !argument.startsWith("-"));
  const { code, leftOut } = await (request.length > 0 ? runSome(options, request) : runAll(options, isExhaustive));
  if (leftOut.length > 0) console.log(leftOutLines(leftOut));
  return code;
}

function runSome(options: string[], question: string[]): Promise<Result> {
  const files = chosenFiles(ROOT, question);
  const server = process.env.COFRE_TEST_SETTINGS === "stock" ? STOCK : OURS;
  return runOn(server, (databaseUrl) => runFiles({ databaseUrl, options, files }));
}

async function runAll(options: string[], isExhaustive: boolean): Promise<Result> {
  const { COFRE_TEST_POSTGRES_15: native, COFRE_TEST_CITUS_URL: cluster } = process.env;
  delete process.env.COFRE_TEST_CITUS_URL;
  const runs: [TestServer, string[]][] = [[OURS, [ALL_TESTS]]];
  // Tests selected by name all run in the first round.
  if (!options.some((option) => option.startsWith("--test-name-pattern"))) {
    runs.push(native ? [oldest(native), [...STATEMENTS, ...WALKS]] : [STOCK, WALKS]);
    if (cluster) runs.push([BESIDE_CLUSTER, CLUSTER]);
  }
  const leftOut: LeftOut[] = [];
  for (const [server, part] of runs) {
    if (server === BESIDE_CLUSTER) process.env.COFRE_TEST_CITUS_URL = cluster;
    if (server !== OURS && !isExhaustive) process.env[SENDS_VARIABLE] = "true";
    const files = chosenFiles(ROOT, part).filter((file) => isExhaustive || !EXHAUSTIVE.includes(file));
    const ran = await runOn(server, (databaseUrl) => runWithSecondTry({ databaseUrl, options, files }));
    leftOut.push(...ran.leftOut);
    if (ran.code !== 0) return { code: ran.code, leftOut };
  }
  if (!isExhaustive) console.log(`\nLeft to "npm test -- ${ALL}": ${EXHAUSTIVE.length} files that try every case.`);
  if (!native) console.log("\nPostgreSQL 15 is not published for this machine: that part of the tests was run on 18.");
  return { code: 0, leftOut };
}

try {
  process.exit(await main());
} catch (error) {
  if (!(error instanceof NoSuchTests)) throw error;
  console.error(error.message);
  process.exit(1);
}
