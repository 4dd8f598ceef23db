// Which variables may be stored in the database, who may change them there, and what a change takes.
import type { ConfigEntry } from "../../kernel/config/config.ts";

/** Whose right a change needs. */
export type ChangedBy = "owners" | "security" | "admins";

/** Needed to reach the database and to read what is stored there, or chosen by whoever runs the machine. */
const OF_THE_MACHINE =
  /^(DB_|API_(HOST|PORT)$|LOG_|TRACING_|METRICS_|OTEL_|ADOPT|RLS_HELPERS$|SECRET_KEY$|JWT_SECRET$|SECURITY_DB_ENCRYPTION_|PASSWORD_HIBP_FILE$|SETTINGS_ENABLED$|IGNORE$|OPERATOR_TOKEN$|API_ENDPOINT$)/;

/**
 * An administrator could let themselves or others in by these, or have the server reach into the operator's network. They are few,
 * and seldom change.
 */
const OF_THE_OPERATOR =
  /^(PRODUCTION$|JWT_ADMIN_|JWT_VALID_METHODS$|SMS_TEST_OTP|CUSTOM_OAUTH_PROVIDERS$|TRUSTED_PROXIES$|RATE_LIMIT_HEADER$|SECURITY_SB_FORWARDED_FOR_ENABLED$|MAILER_EXTERNAL_HOSTS$|PASSWORD_HASH_EXPORT_ENABLED$|MAILER_NOTIFICATIONS_PASSWORDS_EXPORTED_ENABLED$|.*_ALLOWED_HOSTS$)/;

/** Read once: what is made from them stays for as long as the process runs. */
const AT_START = /^(API_|JWT_(AUD|ISSUER|DEFAULT_GROUP_NAME)$|REQUEST_ID_HEADER$|DOCS_URL$|CORS_ALLOWED_HEADERS$)/;

/** Whoever changes them could keep all administrators out, so they count for a minute unless they are confirmed. */
const CAN_LOCK_OUT =
  /^(SITE_URL$|URI_ALLOW_LIST$|EXTERNAL_(EMAIL|PHONE)_ENABLED$|EXTERNAL_EMAIL_(MAGIC_LINK|AUTHORIZED)|EXTERNAL_\w+_(ENABLED|CLIENT_ID|SECRET|REDIRECT_URI|URL|API_URL)$|SAML_|PASSKEY_|WEBAUTHN_|MFA_|SECURITY_CAPTCHA_|HOOK_|RATE_LIMIT_|SESSIONS_|JWT_|SECURITY_REFRESH_TOKEN_|CUSTOM_OAUTH_|API_EXTERNAL_URL$)/;

const OWNERS = /^(JWT_KEYS$|JWT_KEY_ID$|API_EXTERNAL_URL$|IMPERSONATION_|RETENTION_|SAML_PRIVATE_KEY)/;

const SECURITY =
  /^(SECURITY_|PASSWORD_|RATE_LIMIT_|SESSIONS_|JWT_|MFA_|HOOK_|PASSKEY_|WEBAUTHN_|SMTP_HOST$|SMTP_PORT$|SAML_|URI_ALLOW_LIST$|SITE_URL$|UPSTREAM_ANSWERS$|MAILER_ALLOW_UNVERIFIED|MAILER_AUTOCONFIRM$|SMS_AUTOCONFIRM$|MAILER_SECURE_EMAIL_CHANGE)/;

/** Only the environment sets these. */
export const isEnvironmentOnly = ({ env, deprecated }: ConfigEntry): boolean =>
  deprecated !== undefined || OF_THE_MACHINE.test(env) || OF_THE_OPERATOR.test(env);

export const needsRestart = ({ env }: ConfigEntry): boolean => AT_START.test(env);

export const canLockOut = ({ env }: ConfigEntry): boolean => CAN_LOCK_OUT.test(env);

export function changedBy({ env }: ConfigEntry): ChangedBy {
  if (OWNERS.test(env)) return "owners";
  return SECURITY.test(env) ? "security" : "admins";
}
