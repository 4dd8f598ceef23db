// Changes a message that waits to be sent.
import type { Answer } from "../../kernel/http/endpoint.ts";
import { isJobRunning } from "../../kernel/job_queue.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { isUuid } from "../admin/user_body.ts";
import type { AuditAction } from "../audit/entry.ts";
import { fail } from "../errors.ts";
import { lockWaiting } from "../outbox/queries.ts";
import { type ChangeInput, changeWaiting } from "./change_waiting.ts";

type Change = (tx: Db, message: { id: string; lastError: string | null }) => Promise<void>;

/** A message that is being sent is left alone: it would be sent twice, or be called dropped though it left. */
export async function changeMessage(input: ChangeInput, action: AuditAction, change: Change): Promise<Answer> {
  const { id } = input.params;
  if (!isUuid(id)) throw fail.messageNotWaiting();
  return changeWaiting(input, action, async (tx) => {
    const message = await lockWaiting(tx, id);
    if (!message || (await isJobRunning(tx, input.config.jobSchema, id))) throw fail.messageNotWaiting();
    const { kind, template, last_error: lastError } = message;
    await change(tx, { id, lastError });
    return { outbox_id: id, kind, template };
  });
}
