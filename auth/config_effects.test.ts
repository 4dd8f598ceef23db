// Every variable has a test that sees what it does. A variable without one fails here, and so does a test that is gone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type CoveredBy, problemWith, referencesOf, textWithSupport } from "../kernel/testing/test_names.ts";
import { HOOKS } from "./config/hooks.ts";
import { configDocument, PROVIDERS } from "./config.ts";

/** By file and by a part of the test's name: variables without their prefix. Those of the providers stand here once for all. */
const EFFECTS: CoveredBy = {
  "auth/redirects/redirect_to.test.ts": { "SITE_URL and URI_ALLOW_LIST decide": ["SITE_URL", "URI_ALLOW_LIST"] },
  "auth/external/linking/sign_in_with_provider.test.ts": {
    "DISABLE_SIGNUP keeps new people out": ["DISABLE_SIGNUP"],
    "MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS lets people in": ["MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS"],
    "EXTERNAL_P_EMAIL_OPTIONAL says so": ["EXTERNAL_<P>_EMAIL_OPTIONAL"],
  },
  "auth/otp_requests/recover.test.ts": { "is refused with EXTERNAL_EMAIL_ENABLED false": ["EXTERNAL_EMAIL_ENABLED"] },
  "auth/otp_requests/otp_phone.test.ts": {
    "POST /otp texts a code to a known number": ["EXTERNAL_PHONE_ENABLED"],
    "with SMS_AUTOCONFIRM a confirmed one": ["SMS_AUTOCONFIRM"],
  },
  "auth/otp_requests/otp.test.ts": {
    "as the real server does, with UPSTREAM_ANSWERS": ["UPSTREAM_ANSWERS"],
    "with EXTERNAL_EMAIL_MAGIC_LINK_ENABLED false nobody signs in by mail": ["EXTERNAL_EMAIL_MAGIC_LINK_ENABLED"],
  },
  "auth/admin/admin_users_list.test.ts": { "goes by cursor without being asked": ["EXPERIMENTAL_CURSOR_PAGINATION_ENABLED"] },
  "auth/scim/scim.test.ts": { "clients find what there is of SCIM": ["EXPERIMENTAL_SCIM_ENABLED"] },
  "auth/mail/reachable.test.ts": {
    "a domain that is reserved takes no mail": ["MAILER_EMAIL_VALIDATION_EXTENDED", "MAILER_EMAIL_VALIDATION_BLOCKED_MX"],
    "no new address is mailed that a service calls invalid": [
      ...["MAILER_EMAIL_VALIDATION_SERVICE_URL", "MAILER_EMAIL_VALIDATION_SERVICE_HEADERS"],
    ],
  },
  "auth/mail/external_host.test.ts": { "a mail links to the host that its request came to": ["MAILER_EXTERNAL_HOSTS"] },
  "auth/mail/custom_templates.test.ts": {
    "say how it is fetched": ["MAILER_TEMPLATE_MAX_AGE", "MAILER_TEMPLATE_RETRY_INTERVAL", "MAILER_TEMPLATE_MAX_SIZE"],
  },
  "auth/mail/authorized.test.ts": { "no other address is mailed": ["EXTERNAL_EMAIL_AUTHORIZED_ADDRESSES"] },
  "auth/config/unread.test.ts": { "unless IGNORE names it": ["IGNORE"] },
  "auth/sign_up/signup.test.ts": {
    "is an anonymous sign-in where that is allowed": ["EXTERNAL_ANONYMOUS_USERS_ENABLED"],
    "POST /signup with autoconfirm signs in at once": ["MAILER_AUTOCONFIRM"],
    "POST /signup is refused and writes nothing": ["PASSWORD_REQUIRED_CHARACTERS"],
  },
  "auth/config/faults.test.ts": {
    // They have one value that works, or none that does more than refuse the start.
    "is one fault that names": ["PRODUCTION", "DB_DRIVER", "TRACING_EXPORTER"],
  },
  "auth/config.test.ts": { "deprecated variables are accepted": ["OPERATOR_TOKEN", "API_ENDPOINT"] },
  "auth/keys/server_keys.test.ts": { "good for the service with the same SECRET_KEY alone": ["SECRET_KEY"] },
  "auth/main.test.ts": {
    "listens at API_HOST and API_PORT": ["API_HOST", "API_PORT"],
    "browsers stay on HTTPS where the service is reached by it": ["API_EXTERNAL_URL"],
    "the header that REQUEST_ID_HEADER names": ["REQUEST_ID_HEADER"],
    "with DOCS_URL an error links to the page of its code": ["DOCS_URL"],
    "with the headers that the client sends": ["CORS_ALLOWED_HEADERS"],
    "as many connections as DB_MAX_POOL_SIZE allows": ["DB_MAX_POOL_SIZE"],
    "DB_CONN_PERCENTAGE of the server's connections": ["DB_CONN_PERCENTAGE"],
    "as DB_MAX_IDLE_POOL_SIZE and DB_CONN_MAX_IDLE_TIME say": ["DB_MAX_IDLE_POOL_SIZE", "DB_CONN_MAX_IDLE_TIME"],
  },
  "auth/mail/mails_by_language.test.ts": {
    "subjects and templates of a language go to its readers": ["MAILER_SUBJECTS_<K>_<L>", "MAILER_TEMPLATES_<K>_<L>"],
    "the mails to addresses that may be anybody's have subjects and templates too": [
      ...["MAILER_SUBJECTS_ADDRESS_TAKEN", "MAILER_TEMPLATES_ADDRESS_TAKEN"],
      ...["MAILER_SUBJECTS_SPACE_INVITATION", "MAILER_TEMPLATES_SPACE_INVITATION"],
    ],
  },
  "auth/mail/brand.test.ts": {
    "MAILER_BRAND_NAME, MAILER_BRAND_COLOUR and MAILER_BRAND_LOGO are in every": [
      ...["MAILER_BRAND_NAME", "MAILER_BRAND_COLOUR", "MAILER_BRAND_LOGO"],
    ],
  },
  "auth/errors.test.ts": { "504 after API_MAX_REQUEST_DURATION": ["API_MAX_REQUEST_DURATION"] },
  "auth/limits/address_limits.test.ts": {
    "where that is no trusted proxy": ["TRUSTED_PROXIES"],
    "RATE_LIMIT_HEADER tells clients apart": ["RATE_LIMIT_HEADER"],
    "SECURITY_SB_FORWARDED_FOR_ENABLED tells clients apart": ["SECURITY_SB_FORWARDED_FOR_ENABLED"],
    "0 switches a limit off": [
      ...["RATE_LIMIT_OTP", "RATE_LIMIT_VERIFY", "RATE_LIMIT_ANONYMOUS_USERS", "RATE_LIMIT_TOKEN_REFRESH"],
    ],
    "no more than RATE_LIMIT_EMAIL_SENT": ["RATE_LIMIT_EMAIL_SENT"],
    "no more than the address and the budget let": ["RATE_LIMIT_SMS_SENT"],
    "RATE_LIMIT_SMS_COUNTRY holds for each country": ["RATE_LIMIT_SMS_COUNTRY"],
  },
  "auth/limits/mail_limits.test.ts": { "until SMTP_MAX_FREQUENCY rules all": ["SMTP_MAX_FREQUENCY"] },
  "commands/own_database.test.ts": {
    "auth alone ends with code 1 and a sentence where the database refuses the password": ["DB_DATABASE_URL"],
    "migrate says what it applied": ["DB_NAMESPACE"],
  },
  "commands/observability.test.ts": {
    "LOG_FILE takes the lines": ["LOG_FILE", "LOG_LEVEL"],
    "export by OTLP": ["TRACING_ENABLED", "METRICS_ENABLED", "OTEL_EXPORTER_OTLP_PROTOCOL"],
    "METRICS_EXPORTER prometheus serves metrics": [
      ...["METRICS_EXPORTER", "OTEL_EXPORTER_PROMETHEUS_HOST", "OTEL_EXPORTER_PROMETHEUS_PORT"],
    ],
  },
  "auth/keys/jwt.test.ts": {
    "by default HS256 with JWT_SECRET signs": ["JWT_SECRET"],
    "HS256 in JWT_KEYS signs": ["JWT_KEYS"],
    "JWT_KEY_ID is the kid": ["JWT_KEY_ID"],
    "JWT_VALID_METHODS restricts which keys count": ["JWT_VALID_METHODS"],
  },
  "auth/sign_in/token_claims.test.ts": {
    "an access token has the claims of the real server": ["JWT_EXP", "JWT_AUD", "JWT_ISSUER", "JWT_DEFAULT_GROUP_NAME"],
    "JWT_ADMIN_ROLES says which roles administrate": ["JWT_ADMIN_ROLES"],
    "as SMS_MAX_FREQUENCY says": ["SMS_MAX_FREQUENCY"],
  },
  "auth/account/user.test.ts": { "JWT_ADMIN_GROUP_NAME says which group that is": ["JWT_ADMIN_GROUP_NAME"] },
  "auth/client_tests/sign_up.test.ts": { "signUp with a weak password is an error": ["PASSWORD_MIN_LENGTH"] },
  "auth/sign_in/token.test.ts": {
    "with rotation off a used refresh token is refused": ["SECURITY_REFRESH_TOKEN_ROTATION_ENABLED"],
    "gets the child inside the reuse interval": ["SECURITY_REFRESH_TOKEN_REUSE_INTERVAL"],
    "a session ends by its time-box and by inactivity": ["SESSIONS_TIMEBOX", "SESSIONS_INACTIVITY_TIMEOUT"],
    "with SESSIONS_ALLOW_LOW_AAL a session": ["SESSIONS_ALLOW_LOW_AAL"],
    "with SESSIONS_SINGLE_PER_USER a new sign-in revokes": ["SESSIONS_SINGLE_PER_USER"],
  },
  "auth/account/change_password.test.ts": {
    "with reauthentication on: a password needs the nonce": ["SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION"],
    "with SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD": ["SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD"],
  },
  "auth/account/user_identities_authorize.test.ts": {
    "links an identity to the caller's account": ["SECURITY_MANUAL_LINKING_ENABLED"],
  },
  "auth/mail/transport.test.ts": { "user and password sign in at the mail server": ["SMTP_USER", "SMTP_PASS"] },
  "auth/account/change_email.test.ts": {
    "mails only the new address where the other need not confirm": ["MAILER_SECURE_EMAIL_CHANGE_ENABLED"],
  },
  "auth/mail/mail_variables.test.ts": {
    "each kind of mail has the subject, the template and the link's path": [
      ...["SMTP_HOST", "SMTP_PORT", "SMTP_ADMIN_EMAIL", "SMTP_SENDER_NAME", "SMTP_HEADERS"],
      ...["MAILER_URLPATHS_INVITE", "MAILER_URLPATHS_CONFIRMATION", "MAILER_URLPATHS_RECOVERY", "MAILER_URLPATHS_EMAIL_CHANGE"],
      ...["MAILER_SUBJECTS_INVITE", "MAILER_SUBJECTS_CONFIRMATION", "MAILER_SUBJECTS_RECOVERY", "MAILER_SUBJECTS_MAGIC_LINK"],
      ...["MAILER_SUBJECTS_EMAIL_CHANGE", "MAILER_SUBJECTS_REAUTHENTICATION"],
      ...["MAILER_TEMPLATES_INVITE", "MAILER_TEMPLATES_CONFIRMATION", "MAILER_TEMPLATES_RECOVERY"],
      ...["MAILER_TEMPLATES_MAGIC_LINK", "MAILER_TEMPLATES_EMAIL_CHANGE", "MAILER_TEMPLATES_REAUTHENTICATION"],
    ],
    "good for MAILER_OTP_EXP": ["MAILER_OTP_EXP"],
    "has MAILER_OTP_LENGTH digits": ["MAILER_OTP_LENGTH"],
  },
  "auth/sms/sms_sender.test.ts": {
    "POST /otp sends a code through": [
      ...["SMS_PROVIDER", "SMS_GATEWAY_URL", "SMS_OTP_LENGTH", "SMS_TEMPLATE"],
      ...["SMS_TWILIO_ACCOUNT_SID", "SMS_TWILIO_AUTH_TOKEN", "SMS_TWILIO_MESSAGE_SERVICE_SID"],
      ...["SMS_TWILIO_VERIFY_ACCOUNT_SID", "SMS_TWILIO_VERIFY_AUTH_TOKEN", "SMS_TWILIO_VERIFY_MESSAGE_SERVICE_SID"],
      ...["SMS_MESSAGEBIRD_ACCESS_KEY", "SMS_MESSAGEBIRD_ORIGINATOR", "SMS_TEXTLOCAL_API_KEY", "SMS_TEXTLOCAL_SENDER"],
      ...["SMS_VONAGE_API_KEY", "SMS_VONAGE_API_SECRET", "SMS_VONAGE_FROM"],
    ],
  },
  "auth/sms/channel.test.ts": { "as a template of the operator's where one is set": ["SMS_TWILIO_CONTENT_SID"] },
  "auth/one_time_tokens/gateway_code.test.ts": { "a code expires by SMS_OTP_EXP": ["SMS_OTP_EXP"] },
  "auth/one_time_tokens/issue.test.ts": {
    "of a number with a fixed code send and spend nothing, and POST /verify takes the code": ["SMS_TEST_OTP"],
    "SMS_TEST_OTP_VALID_UNTIL ends the fixed codes": ["SMS_TEST_OTP_VALID_UNTIL"],
  },
  "auth/captcha/captcha.test.ts": {
    "every demanding endpoint answers 400 captcha_failed": ["SECURITY_CAPTCHA_ENABLED"],
    "the provider is asked with secret, response and remoteip": ["SECURITY_CAPTCHA_SECRET"],
    "lets nobody pass: 503 with Retry-After": ["SECURITY_CAPTCHA_TIMEOUT"],
  },
  "auth/captcha/ask_provider.test.ts": {
    "SECURITY_CAPTCHA_PROVIDER is asked at its public address": ["SECURITY_CAPTCHA_PROVIDER", "SECURITY_CAPTCHA_URL"],
  },
  "auth/passwords/breached.test.ts": {
    "PASSWORD_HIBP_ENABLED refuses": ["PASSWORD_HIBP_ENABLED", "PASSWORD_HIBP_URL", "PASSWORD_HIBP_USER_AGENT"],
    "PASSWORD_HIBP_FAIL_CLOSED says": ["PASSWORD_HIBP_FAIL_CLOSED"],
    "PASSWORD_HIBP_FILE is asked": ["PASSWORD_HIBP_FILE"],
  },
  "auth/impersonation/impersonation.test.ts": {
    "it is off by default": ["IMPERSONATION_ENABLED"],
    "where a support code is demanded": ["IMPERSONATION_SUPPORT_CODE_REQUIRED"],
    "its mail can be switched off": ["MAILER_NOTIFICATIONS_IMPERSONATED_ENABLED"],
  },
  "auth/outbox/notify.test.ts": {
    "say of what users are told": [
      ...["MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED", "MAILER_NOTIFICATIONS_EMAIL_CHANGED_ENABLED"],
      ...["MAILER_NOTIFICATIONS_PHONE_CHANGED_ENABLED", "MAILER_NOTIFICATIONS_IDENTITY_LINKED_ENABLED"],
      ...["MAILER_NOTIFICATIONS_IDENTITY_UNLINKED_ENABLED", "MAILER_NOTIFICATIONS_MFA_FACTOR_ENROLLED_ENABLED"],
      ...["MAILER_NOTIFICATIONS_MFA_FACTOR_UNENROLLED_ENABLED", "MAILER_NOTIFICATIONS_NEW_DEVICE_ENABLED"],
    ],
    "have subjects and templates of their own": [
      ...["MAILER_SUBJECTS_PASSWORD_CHANGED_NOTIFICATION", "MAILER_TEMPLATES_PASSWORD_CHANGED_NOTIFICATION"],
      ...["MAILER_SUBJECTS_EMAIL_CHANGED_NOTIFICATION", "MAILER_TEMPLATES_EMAIL_CHANGED_NOTIFICATION"],
      ...["MAILER_SUBJECTS_PHONE_CHANGED_NOTIFICATION", "MAILER_TEMPLATES_PHONE_CHANGED_NOTIFICATION"],
      ...["MAILER_SUBJECTS_IDENTITY_LINKED_NOTIFICATION", "MAILER_TEMPLATES_IDENTITY_LINKED_NOTIFICATION"],
      ...["MAILER_SUBJECTS_IDENTITY_UNLINKED_NOTIFICATION", "MAILER_TEMPLATES_IDENTITY_UNLINKED_NOTIFICATION"],
      ...["MAILER_SUBJECTS_MFA_FACTOR_ENROLLED_NOTIFICATION", "MAILER_TEMPLATES_MFA_FACTOR_ENROLLED_NOTIFICATION"],
      ...["MAILER_SUBJECTS_MFA_FACTOR_UNENROLLED_NOTIFICATION", "MAILER_TEMPLATES_MFA_FACTOR_UNENROLLED_NOTIFICATION"],
      ...["MAILER_SUBJECTS_NEW_DEVICE_NOTIFICATION", "MAILER_TEMPLATES_NEW_DEVICE_NOTIFICATION"],
      ...["MAILER_SUBJECTS_IMPERSONATED_NOTIFICATION", "MAILER_TEMPLATES_IMPERSONATED_NOTIFICATION"],
      ...["MAILER_SUBJECTS_ACCOUNT_DORMANT_NOTIFICATION", "MAILER_TEMPLATES_ACCOUNT_DORMANT_NOTIFICATION"],
      ...["MAILER_SUBJECTS_PASSWORDS_EXPORTED_NOTIFICATION", "MAILER_TEMPLATES_PASSWORDS_EXPORTED_NOTIFICATION"],
    ],
  },
  "auth/user_retention/user_retention.test.ts": {
    "who never confirmed is deleted": ["RETENTION_UNCONFIRMED_DAYS"],
    "only where that is said": ["RETENTION_ANONYMOUS_ENABLED"],
    "dormant users are told by mail": ["RETENTION_DORMANT_DAYS"],
    "the notice is as long as set": [
      ...["RETENTION_NOTICE_DAYS", "RETENTION_SSO_ENABLED", "MAILER_NOTIFICATIONS_ACCOUNT_DORMANT_ENABLED"],
    ],
  },
  "auth/moving_out/moving_out.test.ts": {
    "not where it is off": ["PASSWORD_HASH_EXPORT_ENABLED"],
    "where the operator has that off": ["MAILER_NOTIFICATIONS_PASSWORDS_EXPORTED_ENABLED"],
  },
  "auth/account/sessions.test.ts": { "no more than SESSIONS_MAX_PER_USER": ["SESSIONS_MAX_PER_USER"] },
  "auth/factors/factors.test.ts": {
    "switch authenticator apps off": ["MFA_TOTP_ENROLL_ENABLED", "MFA_TOTP_VERIFY_ENABLED"],
    "a challenge ends after MFA_CHALLENGE_EXPIRY_DURATION": ["MFA_CHALLENGE_EXPIRY_DURATION"],
    "MFA_MAX_ENROLLED_FACTORS is exact": ["MFA_MAX_ENROLLED_FACTORS", "MFA_FACTOR_EXPIRY_DURATION"],
    "MFA_MAX_VERIFIED_FACTORS bounds": ["MFA_MAX_VERIFIED_FACTORS"],
    "MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY bounds": ["MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY"],
  },
  "auth/factors/webauthn_factors.test.ts": {
    "switch security keys on": ["MFA_WEB_AUTHN_ENROLL_ENABLED", "MFA_WEB_AUTHN_VERIFY_ENABLED"],
  },
  "auth/external/custom_provider.test.ts": {
    "by variables, at another address, bounded, or not at all": [
      ...["CUSTOM_OAUTH_PROVIDERS", "CUSTOM_OAUTH_EXTERNAL_URL", "CUSTOM_OAUTH_MAX_PROVIDERS", "CUSTOM_OAUTH_ENABLED"],
      "CUSTOM_OAUTH_ALLOWED_HOSTS",
    ],
  },
  "auth/webhooks/webhooks.test.ts": { "webhooks refuse what cannot be sent to": ["WEBHOOK_ALLOWED_HOSTS"] },
  "auth/sso/admin_sso_providers.test.ts": { "administrators add, see, change and remove": ["SAML_METADATA_ALLOWED_HOSTS"] },
  "auth/sso/sso.test.ts": {
    "SAML_ENABLED is off unless set": ["SAML_ENABLED"],
    "wrong answers are limited": ["SAML_RATE_LIMIT_ASSERTION"],
    "a provider begins by itself only where it may": ["SAML_RELAY_STATE_VALIDITY_PERIOD"],
    "its name, its keys and its limit": [
      ...["SAML_PRIVATE_KEY", "SAML_PRIVATE_KEY_NEXT", "SAML_ALLOW_ENCRYPTED_ASSERTIONS", "SAML_EXTERNAL_URL", "RATE_LIMIT_SSO"],
    ],
  },
  "auth/sign_in/token_web3.test.ts": {
    "wallets are off unless set": ["EXTERNAL_WEB3_ETHEREUM_ENABLED", "EXTERNAL_WEB3_SOLANA_ENABLED", "RATE_LIMIT_WEB3"],
    "for another site, time, wallet or text signs nobody in": [
      ...["EXTERNAL_WEB3_ETHEREUM_MAXIMUM_VALIDITY_DURATION", "EXTERNAL_WEB3_SOLANA_MAXIMUM_VALIDITY_DURATION"],
    ],
  },
  "auth/passkeys/passkeys.test.ts": {
    "say for whom passkeys are good": ["WEBAUTHN_RP_ID", "WEBAUTHN_RP_DISPLAY_NAME", "WEBAUTHN_RP_ORIGINS"],
    "end after WEBAUTHN_CHALLENGE_EXPIRY_DURATION": ["WEBAUTHN_CHALLENGE_EXPIRY_DURATION"],
    "PASSKEY_ENABLED is off unless set": ["PASSKEY_ENABLED", "RATE_LIMIT_PASSKEY"],
    "PASSKEY_MAX_PASSKEYS_PER_USER is the most": ["PASSKEY_MAX_PASSKEYS_PER_USER"],
    "PASSKEY_UV_AAL2 makes a sign-in aal2": ["PASSKEY_UV_AAL2"],
  },
  "auth/factors/recovery_codes.test.ts": {
    "switch recovery codes off": ["MFA_RECOVERY_CODES_ENROLL_ENABLED", "MFA_RECOVERY_CODES_VERIFY_ENABLED"],
  },
  "auth/factors/phone_factors.test.ts": {
    "switch phone factors on": ["MFA_PHONE_ENROLL_ENABLED", "MFA_PHONE_VERIFY_ENABLED"],
    "as MFA_PHONE_OTP_LENGTH, MFA_PHONE_TEMPLATE and MFA_PHONE_MAX_FREQUENCY say": [
      ...["MFA_PHONE_OTP_LENGTH", "MFA_PHONE_TEMPLATE", "MFA_PHONE_MAX_FREQUENCY"],
    ],
  },
  "auth/oauth_server/oauth_server.test.ts": {
    "an app gets a code from its user": ["OAUTH_SERVER_ENABLED", "OAUTH_SERVER_AUTHORIZATION_PATH"],
    "what an app gets that asks for nothing": ["OAUTH_SERVER_DEFAULT_SCOPE", "OAUTH_SERVER_AUTHORIZATION_TTL"],
    "a token is bound to the resource": ["OAUTH_SERVER_RESOURCES"],
  },
  "auth/oauth_clients/client_document.test.ts": {
    "an app is what the document says": [
      ...["OAUTH_SERVER_CLIENT_ID_METADATA_DOCUMENT_ENABLED", "OAUTH_SERVER_CLIENT_ID_METADATA_DOCUMENT_ALLOWED_HOSTS"],
    ],
  },
  "auth/oauth_clients/oauth_clients.test.ts": {
    "an app registers itself": ["OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION", "OAUTH_SERVER_MAX_DYNAMIC_CLIENTS"],
    "RATE_LIMIT_O_AUTH_DYNAMIC_CLIENT_REGISTER bounds": ["RATE_LIMIT_O_AUTH_DYNAMIC_CLIENT_REGISTER"],
  },
  "auth/external/callback.test.ts": { "a state ends with its time": ["EXTERNAL_FLOW_STATE_EXPIRY_DURATION"] },
  "auth/external/external_table.test.ts": { "after INTERNAL_HTTP_TIMEOUT": ["INTERNAL_HTTP_TIMEOUT"] },
  "auth/external/provider_variables.test.ts": {
    "EXTERNAL_<P>_ENABLED,": ["EXTERNAL_<P>_ENABLED"],
    "EXTERNAL_<P>_CLIENT_ID,": ["EXTERNAL_<P>_CLIENT_ID"],
    "EXTERNAL_<P>_SECRET,": ["EXTERNAL_<P>_SECRET"],
    "EXTERNAL_<P>_REDIRECT_URI,": ["EXTERNAL_<P>_REDIRECT_URI"],
    "EXTERNAL_<P>_URL,": ["EXTERNAL_<P>_URL"],
    "EXTERNAL_<P>_API_URL,": ["EXTERNAL_<P>_API_URL"],
  },
  "auth/sign_in/token_id_token.test.ts": {
    "finds the provider by its issuer where that is on the list": ["EXTERNAL_ALLOWED_ID_TOKEN_ISSUERS"],
    "compares the nonce with its hash in the token": ["EXTERNAL_<P>_SKIP_NONCE_CHECK"],
  },
  "auth/adoption/copy.test.ts": { "everything of a Supabase Auth is taken": ["ADOPT", "SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS"] },
  "auth/adoption/adopted.test.ts": { "stay encrypted where the operator wants it": ["ADOPT_TOTP_SECRETS"] },
  "auth/settings/settings.test.ts": { "ignores what is stored": ["SETTINGS_ENABLED"] },
  "auth/rls_helpers/rls_helpers.test.ts": { "work on a database without one": ["RLS_HELPERS"] },
  "auth/hooks/hooks.test.ts": {
    "what a hook is sent is signed by each of its secrets": ["HOOK_<H>_ENABLED", "HOOK_<H>_URI", "HOOK_<H>_SECRETS"],
  },
};

