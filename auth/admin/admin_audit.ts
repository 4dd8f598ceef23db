// GET /admin/audit: the audit log, newest first, by page, by cursor, or as a file. A filter without a page is read by cursor.
// Then there is no total, and a search without an index covers a bounded part of the log per request.
import { Type } from "typebox";
import { documentedOnly, FreeForm } from "../../kernel/http/documented_only.ts";
import { Answer } from "../../kernel/http/endpoint.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { AUDIT_ACTIONS, type AuditAction } from "../audit/entry.ts";
import { type AuditFilter, CURSOR, readAuditFilter, readPosition } from "../audit/filter.ts";
import { type AuditEntry, followAudit, listAudit } from "../audit/queries_list.ts";
import { endpoint } from "../endpoint.ts";
import { answerWithFile, FILE_HEADERS, FILE_PAGE, FILE_TYPES, FormatParameter, isFile, rightsToRead } from "./log_file.ts";
import { cursorHeaders, PAGE_HEADERS, pageHeaders, pageQuery, readPage } from "./pages.ts";

const AuditReply = Type.Object({
  id: Type.String({ format: "uuid" }),
  payload: FreeForm,
  created_at: Type.Unsafe<Date>({ type: "string", format: "date-time" }),
  ip_address: Type.String(),
});

const filters = {
  user_id: Type.Optional(Type.String({ format: "uuid", description: "Acts of this user, or upon them" })),
  actor_id: Type.Optional(Type.String({ format: "uuid", description: "Acts of this user alone" })),
  action: Type.Optional(Type.Unsafe<AuditAction>({ type: "string", enum: [...AUDIT_ACTIONS] })),
  ip_address: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: "Exactly as entries have it" })),
  request_id: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: "X-Request-Id of the answer to it" })),
  from: Type.Optional(Type.String({ format: "date-time", maxLength: 40, description: "At this moment or later" })),
  to: Type.Optional(Type.String({ format: "date-time", maxLength: 40, description: "Before this moment" })),
  cursor: Type.Optional(
    Type.String({ pattern: CURSOR, description: "X-Next-Cursor of the answer before; page has no effect then" }),
  ),
  format: FormatParameter,
};

export const adminAudit = endpoint({
  method: "GET",
  path: "/admin/audit",
  access: "admin",
  right: rightsToRead,
  summary: "The audit log, newest first",
  query: Type.Object({
    ...pageQuery,
    query: Type.Optional(
      documentedOnly(Type.String({ maxLength: 255, description: "And a part of what to find" }), {
        pattern: "^((author|action|type):[\\s\\S]*)?$",
      }),
    ),
    ...filters,
  }),
  reply: Type.Array(AuditReply),
  files: FILE_TYPES,
  replyHeaders: {
    ...PAGE_HEADERS,
    ...FILE_HEADERS,
    "X-Next-Cursor": "Where to go on; missing at the end. Entries may be few, or none, before it",
  },
  handle: async (input) => {
    const { query, request, db } = input;
    const page = readPage(query);
    const filter = readAuditFilter(query);
    const { cursor, format, query: wanted } = query;
    // Parameters that nobody knows are ignored, and not repeated in links.
    const narrowing = Object.fromEntries(Object.entries(query).filter(([name]) => name in filters));
    if (isFile(format)) {
      const filters = Object.keys({ ...(wanted && { query: wanted }), ...narrowing });
      return answerWithFile(input, { name: "audit", format, filters, entries: entriesOf(db, filter), columns: COLUMNS });
    }
    const fields = { query: wanted, ...narrowing };
    const isFiltered = Object.values(narrowing).some((each) => each !== undefined);
    if (cursor !== undefined || (isFiltered && !query.page)) {
      const { entries, next } = await followAudit(db, filter, page.perPage);
      return new Answer(200, cursorHeaders(request.path, page, next, fields), entries);
    }
    const { entries, next, total } = await listAudit(db, { ...page, query: filter });
    return new Answer(
      200,
      { ...pageHeaders(request.path, page, total, fields), ...(next && { "x-next-cursor": next }) },
      entries,
    );
  },
});

async function* entriesOf(db: Db, filter: AuditFilter): AsyncGenerator<AuditEntry> {
  for (let { before } = filter; ; ) {
    const { entries, next } = await followAudit(db, { ...filter, ...(before && { before }) }, FILE_PAGE);
    yield* entries;
    if (next === undefined) return;
    before = readPosition(next);
  }
}

const COLUMNS: Readonly<Record<string, (entry: AuditEntry) => string | undefined>> = {
  id: ({ id }) => id,
  created_at: ({ created_at: at }) => at.toISOString(),
  action: ({ payload }) => payload.action,
  actor_id: ({ payload }) => payload.actor_id,
  actor_username: ({ payload }) => payload.actor_username,
  actor_name: ({ payload }) => payload.actor_name,
  log_type: ({ payload }) => payload.log_type,
  traits: ({ payload }) => JSON.stringify(payload.traits),
  ip_address: ({ ip_address: ip }) => ip,
  request_id: ({ payload }) => payload.request_id,
};
