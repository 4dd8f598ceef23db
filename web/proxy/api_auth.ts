// GET, POST, PUT, PATCH, DELETE /api/auth/*: what the settings need of auth, as the user of this browser. Where auth answers with a session, it goes
// into the cookie and nowhere else.
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import { isCommonPassword } from "../app/rules/common_password.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { withQuery } from "../http/next.ts";
import { ownUrl } from "../http/own_url.ts";
import { requireFreshProof } from "../sessions/proof.ts";
import { endSession, keepSession, sessionIn } from "../sessions/session_cookie.ts";
import { SIGNED_OUT_HEADERS } from "../sessions/sign_out.ts";
import { withSession } from "../sessions/with_session.ts";
import { forwardedToAuth } from "../upstream/forwarded_to_auth.ts";
import { throwUnavailable } from "../upstream/unavailable.ts";
import { type AuthCall, bodyOf, findAuthCall, queryOf } from "./auth_calls.ts";
import { type AuthAnswer, refuse } from "./auth_refusal.ts";

const shared = { access: "own", readsFields: true, reply: Type.Unknown(), refuses: [401, 403, 404, 422, 429, 503] } as const;
const writes = { ...shared, body: Type.Record(Type.String(), Type.Unknown()) } as const;

export const getApiAuth = endpoint({
  method: "GET",
  path: "/api/auth/*",
  ...shared,
  summary: "Read from auth, by a list of what may be read",
  handle: (input) => pass(input),
});

export const postApiAuth = endpoint({
  method: "POST",
  path: "/api/auth/*",
  ...writes,
  summary: "Do something at auth, by the same list",
  handle: (input) => pass(input),
});

export const putApiAuth = endpoint({
  method: "PUT",
  path: "/api/auth/*",
  ...writes,
  summary: "Change something at auth, by the same list",
  handle: (input) => pass(input),
});

export const patchApiAuth = endpoint({
  method: "PATCH",
  path: "/api/auth/*",
  ...writes,
  summary: "Change a name at auth, by the same list",
  handle: (input) => pass(input),
});

export const deleteApiAuth = endpoint({
  method: "DELETE",
  path: "/api/auth/*",
  ...writes,
  summary: "Delete at auth, by the same list",
  handle: (input) => pass(input),
});

const PREFIX = "/api/auth";

async function pass(input: WebInput): Promise<Answer> {
  const { request, now } = input;
  const path = request.path.slice(PREFIX.length);
  const call = findAuthCall(request.method, path);
  if (!call) throw fail.unknownRoute();
  const body = bodyOf(call, input.body);
  return withSession(input, async (session) => {
    const { needsProof } = call;
    if (needsProof === true || needsProof?.(body)) requireFreshProof(session, now);
    if (call.setsPassword && isCommonPassword(String(body.password ?? ""))) throw fail.commonPassword();
    return forward(input, { call, path, body, accessToken: session.accessToken });
  });
}

interface AuthRequest {
  call: AuthCall;
  path: string;
  body: Readonly<Record<string, unknown>>;
  accessToken: string;
}

async function forward(input: WebInput, { call, path, body, accessToken }: AuthRequest): Promise<Answer> {
  const { auth } = input;
  const sends = call.method !== "GET";
  // A new address is confirmed by mails that lead here.
  const redirect = path === "/user" && sends ? { redirect_to: `${ownUrl(input)}/settings/security` } : {};
  const target = withQuery(path, { ...queryOf(call, input.query), ...redirect });
  const headers = { ...forwardedToAuth(input, accessToken), ...(sends && { "content-type": "application/json" }) };
  const sent = { method: call.method, path: target, headers, ...(sends && { body: JSON.stringify(body) }) };
  const answer = await auth.askAny(sent).catch(throwUnavailable);
  return answer.status < 300 ? succeed(input, call, answer) : refuse(answer);
}

function succeed({ cookieKey, request }: WebInput, { method, path }: AuthCall, { status, body }: AuthAnswer): Answer {
  const isGone = method === "DELETE" && path.test("/user");
  if (isGone) return new Answer(204, { "set-cookie": endSession(request), ...SIGNED_OUT_HEADERS });
  const session = sessionIn((body ?? {}) as Record<string, unknown>);
  if (session) return new Answer(200, { "set-cookie": keepSession(cookieKey, session, request) }, {});
  return status === 204 ? new Answer(204) : new Answer(status, {}, body);
}
