// What each rule finds, and what it leaves alone. Without a database: rules are pure.
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readAuthConfig } from "../config.ts";
import { makeKeys, variableOf } from "../sso/testing.ts";
import { type Facts, type Finding, LANGUAGES } from "./finding.ts";
import type { ObservedFacts } from "./observed_facts.ts";
import { findingsOf } from "./rules.ts";
import { NOW, observing } from "./testing.ts";

const GOOD = {
  SITE_URL: "https://app.example.com",
  API_EXTERNAL_URL: "https://auth.example.com",
  JWT_SECRET: "a secret for tests that is long enough to be quiet",
  SECRET_KEY: "another secret for tests that is long enough to be quiet",
  JWT_KEYS: JSON.stringify([
    { kty: "oct", k: "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA", kid: "a", alg: "HS256", key_ops: ["sign"] },
  ]),
  DB_DATABASE_URL: "postgres://127.0.0.1/x",
  SMTP_HOST: "smtp.example.com",
  SMTP_ADMIN_EMAIL: "a@example.com",
  SECURITY_CAPTCHA_ENABLED: "true",
  SECURITY_CAPTCHA_SECRET: "x",
  PASSWORD_MIN_LENGTH: "10",
};

function find(variables: Record<string, string | undefined>, facts: Partial<Facts> = {}): Finding[] {
  const set = Object.entries({ ...GOOD, ...variables }).flatMap(([name, value]) =>
    value === undefined ? [] : [[`AUTHSVC_${name}`, value]],
  );
  const { config, faults } = readAuthConfig(Object.fromEntries(set));
  assert.deepEqual(faults, []);
  return findingsOf({ config, mailbox: undefined, observed: undefined, now: NOW, ...facts });
}

const idsAndSeverities = (findings: Finding[]) => findings.map(({ id, severity }) => `${id} ${severity}`);

test("a server that is set up well has no findings", () => {
  assert.deepEqual(idsAndSeverities(find({}, { observed: observing({}) })), []);
});

const LOCAL = { SITE_URL: "http://localhost:8080", API_EXTERNAL_URL: "http://127.0.0.1:8081" };

for (const [name, variables, expected] of [
  ["a published secret", { JWT_SECRET: "changeme" }, ["jwt_secret_weak error"]],
  ["a short secret", { JWT_SECRET: "31 bytes are a byte less than it" }, []],
  ["a shorter secret", { JWT_SECRET: "31 bytes are a byte less than i" }, ["jwt_secret_weak error"]],
  ["HS256 alone", { JWT_KEYS: undefined }, ["jwt_shared_secret info"]],
  ["no SECRET_KEY", { SECRET_KEY: undefined }, ["secret_key_derived info"]],
  ["http", { SITE_URL: "http://app.example.com" }, ["site_http warning"]],
  ["an app's own scheme", { SITE_URL: "myapp://start" }, []],
  ["a wildcard for every host", { URI_ALLOW_LIST: "https://ok.example.com/**,**" }, ["redirect_anywhere error"]],
  ["a wildcard for every .com", { URI_ALLOW_LIST: "https://*.com/**" }, ["redirect_anywhere error"]],
  ["a wildcard for every scheme", { URI_ALLOW_LIST: "*://**" }, ["redirect_anywhere error"]],
  ["a wildcard at a host of all", { URI_ALLOW_LIST: "https://*.vercel.app/**" }, ["redirect_shared_host warning"]],
  ["a pattern of one team there", { URI_ALLOW_LIST: "https://app-*-team.vercel.app/**" }, []],
  ["wildcards behind and below one's own host", { URI_ALLOW_LIST: "https://*.example.com/**,http://localhost:*/**" }, []],
  ["sign-ups without a captcha", { SECURITY_CAPTCHA_ENABLED: "false" }, ["captcha_missing warning"]],
  ["no sign-ups, no captcha", { SECURITY_CAPTCHA_ENABLED: "false", DISABLE_SIGNUP: "true" }, []],
  ["codes for a day", { MAILER_OTP_EXP: "86400", SMS_OTP_EXP: "3600" }, ["codes_live_long:MAILER_OTP_EXP warning"]],
  ["short passwords", { PASSWORD_MIN_LENGTH: "6" }, ["passwords_short info"]],
  ["no mail server", { SMTP_HOST: undefined }, ["mail_nowhere error"]],
  ["test codes", { SMS_TEST_OTP: "5511999990000=123456" }, ["sms_test_codes warning"]],
  ["test codes that are over", { SMS_TEST_OTP: "5511999990000=123456", SMS_TEST_OTP_VALID_UNTIL: "2026-01-01T00:00:00Z" }, []],
  [
    "a machine of one's own",
    { ...LOCAL, SECURITY_CAPTCHA_ENABLED: "false", PASSWORD_MIN_LENGTH: "6", SECRET_KEY: undefined },
    [],
  ],
] as const)
  test(`rules: ${name}`, () => assert.deepEqual(idsAndSeverities(find(variables)), expected));

