// GET /admin/jobs and DELETE /admin/jobs/:id: background jobs that wait, or did not succeed.
import { Type } from "typebox";
import { dropJob, JOB_STATES, type JobState, listJobs } from "../../kernel/job_queue.ts";
import { endpoint } from "../endpoint.ts";
import { changeJob } from "./change_job.ts";
import { CHANGES_WAITING } from "./change_waiting.ts";

const MOST_LISTED = 100;
const Moment = Type.String({ format: "date-time" });
const State = Type.Unsafe<JobState>({ type: "string", enum: [...JOB_STATES] });

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

export const deleteAdminJob = endpoint({
  method: "DELETE",
  path: "/admin/jobs/:id",
  ...CHANGES_WAITING,
  summary: "Drop a background job: it is not tried again",
  handle: (input) => changeJob(input, "job_dropped", dropJob),
});
