// How the outbox is doing: for readiness and for the metrics.
import type { Check } from "../../kernel/http/readiness.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { readBacklog } from "./queries.ts";

export interface OutboxHealth {
  /** Messages that have neither left nor been given up. */
  waiting: number;
  /** The age of the oldest of them; 0 where none waits. */
  oldestSeconds: number;
}

const LONGEST_WAIT_SECONDS = 300;

export async function outboxHealth(db: Db, now: Date): Promise<OutboxHealth> {
  const { waiting, oldest } = await readBacklog(db);
  return { waiting, oldestSeconds: oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1000) };
}

/** Fails while a message has been waiting for more than five minutes. */
export function outboxCheck(db: Db, now: () => Date): Check {
  return async () => (await outboxHealth(db, now())).oldestSeconds <= LONGEST_WAIT_SECONDS;
}
