// Works on bulk jobs in the background, on any replica: for some seconds on one, then on the next, so that none keeps others waiting.
// A user is changed in a transaction that notes the outcome. So whatever ends a process, each user is changed once, and another process goes on.
import { Fault } from "../../kernel/errors.ts";
import type { Task } from "../../kernel/jobs.ts";
import type { Log } from "../../kernel/log/log.ts";
import { DatabaseAway } from "../../kernel/sql/database.ts";
import { actOfJob, findActor } from "./actor.ts";
import type { BulkJob } from "./job.ts";
import { type Performance, perform } from "./perform.ts";
import { addWork, endJob, leaseJob, listIdleJobs, pauseJob, renewLease, returnLease, WORK } from "./queries.ts";
import { type JobUser, listWaiting, lockWaiting, settleUser } from "./queries_users.ts";
import { MailBudgetSpent, type MailWorld, mailOf, prepareMail } from "./send_mail.ts";

interface WorkOptions extends MailWorld {
  log: Log;
  now: () => Date;
  /** What a refusal of the database says to callers. */
  translate?: ((error: unknown) => Fault | undefined) | undefined;
}

const SWEEP = "sweep_bulk_jobs";
/** Longer than a batch takes. */
const LEASE_SECONDS = 60;
const SLICE_MS = 5_000;
/** Users between two looks whether the job goes on and its creator still may. */
const BATCH = 25;
/** The worker has room for other work beside these. */
const MOST_AT_ONCE = 2;
const MOST_SWEPT = 20;
/** An administrator may raise the limit meanwhile. */
const LONGEST_PAUSE_SECONDS = 300;

/** The options are asked for each time, because settings change. */
export function workingOnBulkJobs(options: () => WorkOptions): { tasks: Record<string, Task>; cron: string } {
  return {
    tasks: { [WORK]: (payload) => workOn(options(), (payload as { id: string }).id), [SWEEP]: () => sweep(options()) },
    cron: `* * * * * ${SWEEP}\n`,
  };
}

export async function workOn(options: WorkOptions, id: string): Promise<void> {
  const { db, now } = options;
  const leased = await leaseJob(db, id, LEASE_SECONDS, MOST_AT_ONCE, now());
  if (!leased) return;
  try {
    await workOnLeased(options, leased);
  } catch (error) {
    if (!(error instanceof MailBudgetSpent)) throw error;
    await pauseJob(db, id, Math.min(error.seconds, LONGEST_PAUSE_SECONDS));
  } finally {
    await returnLease(db, id);
  }
  await sweep(options);
}

async function workOnLeased(options: WorkOptions, leased: BulkJob): Promise<void> {
  const { db, log, now } = options;
  const { id } = leased;
  let job: BulkJob | undefined = leased;
  for (
    const over = performance.now() + SLICE_MS;
    job && performance.now() < over;
    job = await renewLease(db, id, LEASE_SECONDS)
  ) {
    const administrator = await findActor(options, job, now());
    if (!administrator) {
      log.warn({ bulk_job_id: id, act: job.act }, "a bulk job was stopped: whoever created it may not do this any more");
      await endJob(db, id, { state: "stopped", error: "right_missing", now: now() });
      return;
    }
    const rows = await listWaiting(db, id, BATCH);
    if (rows.length === 0) {
      if (await endJob(db, id, { state: "done", now: now() })) log.info({ bulk_job_id: id, act: job.act }, "a bulk job is done");
      return;
    }
    for (const row of rows) await workOnUser(options, row, { job, act: actOfJob(job, now()), administrator });
  }
}

async function workOnUser(options: WorkOptions, row: JobUser, performance: Performance): Promise<void> {
  const { db, log, translate } = options;
  const { id, act } = performance.job;
  const { position } = row;
  try {
    const template = mailOf(act);
    const send = template && (await prepareMail(options, row, template, performance));
    await db.transaction(async (tx) => {
      if (!(await lockWaiting(tx, id, position))) return;
      await settleUser(tx, id, position, send ? await send(tx) : await perform(tx, row, performance));
    });
  } catch (error) {
    // Another attempt finds this user as they were.
    if (error instanceof DatabaseAway || error instanceof MailBudgetSpent) throw error;
    const fault = error instanceof Fault ? error : translate?.(error);
    if (!fault) log.error({ err: error, bulk_job_id: id, position }, "a bulk job failed for a user");
    const isProtected = fault?.code === "administrator_protected";
    const settled = { outcome: isProtected ? "skipped" : "failed", error: fault?.code ?? "unexpected_failure" } as const;
    await settleUser(db, id, position, settled);
  }
}

/** Queues what nobody works on: the rest of a job, one that had to wait for others, and those of a process that died. */
export async function sweep({ db, config }: Pick<WorkOptions, "db" | "config">): Promise<void> {
  for (const id of await listIdleJobs(db, MOST_SWEPT)) await addWork(db, config.jobSchema, id);
}
