// POST /second_factor/key/options: what a browser needs to ask for a security key.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readHalfSession } from "../sessions/session_cookie.ts";
import { askAuth } from "../upstream/ask_auth.ts";
import { refusalOf } from "../upstream/refusal.ts";

export const postSecondFactorKeyOptions = endpoint({
  method: "POST",
  path: "/second_factor/key/options",
  access: "own",
  summary: "Begin to show a security key",
  body: Type.Object({ factor: Type.String({ maxLength: 100 }) }),
  reply: Type.Object({ challenge_id: Type.String(), options: Type.Record(Type.String(), Type.Unknown()) }),
  refuses: [401, 429, 503],
  handle: async (input) => {
    const half = readHalfSession(input.cookieKey, input.request);
    if (!half) throw fail.signedOut();
    const path = `/factors/${encodeURIComponent(input.body.factor)}/challenge`;
    const { body, refused } = await askAuth(input, { path, accessToken: half.accessToken, body: {} });
    const webauthn = body?.webauthn as { credential_options: { publicKey: Record<string, unknown> } } | undefined;
    if (!body || !webauthn) throw refusalOf(refused ?? { status: 422, code: "", retryAfter: undefined });
    return { challenge_id: String(body.id), options: webauthn.credential_options.publicKey };
  },
});
