// GET /settings: what a sign-in page needs to know: which ways in are open, and whether addresses must be confirmed.
import { Type } from "typebox";
import { PROVIDERS } from "../config.ts";
import { endpoint } from "../endpoint.ts";

/** Users of Vercel's marketplace come from there: Supabase Auth does not offer it to sign-in pages either. */
const LISTED = PROVIDERS.filter((provider) => provider !== "vercel_marketplace");

export const settings = endpoint({
  method: "GET",
  path: "/settings",
  access: "public",
  summary: "Ways to sign in and sign-up rules of this server",
  reply: Type.Object({
    external: Type.Record(Type.String(), Type.Boolean()),
    disable_signup: Type.Boolean(),
    autoconfirm: Type.Boolean({ description: "The same as mailer_autoconfirm" }),
    mailer_autoconfirm: Type.Boolean(),
    phone_autoconfirm: Type.Boolean(),
    sms_provider: Type.String(),
    saml_enabled: Type.Boolean(),
    saml_private_key_next_configured: Type.Boolean({ description: "Whether a key waits to follow the one that signs" }),
    passkeys_enabled: Type.Boolean(),
    password_min_length: Type.Integer({ description: "Characters that a new password needs" }),
    password_required_characters: Type.Array(Type.String(), {
      description: "Sets of characters, of each of which a new password needs one",
    }),
    second_factors: Type.Array(Type.String(), { description: "Kinds that users may enrol: totp, phone, webauthn" }),
    support_codes_enabled: Type.Boolean({ description: "Whether users may let an administrator see their account" }),
    manual_linking_enabled: Type.Boolean({ description: "Whether users may link identities to their account" }),
    oauth_server_enabled: Type.Boolean({ description: "Whether apps of others may sign people in here" }),
  }),
  handle: ({ config }) => ({
    external: {
      anonymous_users: config.externalAnonymousUsersEnabled,
      email: config.externalEmailEnabled,
      phone: config.externalPhoneEnabled,
      ...Object.fromEntries(LISTED.map((provider) => [provider, config.providers[provider].enabled])),
    },
    disable_signup: config.disableSignup,
    autoconfirm: config.mailerAutoconfirm,
    mailer_autoconfirm: config.mailerAutoconfirm,
    phone_autoconfirm: config.smsAutoconfirm,
    sms_provider: config.smsProvider ?? "",
    saml_enabled: config.samlEnabled,
    saml_private_key_next_configured: config.samlPrivateKeyNext !== undefined,
    passkeys_enabled: config.passkeyEnabled,
    password_min_length: config.passwordMinLength,
    password_required_characters: [...config.passwordRequiredCharacters],
    second_factors: [
      ...(config.mfaTotpEnrollEnabled ? ["totp"] : []),
      ...(config.mfaPhoneEnrollEnabled ? ["phone"] : []),
      ...(config.mfaWebauthnEnrollEnabled ? ["webauthn"] : []),
    ],
    support_codes_enabled: config.impersonationEnabled,
    manual_linking_enabled: config.manualLinkingEnabled,
    oauth_server_enabled: config.oauthServerEnabled,
  }),
});
