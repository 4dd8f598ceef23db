// Bad environments: each gives exactly one line, with the variable's name as it was written, what was found and what is allowed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type AuthConfig, readAuthConfig } from "../config.ts";

const GOOD = {
  AUTHSVC_SITE_URL: "https://app.example.com",
  AUTHSVC_API_EXTERNAL_URL: "https://auth.example.com",
  AUTHSVC_DB_DATABASE_URL: "postgres://cofre:hunter2@db.example.com:5432/cofre",
  AUTHSVC_JWT_SECRET: "a long random text that no sample file has, 0123456789",
};

interface BadCase {
  set: Record<string, string>;
  name: string;
  found: string;
  allowed: string;
}

const bad = (name: string, value: string, allowed: string): BadCase => {
  return { set: { [name]: value }, name, found: `found ${JSON.stringify(value)}`, allowed };
};
/** A bad value that must not be repeated. */
const hidden = (name: string, value: string, rows: string, allowed: string): BadCase => ({
  set: { [name]: value },
  name,
  found: rows,
  allowed,
});
const missing = (name: string, set: Record<string, string>, rows = "missing"): BadCase => ({
  set,
  name,
  found: rows,
  allowed: "",
});

const google = (less: string) => {
  const all: Record<string, string> = {
    AUTHSVC_EXTERNAL_GOOGLE_ENABLED: "true",
    AUTHSVC_EXTERNAL_GOOGLE_CLIENT_ID: "id",
    AUTHSVC_EXTERNAL_GOOGLE_SECRET: "s",
    AUTHSVC_EXTERNAL_GOOGLE_REDIRECT_URI: "https://auth.example.com/callback",
  };
  return { ...all, [less]: "" };
};
const keycloak = {
  GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: "true",
  GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID: "id",
  GOTRUE_EXTERNAL_KEYCLOAK_SECRET: "s",
  GOTRUE_EXTERNAL_KEYCLOAK_REDIRECT_URI: "https://auth.example.com/callback",
};
const jwks = (...keys: object[]) => JSON.stringify(keys);
const signer = { kty: "oct", kid: "a", k: "canary", key_ops: ["sign", "verify"] };