test("rules: a folder for mails is a warning where others come from elsewhere", () => {
  const mailbox = "/tmp/mailbox";
  assert.deepEqual(idsAndSeverities(find({ SMTP_HOST: undefined }, { mailbox })), ["mail_in_folder warning"]);
  assert.deepEqual(idsAndSeverities(find({ SMTP_HOST: undefined, ...LOCAL }, { mailbox })), ["mail_in_folder info"]);
  const hook = {
    HOOK_SEND_EMAIL_ENABLED: "true",
    HOOK_SEND_EMAIL_URI: "https://hook.example.com",
    HOOK_SEND_EMAIL_SECRETS: `v1,whsec_${"a".repeat(32)}`,
  };
  assert.deepEqual(idsAndSeverities(find({ SMTP_HOST: undefined, ...hook })), []);
});

const before = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
const key = { id: "k1", name: "billing", created_at: before(31), last_used_at: null, expires_at: before(-59) };
const grant = { user_id: "u1", role: "owner", has_second_factor: true };
const webhook = { id: "w1", url: "https://hooks.example.com/x?secret", enabled: true, off_reason: null, failures: 0 };
const sso = { id: "s1", entity_id: "https://idp.example.com", disabled: false };

for (const [name, observed, expected] of [
  ["a key that nobody used", { apiKeys: [key] }, ["api_key_unused:k1 info"]],
  ["a key of last week", { apiKeys: [{ ...key, created_at: before(7) }] }, []],
  ["a key that ends unused", { apiKeys: [{ ...key, created_at: before(7), expires_at: before(-3) }] }, []],
  [
    "a key that ends in use",
    { apiKeys: [{ ...key, last_used_at: before(1), expires_at: before(-3) }] },
    ["api_key_ending:k1 warning"],
  ],
  ["a key that has ended", { apiKeys: [{ ...key, last_used_at: before(1), expires_at: before(0) }] }, []],
  [
    "an administrator without a factor",
    { administrators: [grant, { ...grant, has_second_factor: false }] },
    ["administrators_without_factor warning"],
  ],
  ["no owner", { administrators: [{ ...grant, role: "viewer" }] }, ["owner_missing info"]],
  ["one address for all", { sharedAddress: { ip: "172.18.0.5", sessions: 20, users: 9 } }, ["clients_share_address warning"]],
  ["one public address for all", { sharedAddress: { ip: "198.51.100.7", sessions: 20, users: 9 } }, []],
  ["a webhook that went off", { webhooks: [{ ...webhook, enabled: false, off_reason: "failing" }] }, ["webhook_off:w1 warning"]],
  ["a webhook that was switched off", { webhooks: [{ ...webhook, enabled: false }] }, []],
  ["a webhook that fails", { webhooks: [{ ...webhook, failures: 3 }] }, ["webhook_failing:w1 warning"]],
  ["a webhook that failed once", { webhooks: [{ ...webhook, failures: 1 }] }, []],
  ["mails that wait", { backlog: { waiting: 2, oldest: new Date(NOW.getTime() - 300_000) } }, ["messages_waiting error"]],
  ["mails that wait for a moment", { backlog: { waiting: 2, oldest: new Date(NOW.getTime() - 200_000) } }, []],
  ["mails that were given up", { failedMessages: 2 }, ["messages_failed warning"]],
  ["jobs that failed", { failedJobs: [{ task: "housekeeping", count: 1 }] }, ["jobs_failed:housekeeping warning"]],
] as const)
  test(`rules: ${name}`, () => {
    const facts = { observed: observing(observed as unknown as Partial<ObservedFacts>) };
    assert.deepEqual(idsAndSeverities(find({}, facts)), expected);
  });

