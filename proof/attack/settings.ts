// The default variables of a pair, and variations.
import type { PairVariables } from "./attack_case.ts";
import { HOOK_SECRET } from "./sinks.ts";

export const SITE_URL = "https://app.example.com";
export const EXTERNAL_URL = "https://auth.example.com";

/** Ten digits instead of six, so that a search for a code finds only that code. */
export const CODE_DIGITS = 10;

/** Limits are off, because most cases test something else. Limits of accounts cannot be disabled. */
export const BASE: Record<string, string> = {
  SITE_URL,
  API_EXTERNAL_URL: EXTERNAL_URL,
  URI_ALLOW_LIST: "https://*.preview.example.com/**,myapp://callback",
  API_HOST: "127.0.0.1",
  LOG_LEVEL: "debug",
  EXTERNAL_ANONYMOUS_USERS_ENABLED: "true",
  SECURITY_MANUAL_LINKING_ENABLED: "true",
  SMTP_MAX_FREQUENCY: "0",
  SMS_MAX_FREQUENCY: "0",
  MAILER_OTP_LENGTH: String(CODE_DIGITS),
  SMS_OTP_LENGTH: String(CODE_DIGITS),
  RATE_LIMIT_EMAIL_SENT: "1000000",
  RATE_LIMIT_SMS_SENT: "1000000",
  RATE_LIMIT_TOKEN_REFRESH: "0",
  RATE_LIMIT_VERIFY: "0",
  RATE_LIMIT_OTP: "0",
  RATE_LIMIT_ANONYMOUS_USERS: "0",
  MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: "0",
  PASSKEY_ENABLED: "true",
  EXPERIMENTAL_SCIM_ENABLED: "true",
  RATE_LIMIT_PASSKEY: "0",
  EXTERNAL_WEB3_ETHEREUM_ENABLED: "true",
  EXTERNAL_WEB3_SOLANA_ENABLED: "true",
  RATE_LIMIT_WEB3: "0",
  CUSTOM_OAUTH_ALLOWED_HOSTS: "localhost",
  OAUTH_SERVER_ENABLED: "true",
  OAUTH_SERVER_AUTHORIZATION_PATH: "/oauth/consent",
  RATE_LIMIT_O_AUTH_DYNAMIC_CLIENT_REGISTER: "0",
  OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: "true",
  OAUTH_SERVER_MAX_DYNAMIC_CLIENTS: "100000",
  SAML_ENABLED: "true",
  SAML_ALLOW_ENCRYPTED_ASSERTIONS: "true",
  SAML_METADATA_ALLOWED_HOSTS: "localhost",
  SAML_RATE_LIMIT_ASSERTION: "0",
  RATE_LIMIT_SSO: "0",
  MFA_PHONE_ENROLL_ENABLED: "true",
  MFA_PHONE_VERIFY_ENABLED: "true",
  MFA_WEB_AUTHN_ENROLL_ENABLED: "true",
  MFA_WEB_AUTHN_VERIFY_ENABLED: "true",
};

export const LINKING = { auth: { SECURITY_MANUAL_LINKING_ENABLED: "true" } };
export const AUTOCONFIRM = {
  auth: { MAILER_AUTOCONFIRM: "true", SMS_AUTOCONFIRM: "true", EXTERNAL_ANONYMOUS_USERS_ENABLED: "false" },
} satisfies PairVariables;

export const CLOSED = { auth: { DISABLE_SIGNUP: "true" } } satisfies PairVariables;

/** The service's default limits, without trusted proxies. */
export const LIMITED = {
  auth: {
    ...{ SMTP_MAX_FREQUENCY: undefined, SMS_MAX_FREQUENCY: undefined, RATE_LIMIT_EMAIL_SENT: undefined },
    ...{ RATE_LIMIT_SMS_SENT: undefined, RATE_LIMIT_TOKEN_REFRESH: undefined, RATE_LIMIT_VERIFY: undefined },
    ...{ RATE_LIMIT_OTP: undefined, RATE_LIMIT_ANONYMOUS_USERS: undefined, TRUSTED_PROXIES: "192.0.2.1" },
  },
} satisfies PairVariables;

/** The same with this machine as a trusted proxy. */
export const LIMITED_BEHIND_PROXY = { auth: { ...LIMITED.auth, TRUSTED_PROXIES: undefined } } satisfies PairVariables;

export const CAPTCHA = { auth: { SECURITY_CAPTCHA_ENABLED: "true" } } satisfies PairVariables;

export const SHORT_EXPIRIES = {
  auth: { SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: "1", MAILER_OTP_EXP: "2", SMS_OTP_EXP: "2", JWT_EXP: "3" },
} satisfies PairVariables;

const HOOK_POINTS = ["BEFORE_USER_CREATED", "CUSTOM_ACCESS_TOKEN", "PASSWORD_VERIFICATION_ATTEMPT", "MFA_VERIFICATION_ATTEMPT"];

export const HOOKED: PairVariables = {
  auth: Object.fromEntries(
    HOOK_POINTS.flatMap((point) => [
      [`HOOK_${point}_ENABLED`, "true"],
      [`HOOK_${point}_URI`, `{hooks}/${point.toLowerCase()}`],
      [`HOOK_${point}_SECRETS`, `v1,${HOOK_SECRET}`],
    ]),
  ),
};

/** In the place of a Supabase Auth, whose rows are those of adopted_rows.ts. */
export const ADOPTED = {
  auth: { ADOPT: "supabase", SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: "5", MAILER_AUTOCONFIRM: "true" },
} satisfies PairVariables;

export const REAUTHENTICATING = { auth: { SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "true" } } satisfies PairVariables;

export function keyOf({ auth = {}, finance = {} }: PairVariables): string {
  const sorted = (of: object) => Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([sorted(auth), sorted(finance)], (_, value) => (value === undefined ? null : value));
}

/** For the report. */
export function describe({ auth = {}, finance = {} }: PairVariables): string {
  const names = [...Object.entries(auth), ...Object.entries(finance)].map(([name, value]) => `${name}=${value ?? "default"}`);
  if (keyOf({ auth, finance }) === keyOf(LIMITED)) return "limits on";
  if (keyOf({ auth, finance }) === keyOf(LIMITED_BEHIND_PROXY)) return "limits on, behind a proxy";
  if (keyOf({ auth, finance }) === keyOf(HOOKED)) return "hooks on";
  if (keyOf({ auth, finance }) === keyOf(ADOPTED)) return "adopted";
  return names.length === 0 ? "base" : names.join(" ");
}
