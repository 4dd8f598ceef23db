// What waits in a queue of background jobs, for operators. Payloads are not read: they may hold anything.
import type { Db } from "./sql/database.ts";
import { type Sql, sql, trusted } from "./sql/sql.ts";

export const JOB_STATES = ["waiting", "retrying", "running", "failed"] as const;
export type JobState = (typeof JOB_STATES)[number];

export interface QueuedJob {
  id: string;
  task: string;
  state: JobState;
  attempts: number;
  run_at: Date;
  created_at: Date;
  last_error: string | null;
}

export type TaskCount = { task: string; oldest: Date } & Record<JobState, number>;

/** A job that is locked for longer belongs to a process that died. */
const RUNNING = sql`(locked_at is not null and locked_at > now() - interval '4 hours')`;
const STATE = sql`
  case when ${RUNNING} then 'running'
       when attempts >= max_attempts then 'failed'
       when attempts > 0 then 'retrying'
       else 'waiting' end`;

export function countJobs(db: Db, schema: string): Promise<TaskCount[]> {
  const counts = JOB_STATES.map((state) => sql`, count(*) filter (where state = ${state})::int as ${trusted(state)}`);
  return db.many<TaskCount>(sql`
    select task ${counts.reduce((all, each): Sql => sql`${all} ${each}`)}, min(created_at) as oldest
      from (select task_identifier as task, created_at, ${STATE} as state from ${jobsOf(schema)}) as job
     group by task
     order by task`);
}

/** Those of these states, oldest first. */
export function listJobs(db: Db, schema: string, states: readonly JobState[], most: number): Promise<QueuedJob[]> {
  return db.many<QueuedJob>(sql`
    select id::text, task, state, attempts, run_at, created_at, left(last_error, 500) as last_error
      from (select *, task_identifier as task, ${STATE} as state from ${jobsOf(schema)}) as job
     where state = any(${states}::text[])
     order by created_at, job.id
     limit ${most}::int8`);
}

/** The name of its task; undefined where there is none, or it runs. Its tries are counted anew. */
export function retryJob(tx: Db, schema: string, id: string): Promise<{ task: string } | undefined> {
  return tx.maybeOne<{ task: string }>(sql`
    select task_identifier as task
      from ${trusted(schema)}.reschedule_jobs(array[${id}]::bigint[], run_at => now(), attempts => 0)
      join ${jobsOf(schema)} as job using (id)`);
}

/** The same for one that is not tried again. */
export async function dropJob(tx: Db, schema: string, id: string): Promise<{ task: string } | undefined> {
  const job = await tx.maybeOne<{ task: string }>(
    sql`select task_identifier as task from ${jobsOf(schema)} as job where id = ${id}::bigint`,
  );
  const dropped = await tx.run(sql`select from ${trusted(schema)}.complete_jobs(array[${id}]::bigint[])`);
  return dropped === 1 ? job : undefined;
}

/** Whether the job with this key runs now. */
export async function isJobRunning(db: Db, schema: string, key: string): Promise<boolean> {
  return (await db.maybeOne(sql`select from ${jobsOf(schema)} as job where key = ${key} and ${RUNNING}`)) !== undefined;
}

const jobsOf = (schema: string): Sql => sql`${trusted(schema)}.jobs`;
