// Changes a background job that is not running.
import type { Answer } from "../../kernel/http/endpoint.ts";
import type { Db } from "../../kernel/sql/database.ts";
import type { AuditAction } from "../audit/entry.ts";
import { fail } from "../errors.ts";
import { type ChangeInput, changeWaiting } from "./change_waiting.ts";

const JOB_ID = /^[1-9][0-9]{0,17}$/;

type Change = (tx: Db, jobSchema: string, id: string) => Promise<{ task: string } | undefined>;

export async function changeJob(input: ChangeInput, action: AuditAction, change: Change): Promise<Answer> {
  const { id } = input.params;
  if (!JOB_ID.test(id)) throw fail.jobUnknown();
  return changeWaiting(input, action, async (tx) => {
    const job = await change(tx, input.config.jobSchema, id);
    if (!job) throw fail.jobUnknown();
    return { job_id: id, task: job.task };
  });
}
