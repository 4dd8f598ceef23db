// GET, POST, PUT, PATCH, DELETE /api/admin/*: what the console needs of auth, as the administrator of this browser.
import { Type } from "typebox";
import type { Answer } from "../../kernel/http/endpoint.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { withQuery } from "../http/next.ts";
import { type AuthCall, bodyOf, queryOf } from "../proxy/auth_calls.ts";
import { refuse } from "../proxy/auth_refusal.ts";
import { passOn } from "../proxy/passed_on.ts";
import { forwardedToAuth } from "../upstream/forwarded_to_auth.ts";
import { throwUnavailable } from "../upstream/unavailable.ts";
import { readJson } from "../upstream/upstream.ts";
import { findAdminCall } from "./admin_calls.ts";
import { withConsole } from "./with_console.ts";

const shared = { access: "own", readsFields: true, reply: Type.Unknown(), refuses: [401, 403, 404, 409, 422, 429, 503] } as const;
const writes = { ...shared, body: Type.Record(Type.String(), Type.Unknown()) } as const;

export const getApiAdmin = endpoint({
  method: "GET",
  path: "/api/admin/*",
  ...shared,
  summary: "Read from auth as an administrator, by a list of what may be read",
  handle: (input) => pass(input),
});

export const postApiAdmin = endpoint({
  method: "POST",
  path: "/api/admin/*",
  ...writes,
  summary: "Do something at auth as an administrator, by the same list",
  handle: (input) => pass(input),
});

/** Settings may have templates of mails in them, and files of users come in parts. */
const LONGEST_BODY_BYTES = 1_000_000;

export const putApiAdmin = endpoint({
  method: "PUT",
  path: "/api/admin/*",
  ...writes,
  bodyLimitBytes: LONGEST_BODY_BYTES,
  summary: "Change something at auth as an administrator, by the same list",
  handle: (input) => pass(input),
});

export const patchApiAdmin = endpoint({
  method: "PATCH",
  path: "/api/admin/*",
  ...writes,
  bodyLimitBytes: LONGEST_BODY_BYTES,
  summary: "Change some of something at auth as an administrator, by the same list",
  handle: (input) => pass(input),
});

export const deleteApiAdmin = endpoint({
  method: "DELETE",
  path: "/api/admin/*",
  ...writes,
  summary: "Delete at auth as an administrator, by the same list",
  handle: (input) => pass(input),
});

const PREFIX = "/api/admin";

function pass(input: WebInput): Promise<Answer> {
  const { request } = input;
  const path = request.path.slice(PREFIX.length);
  const target = path === "/invite" ? path : `/admin${path}`;
  const call = findAdminCall(request.method, target);
  if (!call) throw fail.unknownRoute();
  return withConsole(input, ({ accessToken }) => forward(input, { call, target, accessToken }));
}

interface AdminRequest {
  call: AuthCall;
  target: string;
  accessToken: string;
}

async function forward(input: WebInput, { call, target, accessToken }: AdminRequest): Promise<Answer> {
  const { auth, request, query } = input;
  const sends = call.method !== "GET";
  const reason = request.headers["audit-reason"];
  const headers = {
    ...forwardedToAuth(input, accessToken),
    accept: "application/json",
    ...(reason !== undefined && { "audit-reason": reason }),
    ...(sends && { "content-type": "application/json" }),
  };
  const body = sends ? JSON.stringify(bodyOf(call, input.body)) : undefined;
  const path = withQuery(target, queryOf(call, query));
  const answer = await auth.send({ method: call.method, path, headers, body }).catch(throwUnavailable);
  // A list of users may be long, so it is passed on as it comes.
  if (answer.status < 300) return passOn(request, answer);
  const refusal = await readJson(answer.body).catch(throwUnavailable);
  // Here, too, the person proves who they are, and the page goes on where it was.
  if (answer.status === 403 && codeOf(refusal) === "reauthentication_needed") throw fail.proofNeeded();
  return refuse({ ...answer, body: refusal });
}

const codeOf = (body: unknown) => ((body ?? {}) as { error_code?: unknown }).error_code;
