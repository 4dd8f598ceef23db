// POST /sign_in/passkey/options: what a browser needs to ask for a passkey.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { captchaOf } from "../html/captcha.ts";
import { FormText } from "../html/form_schemas.ts";
import { askAuth } from "../upstream/ask_auth.ts";
import { refusalOf } from "../upstream/refusal.ts";

export const postSignInPasskeyOptions = endpoint({
  method: "POST",
  path: "/sign_in/passkey/options",
  access: "own",
  summary: "Begin to sign in with a passkey",
  body: Type.Object({ captcha: FormText }),
  reply: Type.Object({ challenge_id: Type.String(), options: Type.Record(Type.String(), Type.Unknown()) }),
  refuses: [401, 429, 503],
  handle: async (input) => {
    const captcha = captchaOf({ captcha: input.body.captcha });
    const { body, refused } = await askAuth(input, { path: "/passkeys/authentication/options", body: captcha });
    if (!body) throw refusalOf(refused);
    return { challenge_id: String(body.challenge_id), options: body.options as Record<string, unknown> };
  },
});
