// Without a gateway, every endpoint that would send a text message says so at once; all else about phones works.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";

const PHONE = "15551234567";
const FIXED = "15550100100";
const password = "correct horse";
const REFUSED = [422, "sms_send_failed"];

const start = (variables: Record<string, string> = {}) =>
  startTestAuth({ EXTERNAL_PHONE_ENABLED: "true", MAILER_AUTOCONFIRM: "true", ...variables }, undefined, { canText: false });

const verdict = ({ status, body }: Reply) => [status, (body as { error_code?: string }).error_code];

/** All that a text message might leave behind. */
const traces = ({ service: { world } }: TestAuth) =>
  world.db.one(sql`select (select count(*) from outbox) as messages, (select count(*) from one_time_tokens) as tokens,
    (select count(*) from users where phone is not null or phone_change is not null) as phones,
    (select count(*) from audit_log_entries) as acts`);

const session = async (auth: TestAuth, body: object) => {
  const reply = await auth.post("/signup", body);
  assert.equal(reply.status, 200, reply.text);
  return { authorization: `Bearer ${(reply.body as { access_token: string }).access_token}` };
};

for (const [what, variables] of Object.entries({
  "no gateway": {},
  "a gateway without its credentials": { SMS_PROVIDER: "twilio", SMS_TWILIO_ACCOUNT_SID: "AC1", SMS_TWILIO_AUTH_TOKEN: "" },
  "a gateway that makes codes, without its credentials": { SMS_PROVIDER: "twilio_verify" },
})) {
  test(`with ${what}, what would send a text message is 422 sms_send_failed, again and again, and changes nothing`, async () => {
    await using auth = await start(variables);
    const headers = await session(auth, { email: "ana@example.com", password });
    const before = await traces(auth);
    const ask: [what: string, call: () => Promise<Reply>][] = [
      ["POST /otp", () => auth.post("/otp", { phone: PHONE })],
      ["POST /otp of nobody", () => auth.post("/otp", { phone: PHONE, create_user: false })],
      ["POST /signup", () => auth.post("/signup", { phone: PHONE, password })],
      ["POST /resend sms", () => auth.post("/resend", { type: "sms", phone: PHONE })],
      ["POST /resend phone_change", () => auth.post("/resend", { type: "phone_change", phone: PHONE })],
      ["PUT /user", () => auth.call("/user", { method: "PUT", body: { phone: PHONE, data: { a: 1 } }, headers })],
    ];
    for (const [name, call] of ask) for (const _ of ["first", "again"]) assert.deepEqual(verdict(await call()), REFUSED, name);
    assert.deepEqual(await traces(auth), before);
    const { user_metadata: data } = (await auth.get("/user", headers)).body as { user_metadata: { a?: number } };
    assert.equal(data.a, undefined);
  });
}

test("without a gateway, numbers that count as confirmed sign up and in, and only a code for them is refused", async () => {
  await using auth = await start({ SMS_AUTOCONFIRM: "true" });
  const headers = await session(auth, { phone: PHONE, password });
  assert.equal((await auth.post("/token?grant_type=password", { phone: PHONE, password })).status, 200);
  const moved = await auth.call("/user", { method: "PUT", body: { phone: "15557654321" }, headers });
  assert.deepEqual([moved.status, (moved.body as { phone: string }).phone], [200, "15557654321"]);
  for (const reply of [await auth.get("/reauthenticate", headers), await auth.post("/otp", { phone: PHONE })])
    assert.deepEqual(verdict(reply), REFUSED);
});

test("without a gateway, the number that somebody has already is no change, and a faulty one is told as such", async () => {
  await using auth = await start();
  const headers = await session(auth, { email: "ana@example.com", password });
  const { db } = auth.service.world;
  await db.run(sql`update users set phone = ${PHONE}, phone_confirmed_at = created_at`);
  assert.equal((await auth.call("/user", { method: "PUT", body: { phone: PHONE }, headers })).status, 200);
  for (const path of ["/otp", "/signup"])
    assert.deepEqual(verdict(await auth.post(path, { phone: "0123", password })), [400, "validation_failed"]);
});

test("without a gateway, a number with a fixed code gets in by it", async () => {
  await using auth = await start({ SMS_TEST_OTP: `${FIXED}:123456` });
  assert.equal((await auth.post("/otp", { phone: FIXED })).status, 200);
  const reply = await auth.post("/verify", { type: "sms", phone: FIXED, token: "123456" });
  assert.equal(reply.status, 200, reply.text);
});

test("without a gateway, UPSTREAM_ANSWERS refuses what would leave, and answers for numbers that nobody has", async () => {
  await using auth = await start({ UPSTREAM_ANSWERS: "true" });
  for (const _ of ["first", "again"]) {
    for (const type of ["sms", "phone_change"]) assert.equal((await auth.post("/resend", { type, phone: PHONE })).status, 200);
    assert.deepEqual(verdict(await auth.post("/otp", { phone: PHONE, create_user: false })), [422, "otp_disabled"]);
    assert.deepEqual(verdict(await auth.post("/otp", { phone: PHONE })), REFUSED);
    assert.deepEqual(verdict(await auth.post("/signup", { phone: PHONE, password })), REFUSED);
  }
  assert.deepEqual(await traces(auth), { messages: 0, tokens: 0, phones: 0, acts: 0 });
});
