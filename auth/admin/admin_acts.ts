// GET /admin/acts: what administrators did, newest first, by cursor or as a file. Each entry is chained to the one before; `cofre doctor --audit` verifies it.
import { Type } from "typebox";
import { FreeForm } from "../../kernel/http/documented_only.ts";
import type { Db } from "../../kernel/sql/database.ts";
import type { AdminActDetails, AdminActEntry } from "../audit/admin_act.ts";
import { AUDIT_ACTIONS, type AuditAction } from "../audit/entry.ts";
import { readTime } from "../audit/filter.ts";
import { type AdminActFilter, type ListedAdminAct, listAdminActs } from "../audit/queries_admin_acts.ts";
import { endpoint } from "../endpoint.ts";
import { answerWithFile, FILE_HEADERS, FILE_PAGE, FILE_TYPES, FormatParameter, isFile, rightsToRead } from "./log_file.ts";

const DEFAULT_LISTED = 50;
const MOST_LISTED = 200;

const Moment = Type.Optional(Type.String({ format: "date-time", maxLength: 40 }));

export const adminActs = endpoint({
  method: "GET",
  path: "/admin/acts",
  access: "admin",
  right: rightsToRead,
  summary: "What administrators did, newest first",
  query: Type.Object({
    user_id: Type.Optional(Type.String({ format: "uuid", description: "By this user, or upon them" })),
    actor_id: Type.Optional(Type.String({ format: "uuid", description: "By this user or API key" })),
    action: Type.Optional(Type.Unsafe<AuditAction>({ type: "string", enum: [...AUDIT_ACTIONS] })),
    ip_address: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: "Exactly as entries have it" })),
    request_id: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: "X-Request-Id of the answer to it" })),
    from: Moment,
    to: Moment,
    format: FormatParameter,
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
  files: FILE_TYPES,
  replyHeaders: FILE_HEADERS,
  handle: async (input) => {
    const { query, db } = input;
    const { cursor: before, limit, format, from, to, user_id: userId, actor_id: actorId, action, ip_address: ip } = query;
    const filter: AdminActFilter = {
      ...{ userId: userId?.toLowerCase(), actorId: actorId?.toLowerCase(), action, ip, requestId: query.request_id, before },
      from: from === undefined ? undefined : readTime("from", from),
      to: to === undefined ? undefined : readTime("to", to),
    };
    if (isFile(format)) {
      const filters = Object.keys(filter).filter((name) => filter[name as keyof AdminActFilter] !== undefined);
      return answerWithFile(input, { name: "acts", format, filters, entries: followActs(db, filter), columns: COLUMNS });
    }
    const most = Math.min(Number(limit ?? DEFAULT_LISTED), MOST_LISTED);
    const acts = await listAdminActs(db, filter, most + 1);
    const page = acts.slice(0, most);
    const last = page.at(-1);
    return { acts: page.map(present), ...(acts.length > most && last && { next_cursor: String(last.position) }) };
  },
});

async function* followActs(db: Db, filter: AdminActFilter): AsyncGenerator<PresentedAct> {
  for (let { before } = filter; ; ) {
    const acts = await listAdminActs(db, { ...filter, before }, FILE_PAGE);
    yield* acts.map(present);
    if (acts.length < FILE_PAGE) return;
    before = String(acts.at(-1)?.position);
  }
}

const COLUMNS: Readonly<Record<string, (act: PresentedAct) => string | number | null | undefined>> = {
  position: ({ position }) => position,
  at: ({ at }) => at,
  action: ({ action }) => action,
  administrator_kind: ({ administrator }) => administrator?.kind,
  administrator_id: ({ administrator }) => administrator?.id,
  administrator_name: ({ administrator }) => administrator?.name,
  administrator_role: ({ administrator }) => administrator?.role,
  reason: ({ reason }) => reason,
  user_id: ({ user_id: id }) => id,
  traits: ({ traits }) => JSON.stringify(traits),
  changes: ({ changes }) => JSON.stringify(changes),
  ip_address: ({ ip_address: ip }) => ip,
  user_agent: ({ user_agent: agent }) => agent,
  request_id: ({ request_id: id }) => id,
};

interface PresentedAct
  extends Partial<Pick<AdminActEntry, "at" | "administrator" | "reason" | "action" | "traits" | "ip_address">> {
  position: number;
  user_id?: string | null;
  changes?: AdminActDetails["changes"];
  user_agent?: string | null;
  request_id?: string;
}

function present({ position, entry, details }: ListedAdminAct): PresentedAct {
  if (!entry) return { position };
  const { at, administrator, reason, action, subject_id: userId, traits, ip_address, user_agent, request_id } = entry;
  return {
    ...{ position, at, administrator, reason, action, user_id: userId, traits, ip_address, user_agent, request_id },
    ...(details && { traits: { ...traits, ...details.subject }, changes: details.changes }),
  };
}
