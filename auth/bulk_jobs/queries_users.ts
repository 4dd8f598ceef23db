// The table `bulk_job_users`: whom a job means, and what became of each.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { Metadata } from "../users/metadata.ts";

export type Outcome = "done" | "skipped" | "failed";

/** What a job changes of a user, as far as it can be undone. */
export interface ReversibleFields {
  banned_until?: string | null;
  app_metadata?: Metadata;
  /** Of this address, which is another one if the user has changed it since. */
  email_confirmed?: { email: string; at: string | null };
}

/** `selected`: a statement with an `id` and a `place` for each user. */
export function insertUsers(tx: Db, jobId: string, selected: Sql, most: number): Promise<number> {
  return tx.run(sql`
    insert into bulk_job_users (job_id, position, user_id)
    select ${jobId}::uuid, row_number() over (order by place), id from (${selected} limit ${most}::int8) as selected`);
}

/** What another job changed, the other way round. */
export function insertUndone(tx: Db, jobId: string, undoes: string): Promise<number> {
  return tx.run(sql`
    insert into bulk_job_users (job_id, position, user_id, before, after)
    select ${jobId}::uuid, position, user_id, after, before
      from bulk_job_users
     where job_id = ${undoes} and outcome = 'done' and before is not null`);
}

export interface JobUser {
  position: number;
  user_id: string;
  before: ReversibleFields | null;
  after: ReversibleFields | null;
}

export function listWaiting(db: Db, jobId: string, most: number): Promise<JobUser[]> {
  return db.many<JobUser>(sql`
    select position, user_id, before, after
      from bulk_job_users
     where job_id = ${jobId} and outcome is null
     order by position
     limit ${most}::int8`);
}

/** False where another process did this one, or the job has ended. */
export async function lockWaiting(tx: Db, jobId: string, position: number): Promise<boolean> {
  const row = await tx.maybeOne(sql`
    select from bulk_job_users
     where job_id = ${jobId} and position = ${position} and outcome is null
       and exists (select from bulk_jobs where id = ${jobId} and state = 'running')
       for update`);
  return row !== undefined;
}

export interface JobUserResult {
  outcome: Outcome;
  error?: string;
  before?: ReversibleFields;
  after?: ReversibleFields;
}

/** Once for each: whoever comes second changes nothing. */
export async function settleUser(
  tx: Db,
  jobId: string,
  position: number,
  { outcome, error, before, after }: JobUserResult,
): Promise<void> {
  await tx.run(sql`
    with settled as (
      update bulk_job_users
         set outcome = ${outcome}, error = ${error ?? null}, before = ${before ?? null}::jsonb, after = ${after ?? null}::jsonb
       where job_id = ${jobId} and position = ${position} and outcome is null
      returning outcome)
    update bulk_jobs
       set done = done + (settled.outcome = 'done')::int, skipped = skipped + (settled.outcome = 'skipped')::int,
           failed = failed + (settled.outcome = 'failed')::int
      from settled
     where bulk_jobs.id = ${jobId}`);
}

export interface Result extends Pick<JobUser, "position" | "user_id"> {
  outcome: Outcome | null;
  error: string | null;
  /** Null without one, and for users who are gone. */
  email: string | null;
  phone: string | null;
}

export interface ResultFilter {
  /** Null: not done. */
  outcome?: Outcome | null | undefined;
  after: number;
}

export function listResults(db: Db, jobId: string, { outcome, after }: ResultFilter, most: number): Promise<Result[]> {
  const condition = outcome === undefined ? sql`true` : outcome === null ? sql`outcome is null` : sql`outcome = ${outcome}`;
  return db.many<Result>(sql`
    select position, user_id, outcome, error, coalesce(users.email, users.sso_email) as email, users.phone
      from bulk_job_users
      left join users on users.id = bulk_job_users.user_id
     where job_id = ${jobId} and position > ${after} and ${condition}
     order by position
     limit ${most}::int8`);
}

/** What is kept for an undo that is too late by now, or of users who are gone. Returns how many were found. */
export function forgetChanges(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    update bulk_job_users
       set before = null, after = null
     where (job_id, position) in (
       select job_id, position
         from bulk_job_users kept join bulk_jobs on bulk_jobs.id = kept.job_id
        where kept.before is not null
          and (bulk_jobs.ended_at < ${before}
               or not exists (select from users where users.id = kept.user_id and users.deleted_at is null))
        limit 10000)`);
}

/** Of jobs that ended before this time. */
export function purgeUsers(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from bulk_job_users
     where (job_id, position) in (
       select job_id, position
         from bulk_job_users old join bulk_jobs on bulk_jobs.id = old.job_id
        where bulk_jobs.ended_at < ${before}
        limit 10000)`);
}
