// POST /logout: ends this session, all of them, or all others. Refresh tokens die at once; access tokens live on until they expire.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { endCodes } from "../flow_states/queries_codes.ts";
import { impersonatorOf } from "../keys/impersonator.ts";
import { type LogoutScope, revokeSessions } from "../sessions/queries.ts";
import { lockUser } from "../users/queries.ts";
import { requireCaller } from "./caller.ts";

const SCOPES: readonly string[] = ["global", "local", "others"] satisfies LogoutScope[];

export const logout = endpoint({
  method: "POST",
  path: "/logout",
  access: "user",
  summary: "Sign out of this session, of all, or of all others",
  query: Type.Object({
    scope: Type.Optional(documentedOnly(Type.String({ description: "global unless given" }), { enum: ["", ...SCOPES] })),
  }),
  status: 204,
  reply: NoBody,
  handle: async (input) => {
    const { query, caller, db, now } = input;
    const scope = query.scope || "global";
    if (!SCOPES.includes(scope)) throw fail.logoutScopeUnknown({ values: { scope: scope.slice(0, 40) } });
    if (scope !== "local" && impersonatorOf(caller.claims) !== undefined) throw fail.impersonated();
    // An old token must not end the owner's sessions, who may have changed the password because it was stolen.
    await requireCaller(input, caller, now);
    const who = { userId: caller.userId as string, sessionId: caller.sessionId, scope: scope as LogoutScope };
    await db.transaction(async (tx) => {
      const user = await lockUser(tx, who.userId);
      if (!user) throw fail.userOfTokenGone();
      await Promise.all([
        // A code is a session elsewhere that is about to be opened.
        ...(scope === "local" ? [] : [endCodes(tx, user.id)]),
        revokeSessions(tx, who, now),
        logAct(tx, actOf(input), { action: "logout", actor: user }),
      ]);
    });
    return new Answer(204);
  },
});