const sights = referencesOf(EFFECTS);
const variables = configDocument.sections.flatMap(({ table }) => Object.values(table).map(({ env }) => env));

test("every variable of auth/config.ts names the test that sees its effect, and the table names no other", () => {
  const naming = sights.map(({ what }) => what);
  assert.deepEqual(
    variables.filter((variable) => !naming.includes(variable)),
    [],
    "these have no test",
  );
  assert.deepEqual(
    naming.filter((name) => !variables.includes(name)),
    [],
    "these are no variables",
  );
  assert.ok(variables.length > 100, "the tables were read");
});

test("each of those tests is there, and sets the variable", () => {
  const problems = sights.flatMap((sight) => {
    const problem = problemWith(sight);
    if (problem !== undefined) return [problem];
    return mentions(textWithSupport(sight.file) ?? "", sight.what) ? [] : [`${sight.file} does not mention ${sight.what}`];
  });
  assert.deepEqual(problems, []);
});

test("a variable is mentioned by its whole name alone, that of a provider by any provider's", () => {
  assert.ok(mentions('{ SMTP_HOST: "x", AUTHSVC_JWT_AUD: "y" }', "SMTP_HOST"));
  assert.ok(mentions('{ SMTP_HOST: "x", AUTHSVC_JWT_AUD: "y" }', "JWT_AUD"));
  assert.ok(mentions("GOTRUE_EXTERNAL_SLACK_OIDC_SECRET", "EXTERNAL_<P>_SECRET"));
  for (const other of ["SMTP_HOST_NAME", "X_SMTP_HOST", "SMTP"]) assert.ok(!mentions(other, "SMTP_HOST"), other);
  for (const other of ["EXTERNAL_PHONE_ENABLED", "EXTERNAL_<P>_ENABLED"])
    assert.ok(!mentions(other, "EXTERNAL_<P>_ENABLED"), other);
});

function mentions(text: string, variable: string): boolean {
  const hooks = Object.values(HOOKS).map(({ variable: word }) => word);
  const name = variable
    .replace("<P>", `(?:${PROVIDERS.join("|").toUpperCase()})`)
    .replace("<H>", `(?:${hooks.join("|")})`)
    .replace("<K>_<L>", "[A-Z_]+_[A-Z]{2}");
  return new RegExp(`(?<![A-Z_])(?:AUTHSVC_|GOTRUE_)?${name}(?![A-Z_])`).test(text);
}
