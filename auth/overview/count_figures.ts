// The job that counts, behind everybody's back, what the audit log and the outbox have: each minute what came, hour by hour after a pause.
import type { Task } from "../../kernel/jobs.ts";
import type { Log } from "../../kernel/log/log.ts";
import type { Database } from "../../kernel/sql/database.ts";
import { HOUR_MS } from "./live_figures.ts";
import { countActiveUsers, countEvents, lockProgress, noteActiveUsers, noteProgress } from "./queries_counting.ts";

const COUNT_FIGURES = "count_figures";
/** Entries have the time of their request, and come a little later. */
const SETTLED_AFTER_MS = 120_000;
export const DAYS_SHOWN = 30;
const DAY_MS = 24 * HOUR_MS;

interface CountingWorld {
  db: Database;
  log: Log;
}

export function countingFigures(world: CountingWorld, now: () => Date): { tasks: Record<string, Task>; cron: string } {
  return { tasks: { [COUNT_FIGURES]: () => countFigures(world, now()) }, cron: `* * * * * ${COUNT_FIGURES}\n` };
}

export async function countFigures({ db, log }: CountingWorld, now: Date): Promise<void> {
  while (await countNext(db, now));
  // A slow count of active users must not keep the others from being counted.
  await noteActive(db, now).catch((error: unknown) => log.warn({ err: error }, "active users could not be counted"));
}

/** False where there is nothing more to count. */
function countNext(db: Database, now: Date): Promise<boolean> {
  const settled = now.getTime() - SETTLED_AFTER_MS;
  return db.transaction(async (tx) => {
    const progress = await lockProgress(tx, new Date(now.getTime() - (DAYS_SHOWN + 1) * DAY_MS));
    const from = progress.counted_until;
    const until = new Date(Math.min(from.getTime() + HOUR_MS, settled));
    if (until <= from) return false;
    await countEvents(tx, from, until);
    await noteProgress(tx, until);
    return until.getTime() < settled;
  });
}

/** Once an hour, because it reads all sessions. */
async function noteActive(db: Database, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const { active_counted_at: at } = await lockProgress(tx, now);
    if (at !== null && now.getTime() - at.getTime() < HOUR_MS) return;
    const [day, week, month] = [1, 7, 30].map((days) => new Date(now.getTime() - days * DAY_MS)) as [Date, Date, Date];
    await noteActiveUsers(tx, await countActiveUsers(tx, { day, week, month }), now);
  });
}
