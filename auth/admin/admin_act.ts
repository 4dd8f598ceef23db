// An act of an administrator upon the user whom a statement has as `account`, for the audit log.
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { type AuditAction, type AuditActor, auditPayload } from "../audit/entry.ts";
import { auditInsert } from "../audit/queries.ts";
import type { AuthCaller } from "../endpoint.ts";

export interface AdminAct {
  actor: AuditActor;
  ip: string;
  now: Date;
}

/** Who acts, from where and when. An operator's token names no user: its role stands for its bearer, beside the name in `sub`. */
export function adminActOf({ caller, request, now }: { caller: AuthCaller; request: { ip: string }; now: Date }): AdminAct {
  const { userId, claims, role } = caller;
  const actor =
    userId === undefined
      ? { role, name: claims.sub ?? null }
      : { id: userId, email: claims.email ?? null, phone: claims.phone ?? null };
  return { actor, ip: request.ip, now };
}

const WHOM = sql`jsonb_build_object('traits', jsonb_strip_nulls(jsonb_build_object(
  'user_id', account.id, 'user_email', account.email, 'user_phone', account.phone)))`;

/** Writes an entry of each action for each row of `account`, or of `from`, which gives such rows that name. */
export function adminAct(actions: AuditAction | readonly AuditAction[], act: AdminAct, from: Sql = trusted("account")): Sql {
  const { actor, ip, now } = act;
  const payload = [actions].flat().map((action) => sql`(${auditPayload({ action, actor })}::jsonb || ${WHOM})::json`);
  return auditInsert({ payload, ip, now, from });
}
