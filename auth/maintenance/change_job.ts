// What both ways to change a background job have in common: one transaction with the entry of the log.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { adminActOf } from "../admin/admin_act.ts";
import type { AuditAction } from "../audit/entry.ts";
import { logAct } from "../audit/log_act.ts";
import type { AuthWorld } from "../endpoint.ts";
import { fail } from "../errors.ts";

export const CHANGES_JOB = {
  access: "admin",
  right: "jobs:write",
  params: Type.Object({ id: Type.String() }),
  ignoresBody: true,
  status: 204,
  reply: NoBody,
  refuses: [404],
} as const;

const JOB_ID = /^[1-9][0-9]{0,17}$/;

type Input = Parameters<typeof adminActOf>[0] & Pick<AuthWorld, "db" | "config"> & { params: { id: string } };
type Change = (tx: Db, jobSchema: string, id: string) => Promise<{ task: string } | undefined>;

export async function changeJob(input: Input, action: AuditAction, change: Change): Promise<Answer> {
  const { id } = input.params;
  if (!JOB_ID.test(id)) throw fail.jobUnknown();
  const act = adminActOf(input);
  await input.db.transaction(async (tx) => {
    const job = await change(tx, input.config.jobSchema, id);
    if (!job) throw fail.jobUnknown();
    await logAct(tx, act, { action, actor: act.actor, traits: { job_id: id, task: job.task } });
  });
  return new Answer(204);
}
