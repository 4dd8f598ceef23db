// Good environments: defaults, names, precedence, and those of existing deployments.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { REQUIRED, read } from "./config/testing.ts";
import { configDocument, readAuthConfig } from "./config.ts";

/** The configuration tables of the public document this service is built to, by unprefixed name. */
const SEED =
  `SITE_URL URI_ALLOW_LIST DISABLE_SIGNUP EXTERNAL_EMAIL_ENABLED EXTERNAL_PHONE_ENABLED RATE_LIMIT_HEADER RATE_LIMIT_EMAIL_SENT
  PASSWORD_MIN_LENGTH PASSWORD_REQUIRED_CHARACTERS SECURITY_REFRESH_TOKEN_ROTATION_ENABLED SECURITY_REFRESH_TOKEN_REUSE_INTERVAL
  SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION EXTERNAL_ANONYMOUS_USERS_ENABLED API_HOST API_PORT API_EXTERNAL_URL REQUEST_ID_HEADER
  DB_DRIVER DB_DATABASE_URL DB_MAX_POOL_SIZE DB_NAMESPACE LOG_LEVEL LOG_FILE TRACING_ENABLED TRACING_EXPORTER METRICS_ENABLED
  METRICS_EXPORTER OTEL_EXPORTER_PROMETHEUS_HOST OTEL_EXPORTER_PROMETHEUS_PORT JWT_SECRET JWT_EXP JWT_AUD JWT_ADMIN_GROUP_NAME
  JWT_DEFAULT_GROUP_NAME JWT_ADMIN_ROLES SMTP_ADMIN_EMAIL SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASS SMTP_MAX_FREQUENCY SMTP_SENDER_NAME
  MAILER_AUTOCONFIRM MAILER_OTP_EXP SMS_AUTOCONFIRM SMS_MAX_FREQUENCY SMS_OTP_EXP SMS_OTP_LENGTH SMS_PROVIDER SECURITY_CAPTCHA_ENABLED
  SECURITY_CAPTCHA_PROVIDER SECURITY_CAPTCHA_SECRET SECURITY_CAPTCHA_TIMEOUT MAILER_URLPATHS_INVITE MAILER_URLPATHS_CONFIRMATION
  MAILER_URLPATHS_RECOVERY MAILER_URLPATHS_EMAIL_CHANGE MAILER_SUBJECTS_INVITE MAILER_SUBJECTS_CONFIRMATION MAILER_SUBJECTS_RECOVERY
  MAILER_SUBJECTS_MAGIC_LINK MAILER_SUBJECTS_EMAIL_CHANGE MAILER_TEMPLATES_INVITE MAILER_TEMPLATES_CONFIRMATION MAILER_TEMPLATES_RECOVERY
  MAILER_TEMPLATES_MAGIC_LINK MAILER_TEMPLATES_EMAIL_CHANGE EXTERNAL_<P>_ENABLED EXTERNAL_<P>_CLIENT_ID EXTERNAL_<P>_SECRET
  EXTERNAL_<P>_REDIRECT_URI EXTERNAL_<P>_URL`.split(/\s+/);

test("every variable of the upstream tables has an entry, and no key or name is given twice", () => {
  const entries = configDocument.sections.flatMap((section) => Object.entries(section.table));
  const names = entries.map(([, entry]) => entry.env);
  assert.deepEqual(
    SEED.filter((name) => !names.includes(name)),
    [],
  );
  const all = entries.flatMap(([, entry]) => [entry.env, ...(entry.also ?? [])]);
  assert.equal(new Set(all).size, all.length);
  const keys = entries.map(([key]) => key);
  assert.equal(new Set(keys).size, keys.length, "a spread table would hide the other's entry");
});

test("every entry of the configuration is in the document", () => {
  const keys = configDocument.sections.flatMap((section) => Object.keys(section.table));
  const {
    providers,
    hooks: _hooks,
    mailerTexts: _mailerTexts,
    jobSchema: _jobs,
    adoptedSchema: _adopted,
    variableOf: _variableOf,
    origin: _origin,
    ...config
  } = read();
  assert.deepEqual(
    [...Object.keys(config), ...Object.keys(providers.google)].filter((key) => !keys.includes(key)),
    [],
  );
});

test("AUTHSVC_ wins over GOTRUE_, which wins over the unprefixed name", () => {
  const names = ["PORT", "GOTRUE_API_PORT", "AUTHSVC_API_PORT"];
  const set: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    set[name] = String(9001 + index);
    assert.equal(read(set).apiPort, 9001 + index);
  }
  assert.equal(read({ AUTHSVC_API_PORT: "", GOTRUE_API_PORT: " ", PORT: "9001" }).apiPort, 9001, "an empty one counts as unset");
});

