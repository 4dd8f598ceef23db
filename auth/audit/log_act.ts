// Writes an act down, in the transaction that does it.
import type { Db } from "../../kernel/sql/database.ts";
import type { Act } from "./act.ts";
import { type AuditAction, type AuditActor, type AuditTraits, auditPayload } from "./entry.ts";
import { auditInsert } from "./queries.ts";

export interface Entry {
  action: AuditAction;
  actor: AuditActor;
  traits?: AuditTraits | undefined;
}

export async function logAct(tx: Pick<Db, "run">, { ip, requestId, now }: Act, { action, actor, traits }: Entry): Promise<void> {
  const payload = auditPayload({ action, actor, requestId, ...(traits && { traits }) });
  await tx.run(auditInsert({ payload, ip, now }));
}
