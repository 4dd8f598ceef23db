// One workload on two servers that speak the same API, in alternating rounds of one run.
import { median, medianRatio, sum } from "../harness/statistics.ts";
import type { Supplies } from "./lanes.ts";
import type { LoadResult } from "./load.ts";
import { answersOf } from "./measure.ts";
import type { Workers } from "./workers.ts";

export interface Compared {
  workload: string;
  /** What the sides are called. */
  names: readonly [string, string];
  sides: readonly [Side, Side];
  /** How many times the second the first is. */
  ratio: number;
}

export interface Side {
  eachSecond: number;
  p50Ms: number;
  p99Ms: number;
  bad: number;
  complaint?: string;
}

export interface Rounds {
  workers: Workers;
  rounds: number;
  seconds: number;
}

export interface Alternating extends Rounds {
  workload: string;
  names: Compared["names"];
  lanes: number;
  /** What a side is loaded with in a round. */
  supply(side: 0 | 1, round: number): Supplies | Promise<Supplies>;
}

export async function alternate({ workers, rounds, seconds, workload, names, lanes, supply }: Alternating): Promise<Compared> {
  const results: [LoadResult[], LoadResult[]] = [[], []];
  // The first is for warming up.
  for (let round = -1; round < rounds; round++) {
    for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const supplies = await supply(side, round + 1);
      const result = await workers.load({ workload, supplies, lanes, seconds });
      if (round >= 0) results[side].push(result);
    }
  }
  const rates = results.map((side) => side.map(({ goodEachSecond }) => goodEachSecond));
  const ratio = medianRatio(rates[0] ?? [], rates[1] ?? []);
  return { workload, names, sides: [summarize(results[0]), summarize(results[1])], ratio };
}

function summarize(results: LoadResult[]): Side {
  const complaint = results.find((each) => each.complaint)?.complaint;
  return {
    eachSecond: median(results.map(({ goodEachSecond }) => goodEachSecond)),
    p50Ms: median(results.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(results.map(({ p99Ms }) => p99Ms)),
    bad: sum(results.map((each) => answersOf(each) - each.good)),
    ...(complaint && { complaint }),
  };
}
