// Test support: what an administrator finds in need of upkeep.
import { addJob } from "../../kernel/jobs.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import type { TestAuth } from "../testing.ts";
import { noteRun } from "./queries.ts";

/** A job that is not tried again; nothing knows how to do it. */
export async function addFailedJob(auth: TestAuth, task: string, error: string): Promise<void> {
  const { db, config } = auth.service.world;
  const { id } = await db.one<{ id: string }>(sql`select id::text from ${addJob(config.jobSchema, task, {})}`);
  await db.run(sql`
    update ${trusted(config.jobSchema)}._private_jobs
       set attempts = max_attempts, last_error = ${error}
     where id = ${id}::bigint`);
}

export async function noteHousekeeping(auth: TestAuth, removed: Record<string, number>): Promise<void> {
  const now = auth.clock.now();
  await noteRun(auth.service.world.db, { kind: "housekeeping", startedAt: now, endedAt: now, error: null, details: { removed } });
}
