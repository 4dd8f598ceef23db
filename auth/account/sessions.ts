// GET /sessions: where the signed-in user is signed in. DELETE /sessions/:session_id: signs out there.
// Unlike POST /logout it ends access at once, also by access tokens that are out: it is for a phone that was stolen.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { OwnSessionReply, presentOwnSession } from "../sessions/listed_session.ts";
import { deleteSession, listSessionsOf } from "../sessions/queries_list.ts";
import { readSessionId } from "../sessions/session_id.ts";
import { requireActiveCaller, requireCaller } from "./caller.ts";
import { lockAccount } from "./queries_change.ts";

export const getSessions = endpoint({
  method: "GET",
  path: "/sessions",
  access: "user",
  summary: "Where the signed-in user is signed in, the session that was used last first",
  reply: Type.Array(OwnSessionReply),
  handle: async (input) => {
    const { config, db, caller, now } = input;
    const [, sessions] = await Promise.all([
      requireCaller(input, caller, now),
      listSessionsOf(db, caller.userId as string, config, now),
    ]);
    return sessions.map((session) => presentOwnSession(session, caller.sessionId));
  },
});

export const deleteOwnSession = endpoint({
  method: "DELETE",
  path: "/sessions/:session_id",
  access: "user",
  summary: "Sign out of one session, at once",
  params: Type.Object({ session_id: Type.String() }),
  ignoresBody: true,
  status: 204,
  reply: NoBody,
  handle: async ({ params, config, db, caller, request, now }) => {
    await db.transaction(async (tx) => {
      const user = requireActiveCaller(await lockAccount(tx, caller, config, now), caller, now);
      const id = readSessionId(params.session_id);
      if (!(await deleteSession(tx, user.id, id))) throw fail.sessionUnknown();
      await logAct(tx, actOf({ request, now }), { action: "logout", actor: user, traits: { session_id: id } });
    });
    return new Answer(204);
  },
});
