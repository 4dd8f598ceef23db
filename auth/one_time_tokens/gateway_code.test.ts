// Codes that Twilio Verify makes and checks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { bearer, changed, put, signIn, signUp, type TestSession, verdict } from "../account/testing.ts";
import { good, openClient } from "../client_tests/testing.ts";
import { codeRule, nonceRule } from "../limits/account_limits.ts";
import type { TryRule } from "../limits/tries.ts";
import {
  everythingKept,
  isDelivered,
  STAND_INS,
  startGateway,
  startSmsAuth,
  type TestGateway,
  untilSms,
} from "../sms/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { countSessions } from "../verification/testing.ts";

const [PHONE, OTHER] = ["15551234567", "15557654321"];
const password = "correct horse";
const EXPIRED = [403, "otp_expired"];

const start = (gateway: TestGateway, variables: Record<string, string> = {}) => startSmsAuth("twilio_verify", gateway, variables);

/** Asks for a code and waits until the phone has it. */
async function codeFor(auth: TestAuth, gateway: TestGateway, phone = PHONE): Promise<string> {
  assert.equal((await auth.post("/otp", { phone })).status, 200);
  await untilSms(auth, isDelivered);
  return gateway.codes.get(phone) as string;
}

const verify = (auth: TestAuth, token: string, phone = PHONE, type = "sms") => auth.post("/verify", { type, phone, token });
const checks = (gateway: TestGateway) => gateway.requests.filter(({ path }) => path.endsWith("/VerificationCheck")).length;
const wrong = (code: string) => String(Number(code) - 1);

/** Guesses that the limit of the account has counted: each lasts for two minutes. */
async function counted(auth: TestAuth, { key }: TryRule): Promise<number> {
  const now = auth.clock.now();
  const { n } = await auth.service.world.db.one<{ n: number }>(sql`
    select coalesce(ceil(max(extract(epoch from over_at - ${now}::timestamptz)) / 120), 0)::int as n
      from tries where key = ${key}::bytea`);
  return n;
}

async function tries(auth: TestAuth): Promise<number[]> {
  const rows = await auth.service.world.db.many<{ tries: number }>(sql`select tries from one_time_tokens order by tries`);
  return rows.map((row) => row.tries);
}

test("a client signs in with a code of the gateway's, and has one session of it", async () => {
  await using gateway = await startGateway("twilio_verify");
  await using auth = await start(gateway);
  const client = openClient(auth);
  assert.equal((await client.signInWithOtp({ phone: `+${PHONE}`, options: { channel: "whatsapp" } })).error, null);
  await untilSms(auth, isDelivered);
  assert.equal(gateway.received[0]?.channel, "whatsapp");
  const token = gateway.codes.get(PHONE) as string;
  const refusal = await client.verifyOtp({ type: "sms", phone: PHONE, token: wrong(token) });
  assert.deepEqual([refusal.error?.status, refusal.error?.code], EXPIRED);
  const { user } = good(await client.verifyOtp({ type: "sms", phone: PHONE, token }));
  assert.deepEqual([user?.phone, user?.user_metadata.phone_verified], [PHONE, true]);
  assert.deepEqual(verdict(await verify(auth, token)), EXPIRED);
  assert.equal(await countSessions(auth), 1);
  assert.ok(!(await everythingKept(auth)).includes(token));
});

test("POST /otp sends no code of its own where the gateway makes it", async () => {
  const { variables } = STAND_INS.twilio_verify;
  await using auth = await startTestAuth({ EXTERNAL_PHONE_ENABLED: "true", SMS_PROVIDER: "twilio_verify", ...variables });
  await auth.post("/otp", { phone: PHONE });
  const [message] = await auth.messages();
  assert.deepEqual(message?.variables, { channel: "sms" });
});

test("ten times the right code at once is one session, also where the gateway says yes to all", async () => {
  await using gateway = await startGateway("twilio_verify");
  await using auth = await start(gateway);
  for (const says of [undefined, { status: 200, body: { status: "approved", valid: true } }]) {
    gateway.instead = undefined;
    const token = await codeFor(auth, gateway);
    gateway.instead = says;
    const replies = await Promise.all(Array.from({ length: 10 }, () => verify(auth, token)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(9).fill(403)]);
    auth.clock.advance(60);
  }
  assert.equal(await countSessions(auth), 2);
});

