// POST /passkeys/registration/options: what a browser needs to make a passkey for the signed-in user.
import { requireCaller, requireFullProof } from "../account/caller.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { creationOptions } from "../webauthn/ceremonies.ts";
import { relyingPartyOf } from "../webauthn/relying_party.ts";
import { webauthnUser } from "../webauthn/webauthn_user.ts";
import { beginCeremony, OptionsReply } from "./begin.ts";
import { requirePasskeys } from "./passkey.ts";
import { listPasskeys } from "./queries.ts";

export const passkeyRegistrationOptions = endpoint({
  method: "POST",
  path: "/passkeys/registration/options",
  access: "user",
  limit: "passkeyOptions",
  summary: "Begin to register a passkey",
  ignoresBody: true,
  reply: OptionsReply,
  refuses: [404, 422],
  handle: async (input) => {
    const { config, db, caller, now } = input;
    const user = await requireCaller(input, caller, now);
    requirePasskeys(config);
    if (user.is_anonymous) throw fail.anonymousRefused();
    if (user.is_sso_user) throw fail.passkeyOfSsoUser();
    requireFullProof(user, fail.passkeysNeedAal2);
    const own = await listPasskeys(db, user.id);
    if (own.length >= config.passkeyMaxPerUser) throw fail.passkeysTooMany();
    const options = await creationOptions({
      party: relyingPartyOf(config),
      user: webauthnUser(user),
      existing: own.map(({ credential_id: id, transports }) => ({ id, transports })),
      isDiscoverable: true,
      timeoutSeconds: config.webauthnChallengeExpirySeconds,
    });
    return beginCeremony(input, { ceremony: "registration", userId: user.id, options });
  },
});
