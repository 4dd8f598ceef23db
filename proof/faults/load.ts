// The load during faults: a few clients of each service, which continue until all outcomes are known.
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../harness/random.ts";
import { authWorker } from "./auth_worker.ts";
import { financeWorker, type Worker } from "./finance_worker.ts";
import type { World } from "./world.ts";

export interface Load {
  /** Waits until both services acknowledge a new request; returns the milliseconds. */
  flows(longestMs?: number): Promise<number | undefined>;
  /** Lets every client finish its operation. */
  drain(): Promise<void>;
}

export interface LoadOptions {
  authClients?: number;
  financeClients?: number;
  /** The longest pause between two operations of a client. */
  pauseMs?: number;
}

/** How long a client retries its last operation. */
const LONGEST_RETRY_MS = 60_000;
const LONGEST_FLOW_MS = 60_000;

export function startLoad(world: World, random: Random, options: LoadOptions = {}): Load {
  const { authClients = 2, financeClients = 4, pauseMs = 20 } = options;
  const { acknowledged, client, members } = world;
  let isOver = false;
  let giveUpAt = Number.POSITIVE_INFINITY;
  const common = { acknowledged, random, giveUpAt: () => giveUpAt };
  const memberOf = (number: number) => members[number % members.length] as (typeof members)[number];
  const workers: Worker[] = [];
  for (let number = 0; number < Math.min(authClients, members.length); number++) {
    const send = (path: string, call: object) => client.send(world.endpoints().auth + path, call);
    workers.push(authWorker({ ...common, member: memberOf(number), send }));
  }
  for (let number = 0; number < financeClients; number++) {
    const send = (path: string, call: object) => client.send(world.endpoints().finance + path, call);
    workers.push(financeWorker({ ...common, member: memberOf(number), send }));
  }
  const running = workers.map(async (worker) => {
    while (!isOver) {
      await worker.step();
      await sleep(random.next() * pauseMs);
    }
  });
  return {
    flows: async (longestMs = LONGEST_FLOW_MS) => {
      const began = performance.now();
      const before = acknowledged.answers.length;
      while (performance.now() - began < longestMs) {
        const since = acknowledged.answers
          .slice(before)
          .filter(({ status, at, milliseconds }) => status < 300 && status > 0 && at - milliseconds >= began);
        const first = (service: string) => since.find((answer) => answer.service === service)?.at;
        const needed = [...(authClients > 0 ? ["auth"] : []), ...(financeClients > 0 ? ["finance"] : [])].map(first);
        if (needed.every((at) => at !== undefined)) return Math.max(...(needed as number[])) - began;
        await sleep(20);
      }
      return undefined;
    },
    drain: async () => {
      isOver = true;
      giveUpAt = performance.now() + LONGEST_RETRY_MS;
      await Promise.all(running);
    },
  };
}
