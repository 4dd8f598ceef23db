// npm run bench: measures speed, distance from the machine's limit, growth with data, and behaviour under overload.
import { mkdir, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { VERSION } from "../../kernel/process/version.ts";
import { openDatabase } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { compareAuth } from "./against.ts";
import { compareCluster } from "./cluster.ts";
import { type GrowthPoint, measureSpaceGrowth, measureUserGrowth } from "./growth.ts";
import { HOT_PATHS, measureHotPaths } from "./hot_paths.ts";
import { targetOf } from "./http_text.ts";
import type { Measured } from "./measure.ts";
import { measureIdle, withFullLoad } from "./memory.ts";
import { missedGoals } from "./missed_goals.ts";
import { HELP, type Options, readOptions } from "./options.ts";
import { measureOverload } from "./overload.ts";
import { makeUsers } from "./people.ts";
import { measureReceipts } from "./receipts.ts";
import { renderChart } from "./report_chart.ts";
import { renderText } from "./report_text.ts";
import { GOALS, type Results } from "./results.ts";
import { openStage, type Stage } from "./stage.ts";
import { measureStarts } from "./starts.ts";
import { type ListTime, measureUserLists } from "./user_lists.ts";
import { startWorkers, type Workers } from "./workers.ts";

const WHOLE = {
  rounds: 5,
  seconds: 3,
  bulk: 10_000,
  users: [1_000, 100_000, 1_000_000],
  rows: [1_000, 10_000, 100_000, 1_000_000],
};
const QUICK = { rounds: 3, seconds: 1, bulk: 1_000, users: [1_000, 20_000], rows: [1_000, 10_000] };

/** Concurrent callers at the workload's peak; hashing peaks with few. */
const OVERLOADS: Record<string, number> = { "sign-in": 8, "get user": 32 };

const USERS = 32;

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(HELP);
  const say = options.json ? (line: string) => console.error(line) : (line: string) => console.log(line);
  await using opened = new AsyncDisposableStack();
  stopOnSignals(opened);
  const stage = opened.use(await openStage({ profile: options.profile && resolve(options.profile), say }));
  const workers = opened.use(startWorkers());
  const results = await emptyResults(stage, options);
  const run = options.against ? runAgainst : options.cluster ? runCluster : options.adopted ? runAdopted : runAll;
  await run(options, stage, workers, results, say);
  console.log(options.json ? JSON.stringify(results, null, 2) : `\n${renderText(results)}`);
  // Short rounds are too imprecise to fail.
  if (!options.quick && missedGoals(results).length > 0) process.exitCode = 1;
  if (options.out === undefined) return;
  const folder = resolve(options.out);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "results.json"), `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(join(folder, "chart.svg"), renderChart(results));
  say(`Written: ${join(options.out, "results.json")} and chart.svg`);
}

async function runAll(options: Options, stage: Stage, workers: Workers, results: Results, say: (line: string) => void) {
  const plan = { stage, workers, say, ...(options.quick ? QUICK : WHOLE) };
  const wants = (part: string) => options.only?.includes(part) ?? true;
  const startPair = async () => {
    const auth = await stage.startAuth();
    return { auth, finance: await stage.startFinance(auth) };
  };
  // The first start after a change fills the compile cache, so it is not measured.
  const first = await startPair();
  await Promise.all([first.auth.end(), first.finance.end()]);
  const pair = await startPair();
  const { auth, finance } = pair;
  const idle = await measureIdle(pair);
  // A failure is reported, and keeps earlier results.
  const attempt = async (part: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      results.notMeasured.push(`${part}, because ${(error as Error).message}`);
      process.exitCode = 1;
    }
  };
  const done = (measured: Measured) => {
    const goal = GOALS[measured.workload];
    results.hotPaths.push(goal === undefined ? measured : { ...measured, goal });
  };
  if (HOT_PATHS.some(wants)) {
    await attempt("a part of the hot paths", () => measureHotPaths({ ...plan, wants, done, attempt }, pair));
    const isNamed = (name: string) => results.notMeasured.some((each) => each.startsWith(`${name},`));
    const isMissing = (name: string) =>
      wants(name) && !isNamed(name) && !results.hotPaths.some(({ workload }) => workload === name);
    results.notMeasured.push(...HOT_PATHS.filter(isMissing));
  }
  results.memory = idle.map((use) => withFullLoad(use, results.hotPaths));
  const overloads = wants("overload") ? Object.entries(OVERLOADS) : [];
  for (const [workload, lanes] of overloads) {
    say(`Measuring ${workload} at four times its capacity ...`);
    await attempt(`overload of ${workload}`, async () => {
      const server = { target: auth.target, adminToken: stage.adminToken };
      const users = await makeUsers(server, USERS, `overload-${Date.now().toString(36)}`);
      const supplies = { targets: [auth.target, finance.target], users, members: [], linkTokens: [], seed: "overload" };
      results.overload.push(await measureOverload({ workers, supplies, workload, lanes, seconds: plan.seconds * 2 }));
    });
  }
  const growing = { ...plan, seconds: options.quick ? 0.5 : 1 };
  const add = async (points: Promise<GrowthPoint[]>) => results.growth.push(...(await points));
  if (wants("pages"))
    await attempt("pages", async () => {
      // Needs development packages, which may be missing.
      const { measurePages } = await import("./pages.ts");
      Object.assign(results, await measurePages({ ...plan, rounds: options.quick ? 3 : 15 }, pair));
    });
  if (wants("starts"))
    await attempt("starts of the package", async () => {
      say("Measuring how the package starts ...");
      results.starts.push(...(await measureStarts(options.quick ? 1 : 5)));
    });
  if (wants("receipts"))
    await attempt("receipts", async () => {
      say("Measuring uploads of receipts ...");
      results.receipts.push(...(await measureReceipts(stage, { auth, rounds: options.quick ? 3 : 9 })));
    });
  if (wants("user growth")) await attempt("user growth", () => add(measureUserGrowth(growing)));
  if (wants("user lists")) {
    const counts: [number, number] = [1_000, options.users ?? (options.quick ? 20_000 : 1_000_000)];
    const done = (time: ListTime) => results.lists.push(time);
    await attempt("a part of the user lists", () =>
      measureUserLists({ stage, users: counts, rounds: options.quick ? 2 : 10, say, done }),
    );
  }
  if (wants("space growth")) await attempt("space growth", () => add(measureSpaceGrowth(growing, pair)));
}

async function runAgainst(options: Options, stage: Stage, workers: Workers, results: Results, say: (line: string) => void) {
  const { url, key } = options.against as NonNullable<Options["against"]>;
  const auth = await stage.startAuth();
  const ours = { target: auth.target, adminToken: stage.adminToken };
  const theirs = { target: targetOf(url), adminToken: key, headers: { apikey: key } };
  const { rounds, seconds } = options.quick ? QUICK : WHOLE;
  const wants = (part: string) => options.only?.includes(part) ?? true;
  results.compared = await compareAuth({ workers, servers: { ours, theirs }, rounds, seconds, wants, say });
}

async function runAdopted(options: Options, stage: Stage, workers: Workers, results: Results, say: (line: string) => void) {
  const { adminToken } = stage;
  const [adopted, plain] = [await stage.startAdopted(), await stage.startAuth()];
  const servers = { adopted: { target: adopted.target, adminToken }, plain: { target: plain.target, adminToken } };
  const { rounds, seconds } = options.quick ? QUICK : WHOLE;
  const wants = (part: string) => options.only?.includes(part) ?? true;
  results.compared = await compareAuth({ workers, servers, rounds, seconds, wants, say });
}

async function runCluster(options: Options, stage: Stage, workers: Workers, results: Results, say: (line: string) => void) {
  const { rounds, seconds } = options.quick ? QUICK : WHOLE;
  const wants = (part: string) => options.only?.includes(part) ?? true;
  const clusterUrl = options.cluster as string;
  results.compared = await compareCluster({ workers, stage, clusterUrl, rounds, seconds, wants, say });
}

async function emptyResults(stage: Stage, { quick }: Options): Promise<Results> {
  const db = openDatabase({ url: stage.databaseUrl, schema: "public", maxConnections: 1, name: "cofre bench" });
  const { version } = await db.one<{ version: string }>(
    sql`select 'PostgreSQL ' || current_setting('server_version') as version`,
  );
  await db.close();
  const [processor] = cpus();
  return {
    startedAt: new Date().toISOString(),
    version: VERSION,
    quick,
    machine: {
      cores: cpus().length,
      model: processor?.model ?? "unknown",
      memoryGib: Math.round(totalmem() / 2 ** 30),
      node: process.versions.node,
      postgres: version,
    },
    ...{
      hotPaths: [],
      memory: [],
      growth: [],
      lists: [],
      overload: [],
      pages: [],
      paints: [],
      starts: [],
      receipts: [],
      compared: [],
      notMeasured: [],
    },
  };
}

/** Stops everything that was started, and removes the temporary database. */
function stopOnSignals(opened: AsyncDisposableStack): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      console.error("Stopped: ending all processes.");
      void opened.disposeAsync().finally(() => process.exit(1));
    });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
