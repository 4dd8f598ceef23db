// The jobs of webhooks. Each minute one replica watches the log for a minute, unless there is no webhook.
// So delivery does not depend on a notification. Requests of administrators are handled at once.
import type { KeyObject } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Task } from "../../kernel/jobs.ts";
import type { Log } from "../../kernel/log/log.ts";
import type { Database } from "../../kernel/sql/database.ts";
import { follow } from "../../kernel/webhooks/follow.ts";
import { openLanes } from "../../kernel/webhooks/lanes.ts";
import { DELIVER, hasWork, listDue } from "./queries.ts";
import { openStore } from "./store.ts";

interface DeliveryOptions {
  db: Database;
  key: KeyObject;
  allowedHosts: readonly string[];
  log: Log;
  now: () => Date;
}

export interface WebhookDelivery {
  tasks: Record<string, Task>;
  cron: string;
  /** Looks once. */
  deliver(): Promise<void>;
  /** Resolves when nothing is being sent. */
  settled(): Promise<void>;
  /** Running deliveries are not waited for: the next replica repeats them. */
  stop(): Promise<void>;
}

const WATCH = "watch_for_webhooks";
/** The next one begins when this one is over. */
const WATCHED_MS = 58_000;
const LOOK_EVERY_MS = 1_000;

export function openDelivery({ db, key, allowedHosts, log, now }: DeliveryOptions): WebhookDelivery {
  const ending = new AbortController();
  const { signal } = ending;
  const following = { store: openStore({ db, now }), key, now, guard: { allowedHosts }, signal };
  const lanes = openLanes((id: string) => follow(following, id), log);

  async function deliver(): Promise<void> {
    const due = await listDue(db, now());
    if (!signal.aborted) for (const id of due) lanes.start(id);
  }

  async function watch(): Promise<void> {
    for (const over = performance.now() + WATCHED_MS; performance.now() < over && !signal.aborted; ) {
      if (!(await hasWork(db))) return;
      await deliver();
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }

  return {
    tasks: { [WATCH]: watch, [DELIVER]: deliver },
    cron: `* * * * * ${WATCH}\n`,
    deliver,
    settled: lanes.settled,
    stop: async () => {
      ending.abort();
      await lanes.settled();
    },
  };
}