test("the unprefixed names of existing deployments are read", () => {
  const { config, faults } = readAuthConfig({
    GOTRUE_SITE_URL: "https://app.example.com",
    GOTRUE_JWT_SECRET: REQUIRED.AUTHSVC_JWT_SECRET,
    API_EXTERNAL_URL: "https://auth.example.com/auth/v1/",
    DATABASE_URL: "postgresql://auth@db/cofre?sslmode=disable",
    DB_NAMESPACE: "login",
    LOG_LEVEL: "PANIC",
    REQUEST_ID_HEADER: "X-Request-Id",
    OTEL_EXPORTER_PROMETHEUS_PORT: "9200",
    OTEL_EXPORTER_PROMETHEUS_HOST: "127.0.0.1",
    OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
  });
  assert.deepEqual(faults, []);
  assert.equal(config.apiExternalUrl, "https://auth.example.com/auth/v1");
  assert.equal(config.databaseUrl, "postgresql://auth@db/cofre?sslmode=disable");
  assert.equal(config.dbNamespace, "login");
  assert.equal(config.logLevel, "fatal");
  assert.equal(config.requestIdHeader, "X-Request-Id");
  assert.equal(config.prometheusPort, 9200);
  assert.equal(config.prometheusHost, "127.0.0.1");
  assert.equal(config.otlpProtocol, "grpc");
});

test("fallbacks stand in for what the environment leaves out, and never for a bad value", () => {
  const fallbacks = {
    SITE_URL: "http://localhost:3000",
    API_EXTERNAL_URL: "http://localhost:8081",
    DATABASE_URL: "postgres://l/c",
  };
  const secret = REQUIRED.AUTHSVC_JWT_SECRET;
  const { config, faults } = readAuthConfig(
    { AUTHSVC_SITE_URL: "https://own.example.com" },
    { ...fallbacks, JWT_SECRET: secret },
  );
  assert.deepEqual(faults, []);
  assert.equal(config.siteUrl, "https://own.example.com");
  assert.equal(config.databaseUrl, "postgres://l/c");
  assert.equal(config.jwtSecret, secret);
  const broken = readAuthConfig({ GOTRUE_SITE_URL: "nonsense" }, { ...fallbacks, JWT_SECRET: secret });
  assert.equal(broken.faults.length, 1);
  assert.match(broken.faults[0] ?? "", /^GOTRUE_SITE_URL: found "nonsense"/);
});

test("values of every shape are read", () => {
  const config = read({
    AUTHSVC_URI_ALLOW_LIST: "https://*.example.com/**, myapp://login ,",
    AUTHSVC_PASSWORD_REQUIRED_CHARACTERS: "abc:ABC:0123: !\\:",
    AUTHSVC_SMTP_MAX_FREQUENCY: "15m",
    AUTHSVC_SMS_MAX_FREQUENCY: "5",
    AUTHSVC_SMS_TEST_OTP: "+15550100:123456, 15550101:000000,",
    AUTHSVC_SMS_TEST_OTP_VALID_UNTIL: "2030-01-31T12:00:00+02:00",
    AUTHSVC_RATE_LIMIT_EMAIL_SENT: "100",
    AUTHSVC_RATE_LIMIT_SMS_SENT: "10/2m",
    AUTHSVC_SMTP_HEADERS: '{"X-Tag": ["$messageType", "b"]}',
    AUTHSVC_MAILER_URLPATHS_INVITE: "https://api.example.com/auth/v1/verify",
    AUTHSVC_MAILER_TEMPLATES_INVITE: "/mail/invite.html",
    AUTHSVC_JWT_VALID_METHODS: "HS256,EdDSA",
    AUTHSVC_TRUSTED_PROXIES: "10.0.0.0/8,fd00::/8,192.0.2.1",
    AUTHSVC_JWT_SECRET: " blanks belong to a secret, as other programs read it so ",
    AUTHSVC_EXTERNAL_GOOGLE_CLIENT_ID: "web,ios",
    AUTHSVC_EXTERNAL_GITHUB_REDIRECT_URI: "https://auth.example.com/callback/",
  });
  assert.deepEqual(config.uriAllowList, ["https://*.example.com/**", "myapp://login"]);
  assert.deepEqual(config.passwordRequiredCharacters, ["abc", "ABC", "0123", " !:"]);
  assert.equal(config.smtpMaxFrequencySeconds, 900);
  assert.equal(config.smsMaxFrequencySeconds, 5);
  assert.deepEqual(config.smsTestOtp, { "15550100": "123456", "15550101": "000000" });
  assert.equal(config.smsTestOtpValidUntil?.toISOString(), "2030-01-31T10:00:00.000Z");
  assert.deepEqual(config.rateLimitEmailSent, { shape: "window", events: 100, seconds: 3600 });
  assert.deepEqual(config.rateLimitSmsSent, { shape: "bucket", events: 10, seconds: 120 });
  assert.deepEqual(config.smtpHeaders, { "X-Tag": ["$messageType", "b"] });
  assert.equal(config.mailerUrlPathsInvite, "https://api.example.com/auth/v1/verify");
  assert.equal(config.mailerTemplatesInvite, "/mail/invite.html");
  assert.deepEqual(config.jwtValidMethods, ["HS256", "EdDSA"]);
  assert.deepEqual(config.trustedProxies, ["10.0.0.0/8", "fd00::/8", "192.0.2.1"]);
  assert.equal(config.jwtSecret, " blanks belong to a secret, as other programs read it so ");
  assert.deepEqual(config.providers.google.clientIds, ["web", "ios"]);
  assert.equal(config.providers.github.redirectUri, "https://auth.example.com/callback/");
});

