// GET /admin/jobs, POST /admin/jobs/:id/retry and DELETE /admin/jobs/:id: background jobs that wait, or did not succeed.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { dropJob, JOB_STATES, type JobState, listJobs, retryJob } from "../../kernel/job_queue.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { adminActOf } from "../admin/admin_act.ts";
import type { AuditAction } from "../audit/entry.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";

const MOST_LISTED = 100;
const Moment = Type.String({ format: "date-time" });
const State = Type.Unsafe<JobState>({ type: "string", enum: [...JOB_STATES] });
const params = Type.Object({ id: Type.String({ pattern: "^[1-9][0-9]{0,17}$" }) });

export const getAdminJobs = endpoint({
  method: "GET",
  path: "/admin/jobs",
  access: "admin",
  right: "maintenance:read",
  summary: `The oldest ${MOST_LISTED} background jobs of one state, without what they work on`,
  query: Type.Object({ state: Type.Optional(State) }),
  reply: Type.Object({
    jobs: Type.Array(
      Type.Object({
        id: Type.String(),
        task: Type.String(),
        state: State,
        attempts: Type.Integer(),
        run_at: Moment,
        created_at: Moment,
        last_error: Type.Union([Type.String(), Type.Null()]),
      }),
      { description: "Without `state`: those that failed, or are tried again" },
    ),
  }),
  handle: async ({ query: { state }, config, db }) => {
    const jobs = await listJobs(db, config.jobSchema, state ? [state] : ["failed", "retrying"], MOST_LISTED);
    return {
      jobs: jobs.map(({ run_at: runAt, created_at: createdAt, ...job }) => ({
        ...job,
        run_at: runAt.toISOString(),
        created_at: createdAt.toISOString(),
      })),
    };
  },
});

const shared = {
  access: "admin",
  right: "jobs:write",
  params,
  ignoresBody: true,
  status: 204,
  reply: NoBody,
  refuses: [404],
} as const;

export const retryAdminJob = endpoint({
  method: "POST",
  path: "/admin/jobs/:id/retry",
  ...shared,
  summary: "Try a background job again at once",
  handle: (input) => changeJob(input, "job_retried", (tx) => retryJob(tx, input.config.jobSchema, input.params.id)),
});

export const deleteAdminJob = endpoint({
  method: "DELETE",
  path: "/admin/jobs/:id",
  ...shared,
  summary: "Drop a background job: it is not tried again",
  handle: (input) => changeJob(input, "job_dropped", (tx) => dropJob(tx, input.config.jobSchema, input.params.id)),
});

type Input = Parameters<typeof adminActOf>[0] & {
  db: { transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> };
  params: { id: string };
};

async function changeJob(input: Input, action: AuditAction, change: (tx: Db) => Promise<{ task: string } | undefined>) {
  const act = adminActOf(input);
  await input.db.transaction(async (tx) => {
    const job = await change(tx);
    if (!job) throw fail.jobUnknown();
    await logAct(tx, act, { action, actor: act.actor, traits: { job_id: input.params.id, task: job.task } });
  });
  return new Answer(204);
}
