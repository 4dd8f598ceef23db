// GET, DELETE /session: who is signed in here, and signing out.
import { Type } from "typebox";
import { Fault } from "../../kernel/errors.ts";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { languageOf } from "../language/language.ts";
import { forwarded } from "../upstream/forwarded.ts";
import { throwUnavailable } from "../upstream/unavailable.ts";
import { claimsOf } from "./claims.ts";
import { deriveEntriesKey } from "./entries_key.ts";
import { isImpersonated, waitingSession } from "./impersonation.ts";
import { freshUntil, totpFactorOf } from "./proof.ts";
import { endSession, type Session } from "./session_cookie.ts";
import { SIGNED_OUT_HEADERS, signOut } from "./sign_out.ts";
import { withSession } from "./with_session.ts";

export const getSession = endpoint({
  method: "GET",
  path: "/session",
  access: "own",
  summary: "Who is signed in",
  reply: Type.Object({
    id: Type.String(),
    email: Type.String(),
    name: Type.String({ description: "Empty where they gave none" }),
    fresh_until: Type.Integer({
      description: "Seconds since 1970: until then the last sign-in is proof enough for what is dangerous",
    }),
    impersonated_until: Type.Optional(
      Type.Integer({ description: "Seconds since 1970: an administrator sees this account, and until then they may" }),
    ),
    proof_by_code: Type.Boolean({ description: "Whether the code of an authenticator app is such proof" }),
    entries_key: Type.String({ description: "Seals entries that wait in the browser; the same for every session of the user" }),
  }),
  refuses: [401, 503],
  handle: async (input) => {
    try {
      return await withSession(input, (session) => askWho(input, session));
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== "signed_out") return throwUnavailable(error);
      // Here alone the cookie is taken away: other requests may be on their way with a newer one.
      const problem = { code: error.code, error: error.messageFor(languageOf(input.request)), request_id: input.request.id };
      return new Answer(401, { "set-cookie": overCookies(input), "content-type": "application/json" }, JSON.stringify(problem));
    }
  },
});

/** The time to look at somebody's account is over: the administrator is back in their own. */
function overCookies({ cookieKey, request }: WebInput): string[] {
  return waitingSession(cookieKey, request)?.cookies ?? endSession(request);
}

async function askWho({ auth, config, request }: WebInput, session: Session): Promise<Answer> {
  const headers = forwarded(request, session.accessToken);
  const { status, body } = await auth.ask({ path: "/user", headers });
  if (status >= 500 || status === 429) throw fail.unavailable({ headers: { "retry-after": "1" } });
  if (status !== 200) throw fail.signedOut();
  const { name, full_name: fullName } = (body.user_metadata ?? {}) as Record<string, unknown>;
  const displayName = [name, fullName].find((each) => typeof each === "string") ?? "";
  const proof = { fresh_until: freshUntil(session), proof_by_code: totpFactorOf(body) !== undefined };
  const until = isImpersonated(session) && { impersonated_until: session.expiresAt };
  const user = { id: body.id, email: body.email ?? "", name: displayName, ...proof, ...until };
  // Whoever only looks on is not given what opens the user's own entries.
  const keyOf = until ? `${claimsOf(session.accessToken).session_id}` : String(body.id);
  return new Answer(200, {}, { ...user, entries_key: deriveEntriesKey(config.secretKey, keyOf) });
}

export const deleteSession = endpoint({
  method: "DELETE",
  path: "/session",
  access: "own",
  summary: "Sign out here",
  ignoresBody: true,
  status: 204,
  reply: NoBody,
  handle: async (input) => {
    await signOut(input);
    return new Answer(204, { "set-cookie": endSession(input.request), ...SIGNED_OUT_HEADERS });
  },
});
