// The worker that empties the outbox. Every replica runs one; each message is taken by one of them.
import { startWorker, type Task } from "../../kernel/jobs.ts";
import type { Log } from "../../kernel/log/log.ts";
import type { Database } from "../../kernel/sql/database.ts";
import { gauge } from "../../kernel/telemetry/telemetry.ts";
import type { AuthConfig } from "../config.ts";
import { type DeliveryOptions, deliver, type Senders } from "./deliver.ts";
import { type OutboxHealth, outboxHealth } from "./health.ts";
import { addDeliveryJob, DELIVER, listOverdue, purgeOutbox } from "./queries.ts";
import { OUTBOX_DAYS } from "./retention.ts";
import type { OutboxKeys } from "./seal.ts";

export interface OutboxOptions {
  db: Database;
  config: Pick<AuthConfig, "databaseUrl" | "jobSchema">;
  serverKeys: OutboxKeys;
  log: Log;
  now?: () => Date;
  senders: () => Senders;
  /** Further jobs of the service, for the same worker. */
  tasks?: Record<string, Task>;
  /** Further lines of the crontab. */
  cron?: string;
}

export interface Outbox {
  /** Lets deliveries under way finish. */
  stop(): Promise<void>;
}

const SWEEP = "sweep_outbox";
const PURGE = "purge_outbox";
const CRON = `* * * * * ${SWEEP}\n17 3 * * * ${PURGE}\n`;
const OVERDUE_SECONDS = 10;
const MOST_SWEPT = 500;
const MEASURE_EVERY_MS = 15_000;

export async function startOutbox(options: OutboxOptions): Promise<Outbox> {
  const { db, config, serverKeys, log, now = () => new Date(), senders, tasks = {}, cron = "" } = options;
  const jobSchema = config.jobSchema;
  const delivery: DeliveryOptions = { db, jobSchema, keys: serverKeys, log, now, senders };
  const worker = await startWorker({
    url: config.databaseUrl,
    schema: jobSchema,
    log,
    tasks: {
      ...tasks,
      [DELIVER]: (payload) => deliver((payload as { id: string }).id, delivery),
      [SWEEP]: () => sweep(db, jobSchema),
      [PURGE]: async () => void (await purgeOutbox(db, new Date(now().getTime() - OUTBOX_DAYS * 86_400_000))),
    },
    cron: CRON + cron,
  });
  const measuring = measure(db, now);
  // What a process that died had under way does not wait for the next full minute.
  await sweep(db, jobSchema).catch((error) => log.warn({ err: error }, "the outbox could not be swept"));
  return {
    stop: async () => {
      measuring.stop();
      await worker.stop();
    },
  };
}

/** Gives a new job to messages whose own was lost with the process that ran it; the queue itself would wait for hours. */
export async function sweep(db: Database, jobSchema: string): Promise<void> {
  for (const id of await listOverdue(db, OVERDUE_SECONDS, MOST_SWEPT)) await addDeliveryJob(db, jobSchema, id);
}

/** A gauge is read synchronously and the database answers later, so its value is some seconds old. */
function measure(db: Database, now: () => Date): { stop(): void } {
  let last: OutboxHealth = { waiting: 0, oldestSeconds: 0 };
  const timer = setInterval(async () => {
    last = await outboxHealth(db, now()).catch(() => last);
  }, MEASURE_EVERY_MS);
  timer.unref();
  const forget = [
    gauge("cofre.outbox.waiting", "Messages that have not left yet", () => last.waiting),
    gauge("cofre.outbox.oldest", "Age of the oldest message that has not left, in seconds", () => last.oldestSeconds),
  ];
  return {
    stop: () => {
      clearInterval(timer);
      for (const each of forget) each();
    },
  };
}
