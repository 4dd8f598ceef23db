// Numbers with a fixed code: no message, no pause, no part of the budget, at every endpoint that would send them a code.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { bearer, changed, put, signIn, signUp, type TestSession, verdict } from "../account/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";

const [FIXED, ALSO_FIXED, REAL] = ["15550100", "15550101", "15559999999"];
const CODE = "123456";
const password = "correct horse";

/** Of the budget of real messages there is one. */
const withFixedCodes = (variables: Record<string, string> = {}) =>
  startTestAuth({
    EXTERNAL_PHONE_ENABLED: "true",
    SMS_TEST_OTP: `${FIXED}:${CODE},${ALSO_FIXED}:0000`,
    RATE_LIMIT_SMS_SENT: "1",
    ...variables,
  });

/** Messages, pauses and counters. */
async function spent(auth: TestAuth): Promise<unknown[]> {
  const row = await auth.service.world.db.one<Record<string, number>>(sql`
    select (select count(*) from outbox)::int as messages, (select count(*) from mail_pauses)::int as pauses,
           (select coalesce(sum(count), 0) from send_counters)::int as counted`);
  return Object.values(row);
}

const verify = (auth: TestAuth, phone: string, token: string, type = "sms") => auth.post("/verify", { type, phone, token });

test("POST /signup, /otp and /resend of a number with a fixed code send and spend nothing, and POST /verify takes the code", async () => {
  await using auth = await withFixedCodes();
  assert.deepEqual(verdict(await verify(auth, FIXED, CODE)), [403, "otp_expired"]);
  const request = [
    await auth.post("/signup", { phone: FIXED, password }),
    await auth.post("/otp", { phone: FIXED }),
    await auth.post("/resend", { type: "sms", phone: FIXED }),
    await auth.post("/otp", { phone: FIXED }),
  ];
  assert.deepEqual(
    request.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.match((request[2] as { body: { message_id: string } }).body.message_id, /^[0-9a-f-]{36}$/);
  assert.deepEqual(await spent(auth), [0, 0, 0]);
  assert.equal((await verify(auth, FIXED, CODE)).status, 200);
  assert.deepEqual(verdict(await verify(auth, FIXED, CODE)), [403, "otp_expired"]);
  assert.equal((await auth.post("/otp", { phone: REAL })).status, 200);
  assert.deepEqual(await spent(auth), [1, 1, 1]);
  assert.deepEqual(verdict(await auth.post("/otp", { phone: REAL })), [429, "over_sms_send_rate_limit"]);
});

test("PUT /user and POST /resend of a change to a number with a fixed code send and spend nothing", async () => {
  await using auth = await withFixedCodes({ MAILER_AUTOCONFIRM: "true" });
  const session = await signUp(auth, { email: "ana@example.com", password });
  for (const phone of [ALSO_FIXED, FIXED]) await changed(auth, session, { phone });
  assert.equal((await auth.post("/resend", { type: "phone_change", phone: FIXED })).status, 200);
  assert.deepEqual(await spent(auth), [0, 0, 0]);
  assert.deepEqual(verdict(await verify(auth, FIXED, CODE)), [403, "otp_expired"], "it is for the change");
  assert.equal((await verify(auth, FIXED, CODE, "phone_change")).status, 200);
});

test("POST /resend of a change names a number with a fixed code, and the real one that gets the message is claimed", async () => {
  await using auth = await withFixedCodes({ SMS_AUTOCONFIRM: "true", RATE_LIMIT_SMS_SENT: "2" });
  const session = await signUp(auth, { phone: FIXED, password });
  await auth.service.world.db.run(sql`update users set phone_change = ${REAL}, phone_change_sent_at = '2026-01-01'`);
  const resend = () => auth.post("/resend", { type: "phone_change", phone: FIXED });
  assert.equal((await resend()).status, 200);
  assert.deepEqual(await spent(auth), [1, 1, 1]);
  assert.deepEqual(verdict(await resend()), [429, "over_sms_send_rate_limit"]);
  assert.deepEqual(await spent(auth), [1, 1, 1]);
  assert.equal((await auth.get("/user", bearer(session))).status, 200);
});

test("GET /reauthenticate of a number with a fixed code sends nothing, and PUT /user takes the code as nonce", async () => {
  await using auth = await withFixedCodes({ SMS_AUTOCONFIRM: "true", SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "true" });
  const session: TestSession = await signUp(auth, { phone: FIXED, password });
  for (const _ of [1, 2]) assert.equal((await auth.get("/reauthenticate", bearer(session))).status, 200);
  assert.deepEqual(await spent(auth), [0, 0, 0]);
  const changes = { password: "battery staple" };
  assert.deepEqual(verdict(await put(auth, session, { ...changes, nonce: "654321" })), [422, "reauthentication_not_valid"]);
  assert.equal((await put(auth, session, { ...changes, nonce: CODE })).status, 200);
  assert.equal((await signIn(auth, { phone: FIXED, ...changes })).user.phone, FIXED);
});

test("asking again does not give new tries at a fixed code, until it has expired", async () => {
  await using auth = await withFixedCodes();
  await auth.post("/otp", { phone: FIXED });
  for (let guess = 0; guess < 5; guess++) {
    assert.equal((await verify(auth, FIXED, `00000${guess}`)).status, 403);
    await auth.post("/otp", { phone: FIXED });
  }
  assert.deepEqual(verdict(await verify(auth, FIXED, CODE)), [403, "otp_expired"]);
  auth.clock.advance(60);
  await auth.post("/otp", { phone: FIXED });
  assert.equal((await verify(auth, FIXED, CODE)).status, 200);
});

test("SMS_TEST_OTP_VALID_UNTIL ends the fixed codes, also those that were asked for before, and the number gets messages again", async () => {
  await using auth = await withFixedCodes({ SMS_TEST_OTP_VALID_UNTIL: "2026-01-31T12:00:30Z" });
  await auth.post("/otp", { phone: FIXED });
  auth.clock.advance(30);
  assert.deepEqual(verdict(await verify(auth, FIXED, CODE)), [403, "otp_expired"]);
  await auth.post("/otp", { phone: FIXED });
  assert.deepEqual(await spent(auth), [1, 1, 1]);
  const [message] = await auth.messages();
  assert.equal((await verify(auth, FIXED, message?.variables.code ?? "")).status, 200);
});
