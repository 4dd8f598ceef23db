// POST /passkeys/authentication/options: what a browser needs to sign in with a passkey. Nobody is named: the authenticator knows who it is.
import { Type } from "typebox";
import { captchaFields } from "../captcha/captcha.ts";
import { endpoint } from "../endpoint.ts";
import { requestOptions } from "../webauthn/ceremonies.ts";
import { relyingPartyOf } from "../webauthn/relying_party.ts";
import { beginCeremony, OptionsReply } from "./begin.ts";
import { requirePasskeys } from "./passkey.ts";

export const passkeyAuthenticationOptions = endpoint({
  method: "POST",
  path: "/passkeys/authentication/options",
  access: "public",
  limit: "passkeyOptions",
  captcha: true,
  summary: "Begin to sign in with a passkey",
  body: Type.Object({ ...captchaFields }),
  reply: OptionsReply,
  refuses: [404],
  handle: async (input) => {
    const { config } = input;
    requirePasskeys(config);
    const options = await requestOptions(relyingPartyOf(config), [], config.webauthnChallengeExpirySeconds);
    return beginCeremony(input, { ceremony: "authentication", userId: null, options });
  },
});
