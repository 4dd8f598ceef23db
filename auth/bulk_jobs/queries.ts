// The table `bulk_jobs`. Leases are by the clock of the database, which all replicas share.
import { addJob } from "../../kernel/jobs.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import type { BulkJob } from "./job.ts";

/** The name of the background job that works on one of them. */
export const WORK = "work_on_bulk_job";

const columns = trusted(
  "job.id, job.number, job.act, job.parameters, job.selection, job.undoes, job.actor_kind, job.actor_id, job.request, job.state, job.error," +
    " job.total, job.done, job.skipped, job.failed, job.created_at, job.started_at, job.ended_at," +
    " (select undo.id from bulk_jobs undo where undo.undoes = job.id and undo.state in ('waiting', 'running', 'done')" +
    " order by undo.number desc limit 1) as undone_by",
);

export type NewJob = Pick<
  BulkJob,
  "id" | "act" | "parameters" | "selection" | "undoes" | "actor_kind" | "actor_id" | "request" | "total" | "created_at"
>;

export async function insertJob(tx: Db, job: NewJob): Promise<void> {
  await tx.run(sql`
    insert into bulk_jobs (id, act, parameters, selection, undoes, actor_kind, actor_id, request, state, total, created_at)
    values (${job.id}, ${job.act}, ${job.parameters}::jsonb, ${job.selection}::jsonb, ${job.undoes}, ${job.actor_kind}, ${job.actor_id},
            ${job.request}::jsonb, 'waiting', ${job.total}, ${job.created_at})`);
}

export async function setTotal(tx: Db, id: string, total: number): Promise<void> {
  await tx.run(sql`update bulk_jobs set total = ${total} where id = ${id}`);
}

export function findJob(db: Db, id: string): Promise<BulkJob | undefined> {
  return db.maybeOne<BulkJob>(sql`select ${columns} from bulk_jobs job where job.id = ${id}`);
}

/** Nothing is done for it, and it is not undone, before this transaction has ended. */
export async function lockJob(tx: Db, id: string): Promise<BulkJob | undefined> {
  await tx.run(sql`select from bulk_jobs where id = ${id} for update`);
  return findJob(tx, id);
}

/** Newest first. */
export function listJobs(db: Db, before: number | undefined, most: number): Promise<BulkJob[]> {
  return db.many<BulkJob>(sql`
    select ${columns} from bulk_jobs job
     where ${before === undefined ? sql`true` : sql`job.number < ${before}`}
     order by job.number desc
     limit ${most}::int8`);
}

/**
 * Takes a job for a while, if nobody has it and not too many are worked on. When the process that took it dies, it is free again after that.
 */
export function leaseJob(db: Db, id: string, seconds: number, most: number, now: Date): Promise<BulkJob | undefined> {
  return db.maybeOne<BulkJob>(sql`
    update bulk_jobs job
       set leased_until = now() + make_interval(secs => ${seconds}), state = 'running', error = null,
           started_at = coalesce(started_at, ${now})
     where id = ${id} and state in ('waiting', 'running') and leased_until <= now()
       and (select count(*) from bulk_jobs other where other.state = 'running' and other.leased_until > now()) < ${most}
    returning ${columns}`);
}

/** Undefined where it was ended meanwhile. */
export function renewLease(db: Db, id: string, seconds: number): Promise<BulkJob | undefined> {
  return db.maybeOne<BulkJob>(sql`
    update bulk_jobs job set leased_until = now() + make_interval(secs => ${seconds})
     where id = ${id} and state = 'running'
    returning ${columns}`);
}

/** Not of one that waits for its time. */
export async function returnLease(db: Db, id: string): Promise<void> {
  await db.run(sql`update bulk_jobs set leased_until = now() where id = ${id} and state <> 'waiting'`);
}

/** Mails may leave again after that; until then others are worked on. */
export async function pauseJob(db: Db, id: string, seconds: number): Promise<void> {
  await db.run(sql`
    update bulk_jobs
       set state = 'waiting', error = 'over_email_send_rate_limit', leased_until = now() + make_interval(secs => ${seconds})
     where id = ${id} and state = 'running'`);
}

/** False where it had ended already. */
export async function endJob(
  db: Db,
  id: string,
  { state, error = null, now }: { state: "done" | "cancelled" | "stopped"; error?: string | null; now: Date },
): Promise<boolean> {
  const ended = await db.run(sql`
    update bulk_jobs set state = ${state}, error = ${error}, ended_at = ${now}, leased_until = now()
     where id = ${id} and state in ('waiting', 'running')`);
  return ended === 1;
}

/** Jobs that nobody works on, the oldest first. */
export async function listIdleJobs(db: Db, most: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from bulk_jobs
     where state in ('waiting', 'running') and leased_until <= now()
     order by number
     limit ${most}::int8`);
  return rows.map(({ id }) => id);
}

/** The key keeps a job from waiting twice in the queue. */
export async function addWork(db: Pick<Db, "run">, jobSchema: string, id: string): Promise<void> {
  await db.run(sql`select ${addJob(jobSchema, WORK, { id }, { key: `${WORK} ${id}` })}`);
}

/** Jobs that ended before this time, once their users are purged. */
export function purgeJobs(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from bulk_jobs
     where id in (select id from bulk_jobs job
                   where ended_at < ${before} and not exists (select from bulk_job_users where job_id = job.id)
                   limit 10000)`);
}
