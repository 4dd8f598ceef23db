// GET /admin/audit: the audit log in pages, newest first.
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import { FreeForm, judged } from "../../kernel/http/judged.ts";
import { listAudit } from "../audit/queries.ts";
import { readAuditQuery } from "../audit/query.ts";
import { endpoint } from "../endpoint.ts";
import { PAGE_HEADERS, pageHeaders, pageQuery, readPage } from "./pages.ts";

const AuditReply = Type.Object({
  id: Type.String({ format: "uuid" }),
  payload: FreeForm,
  created_at: Type.Unsafe<Date>({ type: "string", format: "date-time" }),
  ip_address: Type.String(),
});

export const adminAudit = endpoint({
  method: "GET",
  path: "/admin/audit",
  access: "admin",
  summary: "The audit log, newest first",
  query: Type.Object({
    ...pageQuery,
    query: Type.Optional(
      judged(Type.String({ maxLength: 255, description: "And a part of what to find" }), {
        pattern: "^((author|action|type):[\\s\\S]*)?$",
      }),
    ),
  }),
  reply: Type.Array(AuditReply),
  replyHeaders: PAGE_HEADERS,
  handle: async ({ query, request, db }) => {
    const page = readPage(query);
    const { entries, total } = await listAudit(db, { ...page, query: readAuditQuery(query.query) });
    return new Answer(200, pageHeaders(request.path, page, total, { query: query.query }), entries);
  },
});
