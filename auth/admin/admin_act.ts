// An act of an administrator upon the user whom a statement has as `account`, for the audit log.
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { type Act, actOf } from "../audit/act.ts";
import { type AuditAction, type AuditActor, type AuditTraits, auditPayload } from "../audit/entry.ts";
import { auditInsert } from "../audit/queries.ts";
import type { AuthCaller, AuthInput } from "../endpoint.ts";

export interface AdminAct extends Act {
  actor: AuditActor;
}

/** Who acts, from where and when. An operator's token names no user: its role stands for its bearer, beside the name in `sub`. */
export function adminActOf(input: Pick<AuthInput<unknown>, "request" | "now"> & { caller: AuthCaller }): AdminAct {
  const { userId, claims, role } = input.caller;
  const actor =
    userId === undefined
      ? { role, name: claims.sub ?? null }
      : { id: userId, email: claims.email ?? null, phone: claims.phone ?? null };
  return { ...actOf(input), actor };
}

const WHOM = sql`jsonb_strip_nulls(jsonb_build_object(
  'user_id', account.id, 'user_email', account.email, 'user_phone', account.phone))`;

/** Writes the entry for each row of `account`, or of `from`, which gives such rows that name. */
export function adminAct(
  action: AuditAction,
  { actor, ip, requestId, now }: AdminAct,
  { traits = {}, from = trusted("account") }: { traits?: AuditTraits; from?: Sql } = {},
): Sql {
  const said = sql`${auditPayload({ action, actor, requestId })}::jsonb`;
  const payload = sql`(${said} || jsonb_build_object('traits', ${WHOM} || ${traits}::jsonb))`;
  return auditInsert({ payload, ip, now, from });
}
