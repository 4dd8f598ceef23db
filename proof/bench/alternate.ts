// One workload on two servers with the same API, in alternating rounds.
import { median, medianRatio } from "../harness/statistics.ts";
import type { Supplies } from "./lanes.ts";
import type { LoadResult } from "./load.ts";
import { badOf } from "./measure.ts";
import { quietRounds } from "./quiet_rounds.ts";
import type { Workers } from "./workers.ts";

export interface Compared {
  workload: string;
  names: readonly [string, string];
  sides: readonly [Side, Side];
  /** The first side's result divided by the second's. */
  ratio: number;
  /** The largest share of CPU time that other processes took in a round. */
  taken: number;
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
  /** The input of a side in a round. */
  supply(side: 0 | 1, round: number): Supplies | Promise<Supplies>;
}

export async function alternate({ workers, rounds, seconds, workload, names, lanes, supply }: Alternating): Promise<Compared> {
  const load = async (side: 0 | 1, round: number) =>
    workers.load({ workload, supplies: await supply(side, round + 1), lanes, seconds });
  const measureRound = async (round: number): Promise<[LoadResult, LoadResult]> => {
    if (round % 2 === 0) return [await load(0, round), await load(1, round)];
    const second = await load(1, round);
    return [await load(0, round), second];
  };
  // Warm-up.
  await measureRound(-1);
  const { kept: quiet, all, taken } = await quietRounds(rounds, measureRound);
  const summarizeSide = (side: 0 | 1): Side => ({
    ...summarize(quiet.map((round) => round[side])),
    ...badOf(all.map((round) => round[side])),
  });
  const ratesOf = (side: 0 | 1) => quiet.map((round) => round[side].goodEachSecond);
  return { workload, names, sides: [summarizeSide(0), summarizeSide(1)], ratio: medianRatio(ratesOf(0), ratesOf(1)), taken };
}

function summarize(results: readonly LoadResult[]): Omit<Side, "bad"> {
  return {
    eachSecond: median(results.map(({ goodEachSecond }) => goodEachSecond)),
    p50Ms: median(results.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(results.map(({ p99Ms }) => p99Ms)),
  };
}
