// POST /second_factor/key: shows a security key as the second factor, by the script of the page.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { FormText } from "../html/form_schemas.ts";
import { safeNext } from "../http/next.ts";
import { redirectScript } from "../http/redirect.ts";
import { readHalfSession, sessionIn } from "../sessions/session_cookie.ts";
import { startSession } from "../sessions/start_session.ts";
import { askAuth } from "../upstream/ask_auth.ts";
import { refusalOf } from "../upstream/refusal.ts";

export const postSecondFactorKey = endpoint({
  method: "POST",
  path: "/second_factor/key",
  access: "own",
  summary: "Show a security key as the second factor",
  body: Type.Object({
    factor: Type.String({ maxLength: 100 }),
    challenge_id: Type.String({ maxLength: 100 }),
    credential: Type.Record(Type.String(), Type.Unknown()),
    next: FormText,
  }),
  reply: Type.Object({ location: Type.String({ description: "Where to go on" }) }),
  refuses: [401, 429, 503],
  handle: async (input) => {
    const { factor, challenge_id: id, credential, next } = input.body;
    const half = readHalfSession(input.cookieKey, input.request);
    if (!half) throw fail.signedOut();
    const answer = { challenge_id: id, webauthn: { type: "request", credential_response: credential } };
    const path = `/factors/${encodeURIComponent(factor)}/verify`;
    const { body, refused } = await askAuth(input, { path, accessToken: half.accessToken, body: answer });
    const session = body && sessionIn(body);
    if (!session || session.lacksFactor) throw refusalOf(refused);
    return redirectScript(await startSession(input, session, safeNext(next)));
  },
});
