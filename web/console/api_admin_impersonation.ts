// POST /api/admin/impersonation: the administrator of this browser sees an account as its user does. Their own session waits.
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { refuse } from "../proxy/auth_refusal.ts";
import { beginCookies, impersonationIn } from "../sessions/impersonation.ts";
import type { Session } from "../sessions/session_cookie.ts";
import { forwardedToAuth } from "../upstream/forwarded_to_auth.ts";
import { throwUnavailable } from "../upstream/unavailable.ts";
import { withConsole } from "./with_console.ts";

interface Body {
  user_id: string;
  support_code?: string;
}

export const postApiAdminImpersonation = endpoint({
  method: "POST",
  path: "/api/admin/impersonation",
  access: "own",
  summary: "See an account as its user does",
  body: Type.Object({ user_id: Type.String({ format: "uuid" }), support_code: Type.Optional(Type.String({ maxLength: 40 })) }),
  reply: Type.Object({ location: Type.String() }),
  refuses: [401, 403, 404, 422, 429, 503],
  handle: (input) => withConsole(input, (session) => begin(input, session)),
});

async function begin(input: WebInput<Body>, own: Session): Promise<Answer> {
  const { auth, body, cookieKey, request } = input;
  const reason = request.headers["audit-reason"];
  const answer = await auth
    .askAny({
      method: "POST",
      path: `/admin/users/${body.user_id}/impersonations`,
      headers: {
        ...forwardedToAuth(input, own.accessToken),
        "content-type": "application/json",
        ...(reason !== undefined && { "audit-reason": reason }),
      },
      body: JSON.stringify({ ...(body.support_code && { support_code: body.support_code }) }),
    })
    .catch(throwUnavailable);
  const seen = answer.status < 300 ? impersonationIn((answer.body ?? {}) as Record<string, unknown>) : undefined;
  if (seen) return new Answer(200, { "set-cookie": beginCookies(cookieKey, { own, seen }, request) }, { location: "/" });
  if ((answer.body as { error_code?: unknown } | null)?.error_code === "reauthentication_needed") throw fail.proofNeeded();
  return refuse(answer);
}
