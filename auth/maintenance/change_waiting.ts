// What every change of a waiting job or message has in common: one transaction with the entry of the log.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { adminActOf } from "../admin/admin_act.ts";
import type { AuditAction, AuditTraits } from "../audit/entry.ts";
import { logAct } from "../audit/log_act.ts";
import type { AuthWorld } from "../endpoint.ts";

export const CHANGES_WAITING = {
  access: "admin",
  right: "jobs:write",
  params: Type.Object({ id: Type.String() }),
  ignoresBody: true,
  status: 204,
  reply: NoBody,
  refuses: [404],
} as const;

export type ChangeInput = Parameters<typeof adminActOf>[0] & Pick<AuthWorld, "db" | "config"> & { params: { id: string } };

/** `change` returns what the entry says of it. */
export async function changeWaiting(
  input: ChangeInput,
  action: AuditAction,
  change: (tx: Db) => Promise<AuditTraits>,
): Promise<Answer> {
  const act = adminActOf(input);
  await input.db.transaction(async (tx) => {
    const traits = await change(tx);
    await logAct(tx, act, { action, actor: act.actor, traits });
  });
  return new Answer(204);
}
