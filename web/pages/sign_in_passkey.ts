// POST /sign_in/passkey: signs in with a passkey, by the script of the page. A session is answered as anywhere else: in the cookie alone.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { FormText } from "../html/form_schemas.ts";
import { safeNext } from "../http/next.ts";
import { redirectScript } from "../http/redirect.ts";
import { sessionIn } from "../sessions/session_cookie.ts";
import { startSession } from "../sessions/start_session.ts";
import { askAuth } from "../upstream/ask_auth.ts";
import { refusalOf } from "../upstream/refusal.ts";

export const postSignInPasskey = endpoint({
  method: "POST",
  path: "/sign_in/passkey",
  access: "own",
  summary: "Sign in with a passkey",
  body: Type.Object({
    challenge_id: Type.String({ maxLength: 100 }),
    credential: Type.Record(Type.String(), Type.Unknown()),
    next: FormText,
  }),
  reply: Type.Object({ location: Type.String({ description: "Where to go on" }) }),
  refuses: [401, 429, 503],
  handle: async (input) => {
    const { challenge_id: id, credential, next } = input.body;
    const answer = { challenge_id: id, credential };
    const { body, refused } = await askAuth(input, { path: "/passkeys/authentication/verify", body: answer });
    const session = body && sessionIn(body);
    if (!session) throw refusalOf(refused);
    return redirectScript(await startSession(input, session, safeNext(next)));
  },
});