const CASES: BadCase[] = [
  missing("AUTHSVC_SITE_URL", { AUTHSVC_SITE_URL: "" }),
  missing("AUTHSVC_API_EXTERNAL_URL", { AUTHSVC_API_EXTERNAL_URL: "" }),
  missing("AUTHSVC_DB_DATABASE_URL", { AUTHSVC_DB_DATABASE_URL: "" }),
  missing("AUTHSVC_JWT_SECRET", { AUTHSVC_JWT_SECRET: "" }),
  missing("AUTHSVC_JWT_SECRET", { AUTHSVC_JWT_SECRET: "   " }),
  bad("AUTHSVC_SITE_URL", "app.example.com", "https://"),
  bad("AUTHSVC_SITE_URL", "localhost:3000", "https://"),
  bad("AUTHSVC_SITE_URL", "htps://app.example.com", "https://"),
  bad("AUTHSVC_SITE_URL", "javascript://app.example.com/%0aalert(1)", "https://"),
  bad("AUTHSVC_SITE_URL", "https://", "https://"),
  bad("AUTHSVC_API_EXTERNAL_URL", "ftp://auth.example.com", "https://"),
  bad("AUTHSVC_API_EXTERNAL_URL", "https://auth example.com", "https://"),
  hidden("AUTHSVC_DB_DATABASE_URL", "mysql://cofre:canary@db/cofre", "found a value of 29 characters", "postgres://"),
  hidden("AUTHSVC_DB_DATABASE_URL", "postgres://cofre:canary@db", "found a value of 26 characters", "/database"),
  hidden("AUTHSVC_SECRET_KEY", "canary", "found a value of 6 characters", "32 bytes or more"),
  bad("AUTHSVC_DISABLE_SIGNUP", "yes", "true or false"),
  bad("AUTHSVC_EXTERNAL_EMAIL_ENABLED", "on", "true or false"),
  bad("GOTRUE_EXTERNAL_PHONE_ENABLED", "2", "true or false"),
  bad("AUTHSVC_EXTERNAL_ANONYMOUS_USERS_ENABLED", "enabled", "true or false"),
  bad("AUTHSVC_API_HOST", "http://0.0.0.0", "host name"),
  bad("AUTHSVC_API_PORT", "65536", "from 0 to 65535"),
  bad("PORT", "8081/tcp", "from 0 to 65535"),
  bad("GOTRUE_API_PORT", "-1", "from 0 to 65535"),
  bad("AUTHSVC_API_MAX_REQUEST_DURATION", "0", "1 or more"),
  bad("AUTHSVC_TRUSTED_PROXIES", "10.0.0.0/33", "10.0.0.0/8"),
  bad("AUTHSVC_TRUSTED_PROXIES", "127.0.0.1,proxy", "10.0.0.0/8"),
  bad("AUTHSVC_DB_DRIVER", "mysql", "postgres"),
  bad("AUTHSVC_DB_MAX_POOL_SIZE", "ten", "a whole number"),
  bad("AUTHSVC_DB_MAX_POOL_SIZE", "-1", "a whole number"),
  bad("AUTHSVC_DB_CONN_PERCENTAGE", "101", "from 0 to 100"),
  bad("GOTRUE_DB_CONN_MAX_IDLE_TIME", "0", "1 s or more"),
  bad("DB_NAMESPACE", "Auth", "lower-case"),
  bad("AUTHSVC_DB_NAMESPACE", "pg_auth", "not beginning with pg_"),
  bad("AUTHSVC_DB_NAMESPACE", 'auth"; drop table users; --', "lower-case"),
  bad("AUTHSVC_DB_NAMESPACE", "user", "no keyword"),
  bad("AUTHSVC_DB_NAMESPACE", "a".repeat(59), "at most 58"),
  bad("LOG_LEVEL", "verbose", "panic, fatal, error, warn, info, debug"),
  bad("AUTHSVC_TRACING_ENABLED", "y", "true or false"),
  bad("AUTHSVC_TRACING_EXPORTER", "jaeger", "opentelemetry"),
  bad("AUTHSVC_METRICS_EXPORTER", "statsd", "opentelemetry, prometheus"),
  bad("OTEL_EXPORTER_OTLP_PROTOCOL", "udp", "http/protobuf"),
  bad("OTEL_EXPORTER_PROMETHEUS_PORT", "http", "from 0 to 65535"),
  hidden("AUTHSVC_JWT_KEYS", "{canary", "(no JSON)", "exactly one"),
  hidden("AUTHSVC_JWT_KEYS", "{}", "(no JSON array of keys)", "exactly one"),
  hidden("AUTHSVC_JWT_KEYS", jwks({ ...signer, key_ops: ["verify"] }), "(0 keys that may sign)", "exactly one"),
  hidden("AUTHSVC_JWT_KEYS", jwks(signer, { ...signer, kid: "b" }), "(2 keys that may sign)", "exactly one"),
  hidden(
    "AUTHSVC_JWT_KEYS",
    jwks(signer, { ...signer, key_ops: ["verify"] }),
    "(two keys with one kid, or with none)",
    "distinct kid",
  ),
  hidden(
    "AUTHSVC_JWT_KEYS",
    jwks({ kty: "EC", crv: "P-256", x: "canary", y: "y", key_ops: ["sign"] }),
    "(key 1 has no d)",
    "private",
  ),
  hidden("AUTHSVC_JWT_KEYS", jwks({ kty: "canary" }), "(key 1 has no kty of oct, RSA, EC, OKP)", "JSON Web Keys"),
  hidden("AUTHSVC_JWT_KEYS", jwks({ ...signer, alg: "none" }), "(key 1 has an unknown alg)", "JSON Web Keys"),
  bad("AUTHSVC_JWT_VALID_METHODS", "HS256,none", "HS256, RS256"),
  bad("AUTHSVC_JWT_EXP", "1.5", "whole seconds"),
  bad("AUTHSVC_JWT_EXP", "an hour", "whole seconds"),
  bad("AUTHSVC_PASSWORD_MIN_LENGTH", "twelve", "from 0 to 256"),
  bad("AUTHSVC_PASSWORD_MIN_LENGTH", "257", "from 0 to 256"),
  bad("AUTHSVC_PASSWORD_REQUIRED_CHARACTERS", ":", "separated by ':'"),
  bad("AUTHSVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL", "10 seconds", "seconds, or a duration"),
  bad("AUTHSVC_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED", "no", "true or false"),
  bad("AUTHSVC_SESSIONS_TIMEBOX", "0s", "1 s or more"),
  bad("AUTHSVC_SESSIONS_INACTIVITY_TIMEOUT", "7d", "1h30m"),
  bad("AUTHSVC_SMTP_HOST", "smtp.example.com:587/", "host name"),
  bad("AUTHSVC_SMTP_PORT", "0", "from 1 to 65535"),
  bad("AUTHSVC_SMTP_ADMIN_EMAIL", "Cofre <cofre@example.com>", "an email address"),
  missing("GOTRUE_SMTP_ADMIN_EMAIL", { GOTRUE_SMTP_HOST: "smtp.example.com" }, "missing while GOTRUE_SMTP_HOST is set"),
  bad("AUTHSVC_SMTP_MAX_FREQUENCY", "-5s", "seconds, or a duration"),
  bad("AUTHSVC_MAILER_OTP_EXP", "0", "1 or more"),
  bad("AUTHSVC_SMS_PROVIDER", "pigeon", "twilio, twilio_verify, messagebird, textlocal, vonage"),
  hidden("AUTHSVC_SMS_TEST_OTP", "15550100=canary", "found a value of 15 characters", "phone:code"),
  {
    set: { AUTHSVC_SMS_TEST_OTP: "15550100:123456", AUTHSVC_PRODUCTION: "true" },
    name: "AUTHSVC_SMS_TEST_OTP",
    found: "found test codes while AUTHSVC_PRODUCTION is true",
    allowed: "unset in production",
  },
  bad("AUTHSVC_SMS_TEST_OTP_VALID_UNTIL", "2030-02-31", "2030-01-31T12:00:00Z"),
  missing("AUTHSVC_SECURITY_CAPTCHA_SECRET", { AUTHSVC_SECURITY_CAPTCHA_ENABLED: "true" }),
  bad("AUTHSVC_SECURITY_CAPTCHA_PROVIDER", "recaptcha", "hcaptcha, turnstile"),
  bad("AUTHSVC_SECURITY_CAPTCHA_TIMEOUT", "0", "0.1 s or more"),
  bad("AUTHSVC_SECURITY_CAPTCHA_URL", "hcaptcha.com/siteverify", "http:// or https://"),
  bad("AUTHSVC_RATE_LIMIT_HEADER", "X Forwarded For", "the name of an HTTP header"),
  bad("AUTHSVC_RATE_LIMIT_EMAIL_SENT", "30/hour", "number/duration"),
  bad("AUTHSVC_RATE_LIMIT_SMS_SENT", "30/0s", "number/duration"),
  bad("AUTHSVC_RATE_LIMIT_VERIFY", "many", "a whole number"),
  missing("AUTHSVC_EXTERNAL_GOOGLE_CLIENT_ID", google("AUTHSVC_EXTERNAL_GOOGLE_CLIENT_ID")),
  missing("AUTHSVC_EXTERNAL_GOOGLE_SECRET", google("AUTHSVC_EXTERNAL_GOOGLE_SECRET")),
  bad("AUTHSVC_EXTERNAL_APPLE_CLIENT_ID", " , ", "one value, or several"),
  bad("AUTHSVC_EXTERNAL_GITHUB_REDIRECT_URI", "/callback", "https://"),
  bad("AUTHSVC_EXTERNAL_GITLAB_URL", "gitlab.example.com", "https://"),
  missing("GOTRUE_EXTERNAL_KEYCLOAK_URL", keycloak, "missing while GOTRUE_EXTERNAL_KEYCLOAK_ENABLED is true"),
  bad("AUTHSVC_EXTERNAL_LINKEDIN_OIDC_ENABLED", "maybe", "true or false"),
];

