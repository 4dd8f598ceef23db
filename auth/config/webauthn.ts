// Passkeys, and security keys as second factors.
import { configTable } from "../../kernel/config/config.ts";
import { bool, durationFrom, integer, line, listOf, pattern } from "../../kernel/config/formats.ts";

const domain = pattern("a host name without scheme and port", /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i);
const origin = pattern("an origin such as https://app.example.com", /^(https?:\/\/[^/\s?#]+|android:apk-key-hash:[\w-]+)$/);

export const webauthn = configTable({
  webauthnRpId: {
    env: "WEBAUTHN_RP_ID",
    format: domain,
    unset: "the host of `SITE_URL`",
    doc: "The domain that passkeys and security keys belong to. They are lost when it changes.",
  },
  webauthnRpDisplayName: {
    env: "WEBAUTHN_RP_DISPLAY_NAME",
    format: line,
    cosmetic: true,
    unset: "`WEBAUTHN_RP_ID`",
    doc: "The name that browsers show.",
  },
  webauthnRpOrigins: {
    env: "WEBAUTHN_RP_ORIGINS",
    format: listOf(origin),
    unset: "the origin of `SITE_URL`",
    doc: "Pages that may use them.",
  },
  webauthnChallengeExpirySeconds: {
    env: "WEBAUTHN_CHALLENGE_EXPIRY_DURATION",
    format: durationFrom(1),
    initial: 300,
    doc: "How long a browser may take to answer.",
  },
  passkeyEnabled: {
    env: "PASSKEY_ENABLED",
    format: bool,
    initial: false,
    doc: "Users may register passkeys and sign in with them.",
  },
  passkeyMaxPerUser: {
    env: "PASSKEY_MAX_PASSKEYS_PER_USER",
    format: integer(0, 1000),
    initial: 10,
    doc: "Passkeys of one user.",
  },
  passkeyUvAal2: {
    env: "PASSKEY_UV_AAL2",
    format: bool,
    initial: false,
    doc: "A sign-in with a passkey whose authenticator has verified its user, by a fingerprint for example, is aal2. Else it is aal1.",
  },
  rateLimitPasskey: {
    env: "RATE_LIMIT_PASSKEY",
    format: integer(0, 1_000_000_000),
    initial: 30,
    doc: "Sign-ins with a passkey that are begun in 5 minutes, and such that fail, for one client. 0 switches the limit off.",
  },
});
