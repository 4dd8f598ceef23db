// Creates a job, with whom it means, its place in the queue and its entry in the logs, in one transaction.
import { randomUUID } from "node:crypto";
import type { Db } from "../../kernel/sql/database.ts";
import { type AdminAct, adminActOf } from "../admin/admin_act.ts";
import type { AdminInput } from "../admin/create_user.ts";
import { changesBetween } from "../audit/changes.ts";
import { logAct } from "../audit/log_act.ts";
import { fail } from "../errors.ts";
import { actorOf } from "./actor.ts";
import type { JobAct } from "./acts.ts";
import type { BulkJob, JobParameters, JobRequest } from "./job.ts";
import { addWork, findJob, insertJob, setTotal } from "./queries.ts";

export interface JobWish {
  act: JobAct;
  parameters: JobParameters;
  selection: BulkJob["selection"];
  undoes?: string;
  /** Writes whom it means, and returns how many they are. */
  insertUsers(tx: Db, jobId: string): Promise<number>;
}

export async function createJobIn(tx: Db, input: AdminInput<unknown>, wish: JobWish): Promise<BulkJob> {
  const { act, parameters, selection, undoes, insertUsers } = wish;
  const { config, now, caller } = input;
  const by = adminActOf(input);
  const id = randomUUID();
  const job = {
    id,
    act,
    parameters,
    selection,
    undoes: undoes ?? null,
    ...actorOf(caller),
    request: requestOf(by),
    created_at: now,
  };
  await insertJob(tx, { ...job, total: 0 });
  const total = await insertUsers(tx, id);
  if (total === 0) throw fail.bulkJobWithoutUsers();
  const traits = { bulk_job_id: id, act, users: total, ...(undoes !== undefined && { undoes }) };
  const changes = changesBetween({}, { selection, parameters });
  await Promise.all([
    setTotal(tx, id, total),
    logAct(tx, by, { action: "bulk_job_created", actor: by.actor, traits, changes }),
    addWork(tx, config.jobSchema, id),
  ]);
  return (await findJob(tx, id)) as BulkJob;
}

export function requestOf({ ip, requestId, actor, administrator }: AdminAct): JobRequest {
  return { ip, requestId, actor, administrator };
}