for (const { set, name, found: rows, allowed } of CASES) {
  const view = Object.entries(set).map(([key, value]) => `${key}=${value.slice(0, 40)}`);
  test(`${view.join(" ")} is one fault that names ${name}`, () => {
    const { faults, warnings } = readAuthConfig({ ...GOOD, ...set });
    assert.equal(faults.length, 1, faults.join("\n"));
    const [line = ""] = faults;
    assert.ok(line.startsWith(`${name}: ${rows.startsWith("(") ? "" : rows}`), line);
    assert.ok(line.includes(rows), line);
    assert.match(line, /; allowed: \S/);
    assert.ok(line.includes(allowed), line);
    assert.ok(!line.includes("\n") && !line.includes("canary"), line);
    assert.deepEqual(warnings, []);
  });
}

test("there are at least 40 bad environments, and the one they start from is good", () => {
  assert.ok(CASES.length >= 40);
  assert.deepEqual(readAuthConfig(GOOD).faults, []);
});

for (const [set, line] of [
  [
    { GOTRUE_SMS_PROVIDER: "twilio", GOTRUE_SMS_TWILIO_ACCOUNT_SID: "", GOTRUE_SMS_TWILIO_AUTH_TOKEN: "canary" },
    "GOTRUE_SMS_PROVIDER: is twilio, and no text message can be sent without GOTRUE_SMS_TWILIO_ACCOUNT_SID, GOTRUE_SMS_TWILIO_MESSAGE_SERVICE_SID",
  ],
  [
    {
      AUTHSVC_SMS_PROVIDER: "vonage",
      AUTHSVC_SMS_VONAGE_API_KEY: "canary",
      GOTRUE_SMS_VONAGE_FROM: "",
      AUTHSVC_SMS_VONAGE_API_SECRET: "x",
    },
    "AUTHSVC_SMS_PROVIDER: is vonage, and no text message can be sent without GOTRUE_SMS_VONAGE_FROM",
  ],
] as const) {
  test(`${Object.keys(set)[0]} without its credentials is a warning: ${line}`, () => {
    const { faults, warnings } = readAuthConfig({ ...GOOD, ...set });
    assert.deepEqual([faults, warnings], [[], [{ level: "warn", line }]]);
  });
}

