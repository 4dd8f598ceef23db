// An act of an administrator, for the audit log and for the log of administrators.
import type { Db } from "../../kernel/sql/database.ts";
import { type Act, type ActingAdministrator, actOf } from "../audit/act.ts";
import type { Changes } from "../audit/changes.ts";
import type { AuditAction, AuditActor, AuditTraits } from "../audit/entry.ts";
import { logAct } from "../audit/log_act.ts";
import type { AuthCaller, AuthInput } from "../endpoint.ts";
import { readReason } from "../grants/reason.ts";

export interface AdminAct extends Act {
  actor: AuditActor;
  administrator: ActingAdministrator;
  /** Of each of its entries. */
  traits?: AuditTraits;
}

type Input = Pick<AuthInput<unknown>, "request" | "now"> & { caller: AuthCaller };

/** Who acts, from where and when. */
export function adminActOf(input: Input): AdminAct {
  return { ...actOf(input), actor: actorOf(input.caller), administrator: actingAdministrator(input) };
}

/** An operator's token names no user: its role stands for its bearer, beside the name in `sub`. So does a key, with its own name. */
function actorOf({ userId, claims, role, administrator }: AuthCaller): AuditActor {
  if (administrator?.kind === "api_key" || administrator?.kind === "command_line")
    return { role: administrator.kind, name: administrator.name };
  if (userId === undefined) return { role, name: claims.sub ?? null };
  return { id: userId, email: claims.email ?? null, phone: claims.phone ?? null };
}

const LONGEST_AGENT = 512;

function actingAdministrator({ caller, request }: Input): ActingAdministrator {
  const { administrator, claims, role, userId } = caller;
  const said = { reason: readReason(request), userAgent: request.headers["user-agent"]?.slice(0, LONGEST_AGENT) ?? null };
  if (administrator?.kind === "api_key")
    return { kind: "api_key", id: administrator.id, name: administrator.name, role: null, ...said };
  if (administrator?.kind === "command_line")
    return { kind: "command_line", id: null, name: administrator.name, role: null, ...said };
  const name = claims.email || claims.phone || claims.sub || "";
  const roles = administrator?.kind === "user" ? administrator.roles.join() : role;
  return { kind: userId === undefined ? "token" : "user", id: userId ?? null, name, role: roles, ...said };
}

interface Whom {
  id: string;
  email: string | null;
  phone: string | null;
}

export interface ActUponUser {
  traits?: AuditTraits;
  changes?: Changes;
}

export async function logAdminAct(
  tx: Db,
  act: AdminAct,
  action: AuditAction,
  whom: Whom,
  { traits, changes }: ActUponUser = {},
): Promise<void> {
  const { id, email, phone } = whom;
  const about = { user_id: id, ...(email !== null && { user_email: email }), ...(phone !== null && { user_phone: phone }) };
  await logAct(tx, act, { action, actor: act.actor, traits: { ...about, ...act.traits, ...traits }, changes });
}
