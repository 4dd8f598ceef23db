// GET and DELETE /admin/users/:id/sessions, and DELETE /admin/users/:id/sessions/:session_id: where a user is signed in, as administrators see it.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { findUserWithIdentities } from "../identities/queries.ts";
import { AnySessionReply, presentAnySession } from "../sessions/listed_session.ts";
import { listSessionsOf } from "../sessions/queries_list.ts";
import { readSessionId } from "../sessions/session_id.ts";
import { adminActOf } from "./admin_act.ts";
import { endSession, endSessionsIn } from "./end_session.ts";
import { readUserId } from "./user_body.ts";

export const getAdminUserSessions = endpoint({
  method: "GET",
  path: "/admin/users/:id/sessions",
  access: "admin",
  right: "sessions:read",
  summary: "Where a user is signed in",
  params: Type.Object({ id: Type.String() }),
  reply: Type.Array(AnySessionReply),
  handle: async ({ params, config, db, now }) => {
    const userId = readUserId(params.id);
    const [user, sessions] = await Promise.all([findUserWithIdentities(db, userId), listSessionsOf(db, userId, config, now)]);
    if (!user) throw fail.userUnknown();
    return sessions.map(presentAnySession);
  },
});

export const deleteAdminUserSessions = endpoint({
  method: "DELETE",
  path: "/admin/users/:id/sessions",
  access: "admin",
  right: "sessions:end",
  summary: "Sign a user out everywhere, at once",
  params: Type.Object({ id: Type.String() }),
  ignoresBody: true,
  status: 204,
  reply: NoBody,
  handle: async ({ params, ...input }) => {
    const userId = readUserId(params.id);
    await input.db.transaction((tx) => endSessionsIn(tx, userId, adminActOf(input)));
    return new Answer(204);
  },
});

export const deleteAdminUserSession = endpoint({
  method: "DELETE",
  path: "/admin/users/:id/sessions/:session_id",
  access: "admin",
  right: "sessions:end",
  summary: "End a session of a user, at once",
  params: Type.Object({ id: Type.String(), session_id: Type.String() }),
  ignoresBody: true,
  status: 204,
  reply: NoBody,
  handle: async ({ params, ...input }) => {
    await endSession(input, readUserId(params.id), readSessionId(params.session_id));
    return new Answer(204);
  },
});
