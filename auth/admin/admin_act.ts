// An act of an administrator upon a user, for the audit log.
import type { Db } from "../../kernel/sql/database.ts";
import { type Act, actOf } from "../audit/act.ts";
import type { AuditAction, AuditActor, AuditTraits } from "../audit/entry.ts";
import { logAct } from "../audit/log_act.ts";
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

interface Whom {
  id: string;
  email: string | null;
  phone: string | null;
}

export async function logAdminAct(tx: Db, act: AdminAct, action: AuditAction, whom: Whom, traits?: AuditTraits): Promise<void> {
  const { id, email, phone } = whom;
  const about = { user_id: id, ...(email !== null && { user_email: email }), ...(phone !== null && { user_phone: phone }) };
  await logAct(tx, act, { action, actor: act.actor, traits: { ...about, ...traits } });
}
