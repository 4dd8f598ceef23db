// POST /admin/jobs/:id/retry: tries a background job again at once, with its tries counted anew.
import { retryJob } from "../../kernel/job_queue.ts";
import { endpoint } from "../endpoint.ts";
import { changeJob } from "./change_job.ts";
import { CHANGES_WAITING } from "./change_waiting.ts";

export const retryAdminJob = endpoint({
  method: "POST",
  path: "/admin/jobs/:id/retry",
  ...CHANGES_WAITING,
  summary: "Try a background job again at once",
  handle: (input) => changeJob(input, "job_retried", retryJob),
});
