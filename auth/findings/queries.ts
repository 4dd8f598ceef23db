// The table `dismissed_findings`, and what the rules read of tables that no other slice counts.
import type { Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import type { Severity } from "./severity.ts";

export interface Dismissal {
  id: string;
  /** At that time. */
  severity: Severity;
  reason: string;
  dismissed_by: string;
  dismissed_at: Date;
}

const columns = trusted("id, severity, reason, dismissed_by, dismissed_at");

export function listDismissals(db: Db): Promise<Dismissal[]> {
  return db.many<Dismissal>(sql`select ${columns} from dismissed_findings`);
}

/** What was said before is replaced. */
export async function putDismissal(tx: Db, dismissal: Dismissal): Promise<void> {
  const { id, severity, reason, dismissed_by: by, dismissed_at: at } = dismissal;
  await tx.run(sql`
    insert into dismissed_findings (id, severity, reason, dismissed_by, dismissed_at)
    values (${id}, ${severity}, ${reason}, ${by}, ${at})
    on conflict (id) do update
       set severity = excluded.severity, reason = excluded.reason, dismissed_by = excluded.dismissed_by, dismissed_at = excluded.dismissed_at`);
}

/** False where it was not dismissed. */
export async function deleteDismissal(tx: Db, id: string): Promise<boolean> {
  return (await tx.run(sql`delete from dismissed_findings where id = ${id}`)) === 1;
}

const MOST_COUNTED = 10_000;

export async function countFailedMessages(db: Db, since: Date): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count
      from (select from outbox where failed_at is not null and failed_at >= ${since} limit ${MOST_COUNTED}::int8) as failed`);
  return count;
}

export interface FailedJob {
  task: string;
  count: number;
}

/** Background jobs that are not tried any more. */
export function listFailedJobs(db: Db, jobSchema: string): Promise<FailedJob[]> {
  return db.many<FailedJob>(sql`
    select task_identifier as task, count(*)::int as count
      from ${trusted(jobSchema)}.jobs
     where attempts >= max_attempts and locked_at is null
     group by task_identifier
     order by task_identifier
     limit 20`);
}
