import assert from "node:assert/strict";
import { test } from "node:test";
import { type SinkAnswer, startHttpSink } from "../../kernel/testing/http_sink.ts";
import { put, signUp, verdict } from "../account/testing.ts";
import { startTestAuth } from "../testing.ts";
import { type Dns, takesMail } from "./reachable.ts";

const INVALID = [400, "email_address_invalid"];

test("no new address is mailed that a service calls invalid, by whichever way it is asked for", async () => {
  let answer: SinkAnswer = { status: 200, headers: { "content-type": "application/json" }, body: { valid: true } };
  await using service = await startHttpSink(() => answer);
  await using auth = await startTestAuth({
    MAILER_EMAIL_VALIDATION_SERVICE_URL: `${service.url}/check`,
    MAILER_EMAIL_VALIDATION_SERVICE_HEADERS: '{"X-Key": ["s3cret"]}',
    SMTP_MAX_FREQUENCY: "0",
    EXTERNAL_ANONYMOUS_USERS_ENABLED: "true",
  });
  const somebody = await signUp(auth, {});
  const password = "correct horse";
  const calls = (email: string) => [
    () => auth.post("/signup", { email, password }),
    () => auth.post("/otp", { email }),
    () => auth.post("/magiclink", { email }),
    () => auth.post("/invite", { email }, auth.admin),
    () => put(auth, somebody, { email }),
  ];
  answer = { status: 200, headers: { "content-type": "application/json" }, body: { valid: false } };
  for (const call of calls("eve@example.com")) assert.deepEqual(verdict(await call()), INVALID);
  assert.deepEqual(await auth.messages(), []);
  assert.equal(service.requests.length, 5);
  for (const { method, path, body, headers } of service.requests)
    assert.deepEqual(
      [method, path, JSON.parse(body), headers["x-key"]],
      ["POST", "/check", { email: "eve@example.com" }, "s3cret"],
    );
  for (const good of [
    { ...answer, body: { valid: true } },
    { ...answer, body: {} },
    { ...answer, body: "no JSON" },
    { ...answer, status: 500 },
  ] as SinkAnswer[]) {
    answer = good;
    assert.equal((await auth.post("/otp", { email: "ana@example.com" })).status, 200, JSON.stringify(good));
  }
});

test("a domain that is reserved takes no mail, and is asked for nowhere", async () => {
  const variables = { MAILER_EMAIL_VALIDATION_EXTENDED: "true", MAILER_EMAIL_VALIDATION_BLOCKED_MX: '["MX.spam.net."]' };
  await using auth = await startTestAuth(variables);
  assert.deepEqual(auth.service.world.config.mailerEmailValidationBlockedMx, ["mx.spam.net"]);
  for (const domain of ["example.com", "mail.example.org", "house.test", "x.invalid"])
    assert.deepEqual(verdict(await auth.post("/otp", { email: `ana@${domain}` })), INVALID, domain);
});

const none = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
const nothing: Dns = { resolveMx: none("ENODATA"), resolve4: none("ENODATA"), resolve6: none("ENOTFOUND") };
const servers =
  (...names: string[]) =>
  async () =>
    names.map((exchange) => ({ exchange }));

/** What the DNS says, and whether the domain takes mail. */
const CASES: [what: string, dns: Dns, takes: boolean][] = [
  ["a mail server", { ...nothing, resolveMx: servers("mx.good.net") }, true],
  ["a blocked one among others", { ...nothing, resolveMx: servers("mx.good.net", "MX.Spam.net.") }, false],
  ["an address alone", { ...nothing, resolve4: async () => ["192.0.2.1"] }, true],
  ["an address of IPv6 alone", { ...nothing, resolve6: async () => ["2001:db8::1"] }, true],
  ["a blocked address", { ...nothing, resolve4: async () => ["192.0.2.66"] }, false],
  ["nothing", nothing, false],
  ["no answer about mail servers", { ...nothing, resolveMx: none("ETIMEOUT") }, true],
  ["no answer about addresses", { ...nothing, resolve4: none("ESERVFAIL") }, true],
];
for (const [what, dns, takes] of CASES) {
  test(`a domain of which the DNS knows ${what} ${takes ? "takes" : "takes no"} mail`, async () => {
    assert.equal(await takesMail("house.net", ["mx.spam.net", "192.0.2.66"], dns), takes);
  });
}
