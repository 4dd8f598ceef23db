// GET /admin/sessions and DELETE /admin/sessions/:session_id: who is signed in, and where.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { AnySessionReply, presentAnySession } from "../sessions/listed_session.ts";
import { findSessionOwner, listSessions } from "../sessions/queries_list.ts";
import { readSessionId } from "../sessions/session_id.ts";
import { endSession } from "./end_session.ts";
import { PAGE_HEADERS, pageHeaders, pageQuery, readPage } from "./pages.ts";

export const getAdminSessions = endpoint({
  method: "GET",
  path: "/admin/sessions",
  access: "admin",
  right: "sessions:read",
  summary: "All sessions that go on, newest first",
  query: Type.Object(pageQuery),
  reply: Type.Array(AnySessionReply),
  replyHeaders: PAGE_HEADERS,
  handle: async ({ query, request, config, db, now }) => {
    const page = readPage(query);
    const { sessions, total } = await listSessions(db, page, config, now);
    return new Answer(200, pageHeaders(request.path, page, total, {}), sessions.map(presentAnySession));
  },
});

export const deleteAdminSession = endpoint({
  method: "DELETE",
  path: "/admin/sessions/:session_id",
  access: "admin",
  right: "sessions:end",
  summary: "End a session, at once",
  params: Type.Object({ session_id: Type.String() }),
  ignoresBody: true,
  status: 204,
  reply: NoBody,
  handle: async ({ params, ...input }) => {
    const id = readSessionId(params.session_id);
    const userId = await findSessionOwner(input.db, id);
    if (!userId) throw fail.sessionUnknown();
    await endSession(input, userId, id);
    return new Answer(204);
  },
});
