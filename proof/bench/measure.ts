// One workload after the other, in rounds: the service, then the bare loop, and the other way round in the next.

import { median, medianRatio, sum } from "../harness/statistics.ts";
import { type CeilingResult, hasCeiling } from "./ceiling.ts";
import type { CeilingSupplies } from "./ceiling_statements.ts";
import type { Supplies } from "./lanes.ts";
import type { LoadResult } from "./load.ts";
import type { RunningProcess, Stage } from "./stage.ts";
import type { Workers } from "./workers.ts";

export interface Measured {
  workload: string;
  /** Good answers in a second: the median of the rounds, like all that follows. */
  eachSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** The most that the processes behind it had in use. */
  memoryMib: number;
  statementsPerRequest: number;
  /** Processor time that the services took for each request, the database not counted. It says more than the rate on a busy machine. */
  cpuMicroseconds: number;
  /** Answers that were not as they should be, in all rounds. */
  bad: number;
  complaint?: string;
  ceiling?: { eachSecond: number; ratio: number; cpuMicroseconds: number };
}

export interface Plan {
  workload: string;
  lanes: number;
  rounds: number;
  seconds: number;
}

export interface Bench {
  stage: Stage;
  workers: Workers;
  /** Those that answer the workload. */
  processes: RunningProcess[];
  supplies: Supplies;
  ceilingSupplies: CeilingSupplies;
  /** New supplies before each round, for what can be used but once. */
  restock?(round: number): Promise<void>;
}

/** Some thousands of requests, until the code that they run has been compiled for speed. */
const WARM_UP_SECONDS = 3;

export async function measure(bench: Bench, plan: Plan): Promise<Measured> {
  const { workload, lanes, rounds, seconds } = plan;
  const { stage, workers, supplies, ceilingSupplies, processes } = bench;
  const job = { workload, lanes, seconds };
  const loads: Round[] = [];
  const ceilings: CeilingResult[] = [];
  let memoryMib = 0;

  const load = async () => {
    await stage.countStatements();
    const cpuBefore = cpuOf(processes);
    const result = await workers.load({ ...job, supplies });
    loads.push({ result, cpuSeconds: cpuOf(processes) - cpuBefore, statements: await stage.countStatements() });
    memoryMib = Math.max(memoryMib, sum(processes.map((each) => each.residentMib())));
  };
  const ceiling = async () => {
    if (hasCeiling(workload)) ceilings.push(await workers.ceiling({ ...job, supplies: ceilingSupplies }));
  };

  // What was compiled late and what was read from disk first is nobody's speed.
  await bench.restock?.(-1);
  if (workload !== "bulk")
    await workers.load({ ...job, supplies: renewed(supplies, -1), seconds: Math.min(seconds, WARM_UP_SECONDS) });
  for (let round = 0; round < rounds; round++) {
    await bench.restock?.(round);
    supplies.seed = renewed(supplies, round).seed;
    for (const part of round % 2 === 0 ? [load, ceiling] : [ceiling, load]) await part();
  }
  return summarize(workload, loads, ceilings, memoryMib);
}

function renewed(supplies: Supplies, round: number): Supplies {
  return { ...supplies, seed: `${supplies.seed.split("_")[0]}_${round + 1}` };
}

interface Round {
  result: LoadResult;
  statements: number;
  cpuSeconds: number;
}

const cpuOf = (processes: readonly RunningProcess[]) => sum(processes.map((each) => each.cpuSeconds()));

function summarize(workload: string, loads: readonly Round[], ceilings: readonly CeilingResult[], memoryMib: number): Measured {
  const results = loads.map(({ result }) => result);
  const rates = results.map(({ goodEachSecond }) => goodEachSecond);
  const complaint = results.find((each) => each.complaint)?.complaint;
  return {
    workload,
    eachSecond: median(rates),
    p50Ms: median(results.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(results.map(({ p99Ms }) => p99Ms)),
    memoryMib,
    statementsPerRequest: median(loads.map(({ result, statements }) => statements / answersOf(result))),
    cpuMicroseconds: median(loads.map(({ result, cpuSeconds }) => (cpuSeconds * 1_000_000) / answersOf(result))),
    bad: sum(results.map((each) => answersOf(each) - each.good)),
    ...(complaint && { complaint }),
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
