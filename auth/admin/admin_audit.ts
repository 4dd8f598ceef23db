// GET /admin/audit: the audit log, newest first, by page or by cursor. A filter without a page is read by cursor.
// Then there is no total, and a search without an index covers a bounded part of the log per request.
import { Type } from "typebox";
import { documentedOnly, FreeForm } from "../../kernel/http/documented_only.ts";
import { Answer } from "../../kernel/http/endpoint.ts";
import { AUDIT_ACTIONS, type AuditAction } from "../audit/entry.ts";
import { CURSOR, readAuditFilter } from "../audit/filter.ts";
import { followAudit, listAudit } from "../audit/queries_list.ts";
import { endpoint } from "../endpoint.ts";
import { cursorHeaders, PAGE_HEADERS, pageHeaders, pageQuery, readPage } from "./pages.ts";

const AuditReply = Type.Object({
  id: Type.String({ format: "uuid" }),
  payload: FreeForm,
  created_at: Type.Unsafe<Date>({ type: "string", format: "date-time" }),
  ip_address: Type.String(),
});

const filters = {
  user_id: Type.Optional(Type.String({ format: "uuid", description: "Acts of this user, or upon them" })),
  action: Type.Optional(Type.Unsafe<AuditAction>({ type: "string", enum: [...AUDIT_ACTIONS] })),
  ip_address: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: "Exactly as entries have it" })),
  from: Type.Optional(Type.String({ format: "date-time", maxLength: 40, description: "At this moment or later" })),
  to: Type.Optional(Type.String({ format: "date-time", maxLength: 40, description: "Before this moment" })),
  cursor: Type.Optional(
    Type.String({ pattern: CURSOR, description: "X-Next-Cursor of the answer before; page has no effect then" }),
  ),
};

export const adminAudit = endpoint({
  method: "GET",
  path: "/admin/audit",
  access: "admin",
  right: "audit:read",
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
  replyHeaders: {
    ...PAGE_HEADERS,
    "X-Next-Cursor": "Where to go on; missing at the end. Entries may be few, or none, before it",
  },
  handle: async ({ query, request, db }) => {
    const page = readPage(query);
    const filter = readAuditFilter(query);
    const { user_id, action, ip_address, from, to, cursor } = query;
    const fields = { query: query.query, user_id, action, ip_address, from, to };
    const isFiltered = [user_id, action, ip_address, from, to].some((each) => each !== undefined);
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