test("JWT_KEYS takes a signing key and others that only verify", () => {
  const keys = [
    { kty: "EC", kid: "new", alg: "ES256", crv: "P-256", x: "x", y: "y", d: "d", key_ops: ["sign", "verify"] },
    { kty: "RSA", kid: "old", alg: "RS256", n: "n", e: "AQAB", key_ops: ["verify"] },
    { kty: "OKP", kid: "older", crv: "Ed25519", x: "x" },
  ];
  assert.deepEqual(read({ GOTRUE_JWT_KEYS: JSON.stringify(keys) }).jwtKeys, keys);
  const alone = [{ kty: "oct", k: "k", key_ops: ["sign"] }];
  assert.deepEqual(read({ AUTHSVC_JWT_KEYS: JSON.stringify(alone) }).jwtKeys, alone);
});

test("a provider that is on has its credentials; gitlab has a public address", () => {
  const { providers } = read({
    AUTHSVC_EXTERNAL_GITLAB_ENABLED: "true",
    GOTRUE_EXTERNAL_GITLAB_CLIENT_ID: "id",
    AUTHSVC_EXTERNAL_GITLAB_SECRET: "secret",
    AUTHSVC_EXTERNAL_GITLAB_REDIRECT_URI: "https://auth.example.com/callback",
    AUTHSVC_EXTERNAL_SLACK_OIDC_URL: "https://slack.example.com/",
  });
  assert.deepEqual(providers.gitlab, {
    enabled: true,
    clientIds: ["id"],
    secret: "secret",
    redirectUri: "https://auth.example.com/callback",
    url: "https://gitlab.com",
    apiUrl: undefined,
    emailOptional: false,
    skipNonceCheck: false,
  });
  assert.equal(providers.slack_oidc.url, "https://slack.example.com");
  assert.equal(providers.slack.url, undefined);
});

test("a weak or published JWT_SECRET starts, with an error-level line that does not repeat it", () => {
  const samples = [
    "your-super-secret-jwt-token-with-at-least-32-characters-long",
    "super-secret-jwt-token-with-at-least-32-characters-long",
    "your-256-bit-secret",
    "ChangeMe",
    "0123456789012345678901234567890",
  ];
  for (const secret of samples) {
    const { faults, warnings } = readAuthConfig({ ...REQUIRED, AUTHSVC_JWT_SECRET: secret });
    assert.deepEqual(faults, []);
    assert.deepEqual(
      warnings.map((each) => each.level),
      ["error"],
      secret,
    );
    assert.match(warnings[0]?.line ?? "", /^AUTHSVC_JWT_SECRET: found (only \d+ bytes|a sample value)/);
    assert.ok(!warnings[0]?.line.includes(secret));
  }
  assert.equal(read({ AUTHSVC_JWT_SECRET: "01234567890123456789012345678901" }).jwtSecret.length, 32);
});

test("a PASSWORD_MIN_LENGTH under 6 counts as 6 and is warned of", () => {
  const { config, faults, warnings } = readAuthConfig({ ...REQUIRED, GOTRUE_PASSWORD_MIN_LENGTH: "4" });
  assert.deepEqual(faults, []);
  assert.equal(config.passwordMinLength, 6);
  assert.deepEqual(warnings, [{ level: "warn", line: "GOTRUE_PASSWORD_MIN_LENGTH: found 4, 6 is used instead" }]);
});