test("several faults are reported together, a line for each variable", () => {
  const { faults } = readAuthConfig({ AUTHSVC_API_PORT: "x", GOTRUE_JWT_EXP: "y", AUTHSVC_EXTERNAL_GOOGLE_ENABLED: "true" });
  const names = faults.map((line) => line.split(":")[0]);
  assert.deepEqual(names.sort(), [
    "AUTHSVC_API_EXTERNAL_URL",
    "AUTHSVC_API_PORT",
    "AUTHSVC_DB_DATABASE_URL",
    "AUTHSVC_EXTERNAL_GOOGLE_CLIENT_ID",
    "AUTHSVC_EXTERNAL_GOOGLE_SECRET",
    "AUTHSVC_JWT_SECRET",
    "AUTHSVC_SITE_URL",
    "GOTRUE_JWT_EXP",
  ]);
});

const COSMETIC: [name: string, value: string, key: keyof AuthConfig, initial: unknown][] = [
  ["AUTHSVC_MAILER_SUBJECTS_INVITE", "Hello\r\nBcc: all@example.com", "mailerSubjectsInvite", "You have been invited"],
  ["GOTRUE_MAILER_URLPATHS_RECOVERY", "verify?x=1", "mailerUrlPathsRecovery", "/verify"],
  ["AUTHSVC_MAILER_TEMPLATES_RECOVERY", "file:///etc/passwd", "mailerTemplatesRecovery", undefined],
  ["AUTHSVC_MAILER_OTP_LENGTH", "4", "mailerOtpLength", 6],
  ["AUTHSVC_SMS_OTP_LENGTH", "11", "smsOtpLength", 6],
  ["AUTHSVC_SMS_TEMPLATE", "Your code is here", "smsTemplate", "Your code is {{ .Code }}"],
  ["AUTHSVC_SMTP_SENDER_NAME", "A\u0000B", "smtpSenderName", undefined],
  ["AUTHSVC_SMTP_HEADERS", '{"X-A": "not a list"}', "smtpHeaders", {}],
  ["AUTHSVC_SMTP_HEADERS", '{"X-A": ["a\\r\\nBcc: b"]}', "smtpHeaders", {}],
  ["AUTHSVC_CORS_ALLOWED_HEADERS", "X-Ok,not ok", "corsAllowedHeaders", []],
  ["REQUEST_ID_HEADER", "X-Request-Id:", "requestIdHeader", undefined],
];

for (const [name, value, key, initial] of COSMETIC) {
  test(`${name}=${JSON.stringify(value)} is cosmetic: warned of, and the default is used`, () => {
    const { config, faults, warnings } = readAuthConfig({ ...GOOD, [name]: value });
    assert.deepEqual(faults, []);
    assert.equal(warnings.length, 1);
    assert.equal(warnings[0]?.level, "warn");
    assert.ok(warnings[0]?.line.startsWith(`${name}: found `), warnings[0]?.line);
    assert.match(warnings[0]?.line ?? "", /; allowed: .*; the default is used$/);
    assert.deepEqual(config[key], initial);
  });
}
