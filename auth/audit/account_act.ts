// An audit entry about the user that a statement has as `account`.
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import type { Act } from "./act.ts";
import type { AuditAction, AuditTraits } from "./entry.ts";
import { auditInsert, auditPayloadOf } from "./queries.ts";

const ACTOR = {
  id: sql`account.id`,
  email: sql`coalesce(account.email, account.sso_email)`,
  phone: sql`account.phone`,
  viaSso: sql`account.sso_email is not null`,
};

/** Writes the entry for each row of the CTE `account`, or of `from`, which has the same columns. */
export function accountAct(action: AuditAction, act: Act & { traits?: AuditTraits | undefined; from?: Sql }): Sql {
  const { ip, requestId, now, traits, from = trusted("account") } = act;
  return auditInsert({ payload: auditPayloadOf({ action, actor: ACTOR, requestId, traits }), ip, now, from });
}
