// Watches the processes while the fuzzer runs: memory and response time.
import { setTimeout as sleep } from "node:timers/promises";
import type { Pair } from "../pair.ts";
import type { FuzzRequest } from "./requests.ts";
import type { Transport } from "./transport.ts";

export interface MemoryPoint {
  requests: number;
  bytes: number;
}

export interface Watch {
  /** Duration of GET /health at all replicas, in milliseconds. */
  health: number[];
  healthFaults: string[];
  memory: Map<string, MemoryPoint[]>;
  stop(): Promise<void>;
}

const EVERY_MS = 500;
/** Collecting garbage blocks a process for a moment. */
const MEMORY_EVERY_MS = 2_000;

export function startWatch(pair: Pair, transport: Transport, requestsSoFar: () => number): Watch {
  let isOver = false;
  const watch: Watch = { health: [], healthFaults: [], memory: new Map(), stop: async () => {} };
  const targets = (["auth", "finance"] as const).flatMap((service) => pair[service].urls.map((url) => ({ service, url })));
  const askHealth = async ({ service, url }: (typeof targets)[number]) => {
    const request: FuzzRequest = {
      ...{ service, route: "GET /health", caller: "nobody", method: "GET", path: "/health", headers: {}, body: undefined },
      mutations: [],
    };
    try {
      const { status, milliseconds } = await transport.send(url, request, undefined);
      watch.health.push(milliseconds);
      if (status !== 200) watch.healthFaults.push(`${url} answered ${status}`);
    } catch (error) {
      watch.healthFaults.push(`${url}: ${(error as Error).message}`);
    }
  };
  const readMemory = async () => {
    if (pair.isForeign) return;
    const { auth, finance } = pair.inside.replicas;
    for (const [name, replicas] of Object.entries({ auth, finance })) {
      for (const [at, replica] of replicas.entries()) {
        await replica.dropGarbage();
        const point = { requests: requestsSoFar(), bytes: replica.memory() };
        const key = `${name} ${at + 1}`;
        watch.memory.set(key, [...(watch.memory.get(key) ?? []), point]);
      }
    }
  };
  const repeat = async (work: () => Promise<unknown>, pauseMs: number) => {
    while (!isOver) {
      await work();
      await sleep(pauseMs);
    }
  };
  const loops = [repeat(() => Promise.all(targets.map(askHealth)), EVERY_MS), repeat(readMemory, MEMORY_EVERY_MS)];
  watch.stop = async () => {
    isOver = true;
    await Promise.all(loops);
  };
  return watch;
}

/** Processes reach their size late; shorter runs show no leaks. */
const WARM_UP_SHARE = 0.5;
const WARM_UP_REQUESTS = 10_000;
const MEBIBYTE = 2 ** 20;

export interface Growth {
  /** Slope of a linear fit after the warm-up. */
  bytesPerRequest: number;
  megabytes: number;
  /** Growth after the warm-up, relative to the mean. */
  share: number;
}

/** Memory growth after the warm-up; undefined with too few points. */
export function growthOf(points: readonly MemoryPoint[]): Growth | undefined {
  const last = points.at(-1);
  const warm = Math.max(WARM_UP_REQUESTS, (last?.requests ?? 0) * WARM_UP_SHARE);
  const later = points.filter(({ requests }) => requests >= warm);
  if (!last || later.length < 6) return;
  const mean = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length;
  const [x, y] = [mean(later.map(({ requests }) => requests)), mean(later.map(({ bytes }) => bytes))];
  const spread = later.reduce((sum, { requests }) => sum + (requests - x) ** 2, 0);
  const together = later.reduce((sum, { requests, bytes }) => sum + (requests - x) * (bytes - y), 0);
  if (spread === 0) return;
  const bytesPerRequest = together / spread;
  const span = last.requests - (later[0]?.requests ?? 0);
  return { bytesPerRequest, megabytes: Math.round(last.bytes / MEBIBYTE), share: (bytesPerRequest * span) / y };
}
