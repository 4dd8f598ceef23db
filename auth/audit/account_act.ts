// An act of the user whom a statement has as `account`, for the audit log.
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import type { AuditAction, AuditTraits } from "./entry.ts";
import { auditInsert, auditPayloadOf } from "./queries.ts";

const ACTOR = { id: sql`account.id`, email: sql`account.email`, phone: sql`account.phone` };

/** Writes its entries for each row of the CTE `account`, or of `from`, which has the same columns. */
export function accountAct(
  actions: AuditAction | readonly AuditAction[],
  act: { ip: string; now: Date; traits?: AuditTraits; from?: Sql },
): Sql {
  const { ip, now, traits, from = trusted("account") } = act;
  const payload = [actions].flat().map((action) => auditPayloadOf({ action, actor: ACTOR, ...(traits && { traits }) }));
  return auditInsert({ payload, ip, now, from });
}
