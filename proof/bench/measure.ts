// Measures workloads in rounds: the service and the bare loop, in alternating order.
import { median, medianRatio, sum } from "../harness/statistics.ts";
import { type CeilingResult, hasCeiling } from "./ceiling.ts";
import type { CeilingSupplies } from "./ceiling_statements.ts";
import type { Supplies } from "./lanes.ts";
import type { LoadJob, LoadResult } from "./load.ts";
import { quietRounds } from "./quiet_rounds.ts";
import type { RunningProcess, Stage } from "./stage.ts";
import type { Workers } from "./workers.ts";

export interface Measured {
  workload: string;
  /** Good answers per second, the median of the rounds; also below. */
  eachSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** The highest memory use of the processes. */
  memoryMib: number;
  statementsPerRequest: number;
  /** The services' CPU time for each request, without the database. On a busy machine it is more reliable than the rate. */
  cpuMicroseconds: number;
  /** The largest share of CPU time that other processes took in a round. */
  taken: number;
  /** Unexpected answers in all rounds. */
  bad: number;
  complaint?: string;
  ceiling?: { eachSecond: number; ratio: number; cpuMicroseconds: number };
}

export interface Plan {
  workload: string;
  lanes: number;
  rounds: number;
  seconds: number;
  /** Fills the data for the others: run once, on a busy machine too. */
  fills?: boolean;
}

export interface Bench {
  stage: Stage;
  workers: Workers;
  processes: RunningProcess[];
  supplies: Supplies;
  ceilingSupplies: CeilingSupplies;
  /** New supplies before each round, for one-time data. */
  restock?(round: number): Promise<void>;
}

/** Requests until the code is optimized. */
const WARM_UP_REQUESTS = 2_000;
/** The limit in rounds, for slow workloads. */
const WARM_UP_ROUNDS = 10;

export async function measure(bench: Bench, plan: Plan): Promise<Measured> {
  const { workload, lanes, rounds, seconds, fills = false } = plan;
  const { stage, workers, supplies, ceilingSupplies, processes } = bench;
  const job = { workload, lanes, seconds };
  let memoryMib = 0;

  const load = async (): Promise<Load> => {
    await stage.countStatements();
    const cpuBefore = cpuOf(processes);
    const result = await workers.load({ ...job, supplies });
    const cpuSeconds = cpuOf(processes) - cpuBefore;
    memoryMib = Math.max(memoryMib, sum(processes.map((each) => each.residentMib())));
    return { result, cpuSeconds, statements: await stage.countStatements() };
  };
  const ceiling = async () => (hasCeiling(workload) ? await workers.ceiling({ ...job, supplies: ceilingSupplies }) : undefined);

  // Warm-up: late compilation and first reads from disk do not count.
  await bench.restock?.(-1);
  if (!fills) {
    await warmUp(workers, { ...job, supplies });
    await ceiling();
    // Autovacuum would do this within a minute; until then plans assume few rows.
    await stage.gatherStatistics();
  }
  const measureRound = async (round: number): Promise<Round> => {
    await bench.restock?.(round);
    supplies.seed = renewed(supplies, round).seed;
    if (round % 2 === 0) return { load: await load(), ceiling: await ceiling() };
    const bare = await ceiling();
    return { load: await load(), ceiling: bare };
  };
  const { kept: quiet, all, taken } = await quietRounds(rounds, measureRound, fills ? { most: rounds } : {});
  return { ...summarize(workload, quiet), ...badOf(all.map((round) => round.load.result)), taken, memoryMib };
}

/** A hashing workload needs many rounds. A quick run measures code that is not optimized yet. */
async function warmUp(workers: Workers, job: LoadJob): Promise<void> {
  const rounds = job.seconds < 2 ? 1 : WARM_UP_ROUNDS;
  for (let round = 0, answered = 0; round < rounds && answered < WARM_UP_REQUESTS; round++) {
    const { supplies } = job;
    const answers = answersOf(await workers.load({ ...job, supplies: { ...supplies, seed: `${supplies.seed}_warm${round}` } }));
    if (answers === 0) return;
    answered += answers;
  }
}

function renewed(supplies: Supplies, round: number): Supplies {
  return { ...supplies, seed: `${supplies.seed.split("_")[0]}_${round + 1}` };
}

interface Round {
  load: Load;
  ceiling: CeilingResult | undefined;
}

interface Load {
  result: LoadResult;
  statements: number;
  cpuSeconds: number;
}

const cpuOf = (processes: readonly RunningProcess[]) => sum(processes.map((each) => each.cpuSeconds()));

/** Unexpected answers, with the first of them. */
export function badOf(results: readonly LoadResult[]): { bad: number; complaint?: string } {
  const complaint = results.find((each) => each.complaint)?.complaint;
  return { bad: sum(results.map((each) => answersOf(each) - each.good)), ...(complaint && { complaint }) };
}

function summarize(workload: string, rounds: readonly Round[]): Omit<Measured, "taken" | "memoryMib" | "bad"> {
  const loads = rounds.map(({ load }) => load);
  const ceilings = rounds.map(({ ceiling }) => ceiling).filter((each) => each !== undefined);
  const results = loads.map(({ result }) => result);
  const rates = results.map(({ goodEachSecond }) => goodEachSecond);
  return {
    workload,
    eachSecond: median(rates),
    p50Ms: median(results.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(results.map(({ p99Ms }) => p99Ms)),
    statementsPerRequest: median(loads.map(({ result, statements }) => statements / answersOf(result))),
    cpuMicroseconds: median(loads.map(({ result, cpuSeconds }) => (cpuSeconds * 1_000_000) / answersOf(result))),
    ...(ceilings.length > 0 && { ceiling: summarizeCeiling(rates, ceilings) }),
  };
}

function summarizeCeiling(rates: readonly number[], ceilings: readonly CeilingResult[]): NonNullable<Measured["ceiling"]> {
  const bare = ceilings.map(({ eachSecond }) => eachSecond);
  return {
    eachSecond: median(bare),
    ratio: medianRatio(rates, bare),
    cpuMicroseconds: median(ceilings.map(({ cpuMicroseconds }) => cpuMicroseconds)),
  };
}

export function answersOf({ statuses }: Pick<LoadResult, "statuses">): number {
  return sum(Object.values(statuses));
}