test("five wrong codes are asked about, also when more come at once, and then not even the right one is good", async () => {
  await using gateway = await startGateway("twilio_verify");
  await using auth = await start(gateway);
  const token = await codeFor(auth, gateway);
  const replies = await Promise.all(Array.from({ length: 9 }, () => verify(auth, wrong(token))));
  assert.ok(replies.every((reply) => verdict(reply).join() === EXPIRED.join()));
  assert.deepEqual(await tries(auth), [5]);
  assert.deepEqual(verdict(await verify(auth, token)), EXPIRED);
  assert.equal(await countSessions(auth), 0);
});

test("the fifth try may be the right one", async () => {
  await using gateway = await startGateway("twilio_verify");
  await using auth = await start(gateway);
  const token = await codeFor(auth, gateway);
  for (let guess = 0; guess < 4; guess++) await verify(auth, wrong(token));
  assert.deepEqual(await tries(auth), [4]);
  assert.equal((await verify(auth, token)).status, 200);
});

test("a code expires by SMS_OTP_EXP, whatever the gateway says", async () => {
  await using gateway = await startGateway("twilio_verify");
  await using auth = await start(gateway, { SMS_OTP_EXP: "30" });
  const token = await codeFor(auth, gateway);
  auth.clock.advance(30);
  assert.deepEqual(verdict(await verify(auth, token)), EXPIRED);
  assert.equal(await countSessions(auth), 0);
});

test("a gateway that cannot say is a 503 that redeems nothing and costs no try", async () => {
  await using gateway = await startGateway("twilio_verify");
  await using auth = await start(gateway);
  const token = await codeFor(auth, gateway);
  await verify(auth, wrong(token));
  const away = [{ status: 500 }, { status: 401 }, { status: 200, body: "<html>" }, { status: 200, body: "x".repeat(5_000_000) }];
  for (const answer of [...away, { status: 302, headers: { location: "http://127.0.0.1:1/" } }]) {
    gateway.instead = answer;
    const reply = await verify(auth, token);
    assert.deepEqual([...verdict(reply), reply.headers["retry-after"]], [503, "service_unavailable", "5"]);
    assert.deepEqual(verdict(await verify(auth, token, OTHER)), [503, "service_unavailable"], "a number that waits for nothing");
  }
  const limit = codeRule(auth.service.world.serverKeys, PHONE);
  assert.deepEqual([await tries(auth), await counted(auth, limit)], [[1], 1]);
  gateway.instead = undefined;
  assert.equal((await verify(auth, token)).status, 200);
  assert.equal(await counted(auth, limit), 1);
  assert.ok(!JSON.stringify(auth.logged).includes(token));
});

test("a gateway that hangs is a 503 after five seconds, and other requests are answered meanwhile", async () => {
  await using gateway = await startGateway("twilio_verify");
  await using auth = await start(gateway);
  const token = await codeFor(auth, gateway);
  gateway.instead = { status: 200, hang: true };
  const began = performance.now();
  const checking = verify(auth, token);
  await gateway.waitFor(2);
  assert.equal((await auth.post("/otp", { phone: OTHER })).status, 200);
  assert.ok(performance.now() - began < 3_000);
  assert.deepEqual(verdict(await checking), [503, "service_unavailable"]);
  const took = performance.now() - began;
  assert.ok(took > 4_500 && took < 9_000, String(took));
  gateway.instead = undefined;
  assert.equal((await verify(auth, token)).status, 200);
});

test("a code that is asked for anew while the gateway judges the old one is not redeemed by it", async () => {
  await using gateway = await startGateway("twilio_verify");
  await using auth = await start(gateway, { SMS_OTP_EXP: "600" });
  const token = await codeFor(auth, gateway);
  gateway.instead = { status: 200, body: { status: "approved", valid: true }, delayMs: 2_000 };
  const checking = verify(auth, token);
  await gateway.waitFor(2);
  auth.clock.advance(60);
  assert.equal((await auth.post("/otp", { phone: PHONE })).status, 200);
  assert.deepEqual(verdict(await checking), EXPIRED);
  assert.equal(await countSessions(auth), 0);
});

test("the gateway is asked about numbers that wait for nothing too, so that the time does not tell who does", async () => {
  await using gateway = await startGateway("twilio_verify");
  await using auth = await start(gateway);
  assert.deepEqual(verdict(await verify(auth, "271828")), EXPIRED);
  assert.equal(checks(gateway), 1);
  assert.deepEqual(verdict(await verify(auth, "no digits")), EXPIRED);
  assert.equal(checks(gateway), 1);
});

