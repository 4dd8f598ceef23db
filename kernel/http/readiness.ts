// Whether this process should receive requests. Liveness is separate, and never depends on the database.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Type } from "typebox";
import type { Database } from "../sql/database.ts";
import { sql } from "../sql/sql.ts";
import { Answer } from "./endpoint.ts";
import type { Lifecycle } from "./serve.ts";

export const Readiness = Type.Object({
  status: Type.String({ description: "ready, or not ready" }),
  failed: Type.Array(Type.String(), { description: "The names of the parts without which no request can be answered" }),
  degraded: Type.Array(Type.String(), { description: "The names of parts that are not well, though requests are answered" }),
});

export const NOT_READY = { description: "Not ready", reply: Readiness, headers: { "Retry-After": "Seconds to wait" } };

/** Must resolve to true within the time limit. */
export type Check = () => Promise<boolean> | boolean;

const LONGEST_CHECK_MS = 1_000;
const MOST_LAG_MS = 500;
const MOST_CLOCK_DIFFERENCE_MS = 60_000;

/**
 * Runs all checks at once. Failures of `minor` checks are reported, but keep the replica in service. The endpoint is public, so
 * reasons are omitted.
 */
export async function readiness(checks: Record<string, Check>, minor: Record<string, Check> = {}): Promise<Answer> {
  const [failed, degraded] = await Promise.all([failing(checks), failing(minor)]);
  return failed.length === 0
    ? new Answer(200, {}, { status: "ready", failed, degraded })
    : new Answer(503, { "retry-after": "1" }, { status: "not ready", failed, degraded });
}

async function failing(checks: Record<string, Check>): Promise<string[]> {
  const results = Object.entries(checks).map(async ([name, check]) => ((await passes(check)) ? [] : [name]));
  return (await Promise.all(results)).flat();
}

/** For every process: it is not ending, and its event loop runs. */
export function processChecks(lifecycle: Lifecycle): Record<string, Check> {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return {
    shutdown: () => !lifecycle.draining,
    event_loop: () => {
      const lagMs = delay.percentile(99) / 1e6;
      delay.reset();
      return !(lagMs > MOST_LAG_MS);
    },
  };
}

/** For a service with a database: the database answers, and the clocks agree. */
export function commonChecks(lifecycle: Lifecycle, db: Database): Record<string, Check> {
  let isClockRight = true;
  return {
    ...processChecks(lifecycle),
    database: async () => {
      const askedAt = Date.now();
      const { there } = await db.one<{ there: Date }>(sql`select clock_timestamp() as there`);
      isClockRight = isNear(there.getTime(), askedAt, Date.now());
      return true;
    },
    // Uses the last answer of the database, to save a query.
    clock: () => isClockRight,
  };
}

/** A clock that is behind would accept expired tokens. All replicas share the database's clock. */
function isNear(there: number, askedAt: number, answered: number): boolean {
  return there > askedAt - MOST_CLOCK_DIFFERENCE_MS && there < answered + MOST_CLOCK_DIFFERENCE_MS;
}

async function passes(check: Check): Promise<boolean> {
  const tooLate = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => tooLate.resolve(false), LONGEST_CHECK_MS);
  try {
    return await Promise.race([check(), tooLate.promise]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
