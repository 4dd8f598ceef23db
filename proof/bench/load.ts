// Sends a workload and measures the answers. Closed: each lane waits for its answer. Open: requests are sent at a fixed rate.
import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../harness/statistics.ts";
import { type Caller, openCaller, openTally, type Tally } from "./caller.ts";
import type { LaneMaker, Supplies } from "./lanes.ts";
import { workloads } from "./workloads_finance.ts";

export interface LoadJob {
  workload: string;
  supplies: Supplies;
  lanes: number;
  seconds: number;
  /** Requests per second of the open kind. */
  rate?: number;
  /** A second workload with one lane and twenty requests per second, which measures what others experience. */
  probe?: string;
}

export interface LoadResult {
  /** Answered as expected. */
  good: number;
  seconds: number;
  goodEachSecond: number;
  /** Of good answers. */
  p50Ms: number;
  p99Ms: number;
  /** Of answers with 429 or 503; undefined without any. */
  refusedP99Ms: number | undefined;
  /** Answers by status; 0 is a broken connection. */
  statuses: Record<string, number>;
  /** Open kind: not sent, because no connection was free. */
  unsent: number;
  /** The first bad answer. */
  complaint?: string;
  /** The users' newest refresh tokens, in order. */
  refreshTokens: string[];
  probe?: { p50Ms: number; p99Ms: number; worstMs: number; failed: number };
}

const PROBE_PAUSE_MS = 50;

export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const { supplies, lanes, seconds, rate } = job;
  const make = workloads[job.workload];
  if (!make) throw new Error(`there is no workload ${job.workload}`);
  const tally = openTally();
  const start = performance.now();
  const end = start + seconds * 1_000;
  const probing = job.probe === undefined ? undefined : probe(job.probe, supplies, end);
  const callers = Array.from({ length: lanes }, (_, index) => openCaller(supplies, make, index, lanes, tally));
  if (rate === undefined) await Promise.all(callers.map((caller) => caller.askUntil(end)));
  else await sendAtRate(callers, rate, start, end, tally);
  const elapsed = (performance.now() - start) / 1_000;
  const probed = await probing;
  for (const caller of callers) caller.close();
  return {
    good: tally.times.length,
    seconds: elapsed,
    goodEachSecond: tally.times.length / elapsed,
    p50Ms: percentile(tally.times, 0.5),
    p99Ms: percentile(tally.times, 0.99),
    refusedP99Ms: tally.refusedTimes.length > 0 ? percentile(tally.refusedTimes, 0.99) : undefined,
    statuses: tally.statuses,
    unsent: tally.unsent,
    refreshTokens: supplies.users.map(({ refresh }) => refresh),
    ...(tally.complaint && { complaint: tally.complaint }),
    ...(probed && { probe: probed }),
  };
}

const TICK_MS = 2;

async function sendAtRate(callers: Caller[], rate: number, start: number, end: number, tally: Tally): Promise<void> {
  const free = [...callers];
  const underWay = new Set<Promise<void>>();
  let count = 0;
  for (let now = start; now < end; now = performance.now()) {
    for (const due = Math.floor(((now - start) / 1_000) * rate); count < due; count++) {
      const caller = free.pop();
      const answered = caller?.askOnce();
      if (!caller || !answered) {
        tally.unsent++;
        continue;
      }
      const over = answered.then(() => {
        underWay.delete(over);
        free.push(caller);
      });
      underWay.add(over);
    }
    await sleep(TICK_MS);
  }
  await Promise.all(underWay);
}

async function probe(workload: string, supplies: Supplies, end: number): Promise<NonNullable<LoadResult["probe"]>> {
  const tally = openTally();
  const caller = openCaller(supplies, workloads[workload] as LaneMaker, 0, 1, tally);
  // The first request opens the connection.
  await caller.askOnce();
  tally.times.length = 0;
  while (performance.now() < end) {
    await caller.askOnce();
    await sleep(PROBE_PAUSE_MS);
  }
  caller.close();
  const failed = Object.entries(tally.statuses).reduce((total, [status, count]) => total + (status === "200" ? 0 : count), 0);
  return {
    p50Ms: percentile(tally.times, 0.5),
    p99Ms: percentile(tally.times, 0.99),
    worstMs: percentile(tally.times, 1),
    failed,
  };
}
