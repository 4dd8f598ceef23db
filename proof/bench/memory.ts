// Memory of a service: idle, and after each round at full load.
import { setTimeout as sleep } from "node:timers/promises";
import { type Pair, workloadsOf } from "./hot_paths.ts";
import type { Measured } from "./measure.ts";

export interface MemoryUse {
  service: keyof Pair;
  idleMib: number;
  /** The maximum after a round; undefined if none was measured. */
  fullLoadMib: number | undefined;
}

export const MEMORY_GOALS = { idleMib: 110, fullLoadMib: 200 };

const SETTLING_MS = 3_000;

export async function measureIdle(pair: Pair): Promise<MemoryUse[]> {
  await sleep(SETTLING_MS);
  return (["auth", "finance"] as const).map((service) => ({
    service,
    idleMib: pair[service].residentMib(),
    fullLoadMib: undefined,
  }));
}

export function withFullLoad(use: MemoryUse, hotPaths: readonly Measured[]): MemoryUse {
  const own = hotPaths.filter(({ workload }) => workloadsOf[use.service].includes(workload));
  return { ...use, fullLoadMib: own.length > 0 ? Math.max(...own.map(({ memoryMib }) => memoryMib)) : undefined };
}