test("POST /verify of type phone_change gives the account its number; where two accounts wait for it, neither gets it", async () => {
  await using gateway = await startGateway("twilio_verify");
  await using auth = await start(gateway, { MAILER_AUTOCONFIRM: "true", SMS_OTP_EXP: "600" });
  const ana = await signUp(auth, { email: "ana@example.com", password });
  const eva = await signUp(auth, { email: "eva@example.com", password });
  const asks = async (session: TestSession, phone: string) => {
    await changed(auth, session, { phone });
    await untilSms(auth, isDelivered);
    auth.clock.advance(60);
    return gateway.codes.get(phone) as string;
  };
  const token = await asks(ana, PHONE);
  assert.deepEqual(verdict(await verify(auth, token)), EXPIRED, "it is no sign-in");
  const again = await asks(ana, OTHER);
  assert.equal((await verify(auth, again, OTHER, "phone_change")).status, 200);
  await asks(ana, PHONE);
  const shared = await asks(eva, PHONE);
  assert.deepEqual(verdict(await verify(auth, shared, PHONE, "phone_change")), EXPIRED);
  const phones = await auth.service.world.db.many(sql`select email, phone from users order by email`);
  assert.deepEqual(phones, [
    { email: "ana@example.com", phone: OTHER },
    { email: "eva@example.com", phone: null },
  ]);
});

test("PUT /user takes a nonce of the gateway's once, and after a refusal for another reason still", async () => {
  await using gateway = await startGateway("twilio_verify");
  const variables = { SMS_AUTOCONFIRM: "true", SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "true" };
  await using auth = await start(gateway, variables);
  const session = await signUp(auth, { phone: PHONE, password });
  const asks = async () => {
    assert.equal((await auth.get("/reauthenticate", bearer(session))).status, 200);
    await untilSms(auth, isDelivered);
    auth.clock.advance(30);
    return gateway.codes.get(PHONE) as string;
  };
  const changes = { password: "battery staple" };
  const INVALID = [422, "reauthentication_not_valid"];
  assert.deepEqual(verdict(await put(auth, session, { ...changes, nonce: "271828" })), INVALID);
  assert.equal(checks(gateway), 0, "nothing waits for it");
  const nonce = await asks();
  const limit = nonceRule(auth.service.world.serverKeys, session.user.id);
  assert.deepEqual(verdict(await put(auth, session, { ...changes, nonce: wrong(nonce) })), INVALID);
  assert.deepEqual([await tries(auth), await counted(auth, limit)], [[1], 2]);
  gateway.instead = { status: 500 };
  assert.deepEqual(verdict(await put(auth, session, { ...changes, nonce })), [503, "service_unavailable"]);
  assert.deepEqual([await tries(auth), await counted(auth, limit)], [[1], 2]);
  gateway.instead = undefined;
  assert.deepEqual(verdict(await put(auth, session, { password, nonce })), [422, "same_password"]);
  assert.equal((await put(auth, session, { ...changes, nonce })).status, 200);
  assert.deepEqual(verdict(await put(auth, session, { password: "a third one", nonce })), INVALID);
  assert.equal((await signIn(auth, { phone: PHONE, ...changes })).user.phone, PHONE);
  assert.deepEqual(verdict(await auth.post("/token?grant_type=password", { phone: PHONE, password: "a third one" })), [
    400,
    "invalid_credentials",
  ]);
});

test("a nonce that went by mail is not the gateway's to judge", async () => {
  await using gateway = await startGateway("twilio_verify");
  const variables = { MAILER_AUTOCONFIRM: "true", SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "true" };
  await using auth = await start(gateway, variables);
  const session = await signUp(auth, { email: "ana@example.com", password });
  await auth.service.world.db.run(sql`update users set phone = ${PHONE}, phone_confirmed_at = created_at`);
  assert.equal((await auth.get("/reauthenticate", bearer(session))).status, 200);
  const changes = { password: "battery staple", nonce: "271828" };
  assert.deepEqual(verdict(await put(auth, session, changes)), [422, "reauthentication_not_valid"]);
  assert.deepEqual([checks(gateway), await tries(auth)], [0, [1]]);
});

test("a number with a fixed code has nothing to do with the gateway", async () => {
  await using gateway = await startGateway("twilio_verify");
  await using auth = await start(gateway, { SMS_TEST_OTP: `${PHONE}:123456` });
  await auth.post("/otp", { phone: PHONE });
  assert.deepEqual(verdict(await verify(auth, "654321")), EXPIRED);
  assert.equal((await verify(auth, "123456")).status, 200);
  assert.equal(gateway.requests.length, 0);
});
