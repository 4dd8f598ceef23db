// What is left of a service when four times as much comes as it can do: how much it still answers well, how it refuses the rest, and
// whether somebody who asks how it is still hears.
import type { Supplies } from "./lanes.ts";
import type { Workers } from "./workers.ts";

export interface Overloaded {
  workload: string;
  peakEachSecond: number;
  offeredEachSecond: number;
  goodEachSecond: number;
  /** Of the peak. */
  goodShare: number;
  /** Answers by status, in a second. */
  answers: Record<string, number>;
  /** How long it took to refuse 99 of 100; undefined where nobody was. */
  refusedP99Ms: number | undefined;
  /** Left the crowd in vain, because a thousand others waited already; in a second. */
  unsentEachSecond: number;
  healthP50Ms: number;
  healthP99Ms: number;
  healthFailed: number;
}

const TIMES = 4;
const CROWD = 1_000;

export interface OverloadPlan {
  workers: Workers;
  supplies: Supplies;
  workload: string;
  /** So many callers reach the peak. */
  lanes: number;
  seconds: number;
}

export async function measureOverload({ workers, supplies, workload, lanes, seconds }: OverloadPlan): Promise<Overloaded> {
  const peak = await workers.load({ workload, supplies, lanes, seconds });
  const rate = peak.goodEachSecond * TIMES;
  const crowd = await workers.load({ workload, supplies, lanes: CROWD, seconds, rate, probe: "health" });
  const eachSecond = (count: number) => count / crowd.seconds;
  return {
    workload,
    peakEachSecond: peak.goodEachSecond,
    offeredEachSecond: rate,
    goodEachSecond: crowd.goodEachSecond,
    goodShare: crowd.goodEachSecond / peak.goodEachSecond,
    answers: Object.fromEntries(Object.entries(crowd.statuses).map(([status, count]) => [status, eachSecond(count)])),
    refusedP99Ms: crowd.refusedP99Ms,
    unsentEachSecond: eachSecond(crowd.unsent),
    healthP50Ms: crowd.probe?.p50Ms ?? Number.NaN,
    healthP99Ms: crowd.probe?.p99Ms ?? Number.NaN,
    healthFailed: crowd.probe?.failed ?? 0,
  };
}
