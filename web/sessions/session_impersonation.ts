// DELETE /session/impersonation: an administrator who saw somebody's account goes back to their own.
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { claimsOf } from "./claims.ts";
import { endCookies, isImpersonated, waitingSession } from "./impersonation.ts";
import { endSession, readSession } from "./session_cookie.ts";
import { signOut } from "./sign_out.ts";

export const deleteSessionImpersonation = endpoint({
  method: "DELETE",
  path: "/session/impersonation",
  access: "own",
  summary: "Leave the account of somebody else, and be oneself again",
  ignoresBody: true,
  reply: Type.Object({ location: Type.String() }),
  handle: async (input) => {
    const { cookieKey, request } = input;
    const current = readSession(cookieKey, request);
    if (!current || !isImpersonated(current)) return new Answer(200, { "set-cookie": endCookies(request) }, { location: "/" });
    await signOut(input);
    const waiting = waitingSession(cookieKey, request);
    const location = waiting ? `/admin/users/${claimsOf(current.accessToken).sub}` : "/sign_in";
    return new Answer(200, { "set-cookie": waiting?.cookies ?? [...endSession(request), ...endCookies(request)] }, { location });
  },
});
