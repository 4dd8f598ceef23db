// Writes an act down, in the transaction that does it.
import type { Db } from "../../kernel/sql/database.ts";
import type { Act } from "./act.ts";
import { adminActRow } from "./admin_act.ts";
import type { Changes } from "./changes.ts";
import { type AuditAction, type AuditActor, type AuditTraits, auditPayload } from "./entry.ts";
import { auditInsert } from "./queries.ts";
import { insertAdminAct } from "./queries_admin_acts.ts";

export interface Entry {
  action: AuditAction;
  actor: AuditActor;
  traits?: AuditTraits | undefined;
  /** For the log of administrators. */
  changes?: Changes | undefined;
}

export async function logAct(tx: Pick<Db, "run">, act: Act, { action, actor, traits, changes }: Entry): Promise<void> {
  const { ip, requestId, now, administrator } = act;
  const payload = auditPayload({ action, actor, requestId, ...(traits && { traits }) });
  await Promise.all([
    tx.run(auditInsert({ payload, ip, now })),
    ...(administrator ? [insertAdminAct(tx, adminActRow(act, administrator, { action, traits, changes }))] : []),
  ]);
}