test("an unknown AUTHSVC_ name is warned of with the nearest known one; an unknown GOTRUE_ name is nothing", () => {
  const { faults, warnings } = readAuthConfig({
    ...REQUIRED,
    AUTHSVC_MAILER_AUTOCONFRIM: "canary",
    authsvc_log_level: "canary",
    AUTHSVC_EXTERNAL_GOGLE_SECRET: "canary",
    AUTHSVC_SAML_ENABLED_FOR_NOBODY_AT_ALL: "canary",
    GOTRUE_NEVER_HEARD_OF: "true",
  });
  assert.deepEqual(faults, []);
  const unknown = "unknown variable, it has no effect";
  assert.deepEqual(
    warnings.map((each) => each.line),
    [
      `AUTHSVC_EXTERNAL_GOGLE_SECRET: ${unknown}; did you mean AUTHSVC_EXTERNAL_GOOGLE_SECRET?`,
      `AUTHSVC_MAILER_AUTOCONFRIM: ${unknown}; did you mean AUTHSVC_MAILER_AUTOCONFIRM?`,
      `AUTHSVC_SAML_ENABLED_FOR_NOBODY_AT_ALL: ${unknown}`,
      `authsvc_log_level: ${unknown}; did you mean AUTHSVC_LOG_LEVEL?`,
    ],
  );
});

test("deprecated variables are accepted, and each gives a notice without its value", () => {
  const set = { GOTRUE_OPERATOR_TOKEN: "canary", AUTHSVC_API_ENDPOINT: "http://x", GOTRUE_JWT_ADMIN_GROUP_NAME: "boss" };
  const { config, faults, warnings, deprecations } = readAuthConfig({ ...REQUIRED, ...set });
  assert.deepEqual({ faults, warnings }, { faults: [], warnings: [] });
  assert.equal(config.jwtAdminGroupName, "boss");
  assert.deepEqual(deprecations.map((line) => line.split(":")[0]).sort(), Object.keys(set).sort());
  assert.ok(!deprecations.join().includes("canary"));
  assert.deepEqual(readAuthConfig(REQUIRED).deprecations, []);
});

test("no line repeats the value of a secret, under any of its names", () => {
  const entries = configDocument.sections.flatMap((section) => Object.values(section.table));
  const secrets = entries
    .filter((entry) => entry.secret)
    .map((entry) => entry.env.replace("<P>", "GITHUB").replace("<H>", "SEND_SMS"));
  assert.ok(secrets.length >= 12);
  for (const prefix of ["AUTHSVC_", "GOTRUE_"]) {
    const set = Object.fromEntries(secrets.map((name) => [prefix + name, "canary\u0000//u:canary@h"]));
    const { faults, warnings, deprecations } = readAuthConfig({ ...set, [`${prefix}SMTP_HOST`]: "smtp://mail:canary@host" });
    const lines = [...faults, ...warnings.map((each) => each.line), ...deprecations].join("\n");
    assert.match(lines, /JWT_KEYS: found a value of/);
    assert.match(lines, /SMTP_HOST: found "smtp:\/\/\*\*\*@host"/);
    assert.ok(!lines.includes("canary"), lines);
  }
});

for (const [name, file] of [
  ["the self-hosting compose file", "self_hosting"],
  ["the development command line", "development"],
  ["an application with its own scheme", "application"],
] as const) {
  test(`the environment of ${name} starts without a fault`, () => {
    const environment = deployments()[file] ?? {};
    assert.ok(Object.keys(environment).length > 15);
    const { config, faults, warnings } = readAuthConfig(environment);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      warnings.filter((each) => each.level === "warn"),
      [],
    );
    assert.equal(config.apiPort, 9999);
  });
}

test("the compose file with every section switched on and nothing filled in starts, with one line about text messages", () => {
  const { config, faults, warnings } = readAuthConfig(deployments().nothing_filled_in ?? {});
  assert.deepEqual(faults, []);
  const credentials = ["ACCOUNT_SID", "AUTH_TOKEN", "MESSAGE_SERVICE_SID"].map((name) => `GOTRUE_SMS_TWILIO_${name}`);
  assert.deepEqual(
    warnings.filter((each) => each.level === "warn").map((each) => each.line),
    [`GOTRUE_SMS_PROVIDER: is twilio, and no text message can be sent without ${credentials.join(", ")}`],
  );
  assert.deepEqual([config.smsProvider, config.providers.google.enabled, config.smsOtpLength], ["twilio", false, 6]);
});

test("an escaped backslash before a colon keeps both, as existing deployments write it", () => {
  const { config } = readAuthConfig(deployments().development ?? {});
  assert.equal(config.passwordRequiredCharacters.length, 4);
  assert.ok(config.passwordRequiredCharacters[3]?.includes("'\\:\"|"));
});

function deployments(): Record<string, Record<string, string>> {
  return JSON.parse(readFileSync(new URL("config/deployments.test.json", import.meta.url), "utf8"));
}
