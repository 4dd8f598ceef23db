// POST /logout: ends this session, all of them, or all others. Refresh tokens die at once; access tokens live on until they expire.
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import type { LogoutScope } from "../sessions/queries.ts";
import { signOut } from "./queries.ts";

const SCOPES: readonly string[] = ["global", "local", "others"] satisfies LogoutScope[];

export const logout = endpoint({
  method: "POST",
  path: "/logout",
  access: "user",
  summary: "Sign out of this session, of all, or of all others",
  query: Type.Object({ scope: Type.Optional(Type.String({ description: "global (default), local or others" })) }),
  reply: Type.Unknown(),
  handle: async ({ query, caller, db, request, now }) => {
    const scope = query.scope || "global";
    if (!SCOPES.includes(scope)) throw fail.logoutScopeUnknown({ values: { scope: scope.slice(0, 40) } });
    const { userId, sessionId } = caller;
    // A token without a session belongs to none, so all that it can end is everything.
    const ended = sessionId === undefined ? "global" : (scope as LogoutScope);
    const known = await signOut(db, { userId: userId as string, sessionId, scope: ended }, { ip: request.ip, now });
    if (known === 0) throw fail.userOfTokenGone();
    return new Answer(204);
  },
});
