// Measures a service at four times its capacity: successes, rejections, and whether health checks still answer.
import type { Supplies } from "./lanes.ts";
import type { Workers } from "./workers.ts";

export interface Overloaded {
  workload: string;
  peakEachSecond: number;
  offeredEachSecond: number;
  goodEachSecond: number;
  /** Relative to the peak. */
  goodShare: number;
  /** Answers by status, per second. */
  answers: Record<string, number>;
  /** The 99th percentile of rejections; undefined without any. */
  refusedP99Ms: number | undefined;
  /** Not sent per second, because a thousand others were waiting. */
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
  /** Callers at the peak. */
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
