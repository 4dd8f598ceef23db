// The results of a run.
import type { Compared } from "./alternate.ts";
import type { GrowthPoint } from "./growth.ts";
import type { Measured } from "./measure.ts";
import type { MemoryUse } from "./memory.ts";
import type { Overloaded } from "./overload.ts";
import type { PageTime } from "./page_time.ts";
import type { PaintTime } from "./paints.ts";
import type { UploadSpeed } from "./receipts.ts";
import type { StartTime } from "./starts.ts";
import type { ListTime } from "./user_lists.ts";

export interface Results {
  startedAt: string;
  version: string;
  quick: boolean;
  machine: { cores: number; model: string; memoryGib: number; node: string; postgres: string };
  hotPaths: (Measured & { goal?: number })[];
  memory: MemoryUse[];
  growth: GrowthPoint[];
  lists: ListTime[];
  overload: Overloaded[];
  pages: PageTime[];
  paints: PaintTime[];
  starts: StartTime[];
  receipts: UploadSpeed[];
  compared: Compared[];
  notMeasured: string[];
}

/** The most that a request may cost with the most data, relative to the least. */
const GROWTH_GOALS: Record<string, number> = { "month of the app": 1.1, balances: 1.3, budgets: 1.3, invoice: 1.3 };

export interface Growth {
  workload: string;
  of: GrowthPoint["of"];
  points: GrowthPoint[];
  /** With the most data, relative to the least. */
  ratio: number;
  goal: number | undefined;
}

export function growthOf(all: readonly GrowthPoint[]): Growth[] {
  return Map.groupBy(all, ({ workload, of }) => `${workload}|${of}`)
    .values()
    .map((points) => {
      const [first, last] = [points[0] as GrowthPoint, points.at(-1) as GrowthPoint];
      const { workload, of } = first;
      return { workload, of, points, ratio: last.times, goal: GROWTH_GOALS[workload] };
    })
    .toArray();
}

/** The least share of the bare loop that a workload must reach, on one machine with two cores. */
export const GOALS: Record<string, number> = {
  refresh: 0.6,
  "app refresh": 0.6,
  "app code": 0.6,
  // A server that does nothing else reaches 0.78 for a sign-in, 0.75 for a user and 0.6 for a list:
  // docs/decisions/013_hot_path.md.
  "sign-in": 0.65,
  "get user": 0.45,
  "month list": 0.35,
  create: 0.5,
};