test("rules: an operator's token that is older than a year, or of unknown age", () => {
  const token = { role: "service_role", holder: "" };
  const idOf = (issuedAt: Date | null) =>
    find({}, { observed: observing({ operatorTokens: [{ ...token, issued_at: issuedAt }] }) }).map(({ id }) => id);
  assert.deepEqual(idOf(before(365)), []);
  assert.equal(idOf(before(366)).length, 1);
  assert.equal(idOf(null).length, 1);
  assert.notDeepEqual(idOf(before(366)), idOf(before(400)));
});

test("rules: a certificate for single sign-on that expires", () => {
  const keys = makeKeys();
  const certificates = [keys.certificate];
  const saml = { SAML_ENABLED: "true", SAML_PRIVATE_KEY: variableOf(keys) };
  const end = new X509Certificate(Buffer.from(keys.certificate, "base64")).validToDate.getTime();
  const at = (daysBeforeEnd: number, more: object = {}, variables: object = saml) => {
    const observed = observing({ ssoProviders: [{ ...sso, certificates, ...more }] });
    return idsAndSeverities(find({ ...variables }, { now: new Date(end - daysBeforeEnd * 86_400_000), observed }));
  };
  assert.deepEqual(at(30.5), []);
  assert.deepEqual(at(29.5), ["saml_certificate_ending:s1 warning"]);
  assert.deepEqual(at(-1), ["saml_certificate_ending:s1 error"]);
  assert.deepEqual(at(-1, { disabled: true }), []);
  assert.deepEqual(at(-1, {}, {}), [], "SAML is off");
});

test("every finding speaks both languages, and leads to a page that is there", () => {
  const secrets = { JWT_SECRET: "changeme", JWT_KEYS: undefined, SECRET_KEY: undefined, SITE_URL: "http://app.example.com" };
  const observed = observing({
    apiKeys: [key, { ...key, id: "k2", last_used_at: before(1), expires_at: before(-3) }],
    administrators: [{ ...grant, role: "viewer", has_second_factor: false }],
    sharedAddress: { ip: "172.18.0.5", sessions: 20, users: 9 },
    webhooks: [
      { ...webhook, enabled: false, off_reason: "failing" },
      { ...webhook, id: "w2", failures: 3 },
    ],
    backlog: { waiting: 2, oldest: before(1) },
    failedMessages: 1,
    failedJobs: [{ task: "housekeeping", count: 1 }],
    operatorTokens: [{ role: "service_role", holder: "", issued_at: null }],
  } as unknown as Partial<ObservedFacts>);
  const findings = find(
    {
      ...secrets,
      URI_ALLOW_LIST: "**,https://*.vercel.app/**",
      SECURITY_CAPTCHA_ENABLED: "false",
      MAILER_OTP_EXP: "86400",
      PASSWORD_MIN_LENGTH: "6",
      SMTP_HOST: undefined,
      SMS_TEST_OTP: "5511999990000=123456",
    },
    { observed },
  );
  assert.ok(new Set(findings.map(({ rule }) => rule)).size >= 21, findings.map(({ rule }) => rule).join());
  for (const { id, words, docs } of findings) {
    for (const language of LANGUAGES)
      for (const text of Object.values(words[language])) assert.match(text, /^\S.{9,}\S$/, `${id} ${language}`);
    assert.notEqual(words.en.text, words["pt-BR"].text, id);
    const [path = "", anchor] = docs.split("#");
    const headings = [...readFileSync(path, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, text = ""]) => anchorOf(text));
    if (anchor !== undefined) assert.ok(headings.includes(anchor), `${id}: ${docs}`);
  }
});

/** As GitHub names headings. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
