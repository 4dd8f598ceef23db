// The workloads of auth on ours and on another server that speaks the same API, in alternating rounds.

import { median, medianRatio, sum } from "../harness/statistics.ts";
import type { Supplies } from "./lanes.ts";
import type { LoadResult } from "./load.ts";
import { answersOf } from "./measure.ts";
import { type AuthServer, makeLinks, makeUsers } from "./people.ts";
import type { Workers } from "./workers.ts";

export interface Compared {
  workload: string;
  ours: Side;
  theirs: Side;
  /** How many times theirs. */
  ratio: number;
}

export interface Side {
  eachSecond: number;
  p50Ms: number;
  p99Ms: number;
  bad: number;
  complaint?: string;
}

export interface AgainstPlan {
  workers: Workers;
  servers: { ours: AuthServer; theirs: AuthServer };
  rounds: number;
  seconds: number;
  wants(workload: string): boolean;
  say(line: string): void;
}

const LANES: Record<string, number> = { "sign-up": 4, "sign-in": 4, refresh: 32, "get user": 32, verify: 32 };
const USERS = 32;
const LINKS = 300;

export async function compare(plan: AgainstPlan): Promise<Compared[]> {
  const { workers, servers, rounds, seconds, say } = plan;
  const seed = Date.now().toString(36);
  const sides = [servers.ours, servers.theirs] as const;
  say("Making users on both servers ...");
  const supplies = await Promise.all(
    sides.map(async (server): Promise<Supplies> => {
      const users = await makeUsers(server, USERS, seed);
      return { targets: [server.target], users, members: [], linkTokens: [], seed };
    }),
  );
  const compared: Compared[] = [];
  for (const [workload, lanes] of Object.entries(LANES)) {
    if (!plan.wants(workload)) continue;
    say(`Measuring ${workload} on both ...`);
    const results: [LoadResult[], LoadResult[]] = [[], []];
    for (let round = -1; round < rounds; round++) {
      for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const given = supplies[index] as Supplies;
        given.seed = `${seed}-${workload.replace(/\W/g, "")}-${round + 1}`;
        if (workload === "verify") given.linkTokens = await makeLinks(sides[index], LINKS, given.seed);
        const result = await workers.load({ workload, supplies: given, lanes, seconds });
        if (round >= 0) results[index].push(result);
      }
    }
    const rates = results.map((side) => side.map(({ goodEachSecond }) => goodEachSecond));
    const [ours, theirs] = results.map(summarize) as [Side, Side];
    compared.push({ workload, ours, theirs, ratio: medianRatio(rates[0] ?? [], rates[1] ?? []) });
  }
  return compared;
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
