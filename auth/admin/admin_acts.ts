// GET /admin/acts: what administrators did, newest first, by cursor. Each entry is chained to the one before; `cofre doctor --audit` verifies it.
import { Type } from "typebox";
import { FreeForm } from "../../kernel/http/documented_only.ts";
import { AUDIT_ACTIONS, type AuditAction } from "../audit/entry.ts";
import { type ListedAdminAct, listAdminActs } from "../audit/queries_admin_acts.ts";
import { endpoint } from "../endpoint.ts";

const DEFAULT_LISTED = 50;
const MOST_LISTED = 200;

const Moment = Type.Optional(Type.String({ format: "date-time", maxLength: 40 }));

export const adminActs = endpoint({
  method: "GET",
  path: "/admin/acts",
  access: "admin",
  right: "audit:read",
  summary: "What administrators did, newest first",
  query: Type.Object({
    user_id: Type.Optional(Type.String({ format: "uuid", description: "By this user, or upon them" })),
    actor_id: Type.Optional(Type.String({ format: "uuid", description: "By this user or API key" })),
    action: Type.Optional(Type.Unsafe<AuditAction>({ type: "string", enum: [...AUDIT_ACTIONS] })),
    from: Moment,
    to: Moment,
    cursor: Type.Optional(Type.String({ pattern: "^[1-9][0-9]{0,17}$", description: "next_cursor of the answer before" })),
    limit: Type.Optional(
      Type.String({ pattern: "^[1-9][0-9]{0,3}$", description: `${DEFAULT_LISTED} unless given, at most ${MOST_LISTED}` }),
    ),
  }),
  reply: Type.Object({
    acts: Type.Array(
      Type.Object({
        position: Type.Integer({ description: "In the chain" }),
        at: Type.Optional(Type.String({ format: "date-time" })),
        administrator: Type.Optional(FreeForm),
        reason: Type.Optional(Type.Union([Type.String(), Type.Null()])),
        action: Type.Optional(Type.String()),
        user_id: Type.Optional(Type.Union([Type.String({ format: "uuid" }), Type.Null()])),
        traits: Type.Optional(FreeForm),
        changes: Type.Optional(FreeForm),
        ip_address: Type.Optional(Type.String()),
        user_agent: Type.Optional(Type.Union([Type.String(), Type.Null()])),
        request_id: Type.Optional(Type.String()),
      }),
    ),
    next_cursor: Type.Optional(Type.String({ description: "Missing at the end" })),
  }),
  handle: async ({ query, db }) => {
    const { user_id: userId, actor_id: actorId, action, from, to, cursor: before } = query;
    const most = Math.min(Number(query.limit ?? DEFAULT_LISTED), MOST_LISTED);
    const acts = await listAdminActs(db, { userId, actorId, action, from, to, before }, most + 1);
    const page = acts.slice(0, most);
    const last = page.at(-1);
    return { acts: page.map(present), ...(acts.length > most && last && { next_cursor: String(last.position) }) };
  },
});

function present({ position, entry, details }: ListedAdminAct) {
  if (!entry) return { position };
  const { at, administrator, reason, action, subject_id: userId, traits, ip_address, user_agent, request_id } = entry;
  const forgettable = details && { traits: { ...traits, ...details.subject }, changes: details.changes };
  return {
    position,
    at,
    administrator,
    reason,
    action,
    user_id: userId,
    traits,
    ip_address,
    user_agent,
    request_id,
    ...forgettable,
  };
}
