// What both ways to change a message that waits have in common: one transaction with the entry of the log.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { isJobRunning } from "../../kernel/job_queue.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { adminActOf } from "../admin/admin_act.ts";
import { isUuid } from "../admin/user_body.ts";
import type { AuditAction } from "../audit/entry.ts";
import { logAct } from "../audit/log_act.ts";
import type { AuthWorld } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { lockWaiting } from "../outbox/queries.ts";

export const CHANGES_MESSAGE = {
  access: "admin",
  right: "jobs:write",
  params: Type.Object({ id: Type.String() }),
  ignoresBody: true,
  status: 204,
  reply: NoBody,
  refuses: [404],
} as const;

type Input = Parameters<typeof adminActOf>[0] & Pick<AuthWorld, "db" | "config"> & { params: { id: string } };
type Change = (tx: Db, message: { id: string; lastError: string | null }) => Promise<void>;

/** A message that is being sent is left alone: it would be sent twice, or be called dropped though it left. */
export async function changeMessage(input: Input, action: AuditAction, change: Change): Promise<Answer> {
  const { id } = input.params;
  if (!isUuid(id)) throw fail.messageNotWaiting();
  const act = adminActOf(input);
  await input.db.transaction(async (tx) => {
    const message = await lockWaiting(tx, id);
    if (!message || (await isJobRunning(tx, input.config.jobSchema, id))) throw fail.messageNotWaiting();
    const { kind, template, last_error: lastError } = message;
    await change(tx, { id, lastError });
    await logAct(tx, act, { action, actor: act.actor, traits: { outbox_id: id, kind, template } });
  });
  return new Answer(204);
}
