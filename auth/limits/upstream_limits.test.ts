// With UPSTREAM_ANSWERS the limits are Supabase Auth's: what leaves is limited, and nobody is counted who is not named by a header.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { ana, codeOf, signIn, tally, times, wrong } from "./testing.ts";

const start = (variables: Record<string, string> = {}) =>
  startTestAuth({ UPSTREAM_ANSWERS: "true", EXTERNAL_PHONE_ENABLED: "true", ...variables });

const STRANGER = "nobody@example.com";
const NUMBER = "351912345678";

/** Asks twice at once after the other. */
async function twice(auth: TestAuth, path: string, body: object): Promise<(number | string | undefined)[]> {
  const replies = [await auth.post(path, body), await auth.post(path, body)];
  return replies.map((reply) => (reply.status === 200 ? 200 : codeOf(reply)));
}

async function member(auth: TestAuth, variables: { isConfirmed: boolean }): Promise<void> {
  assert.equal((await auth.post("/signup", ana)).status, 200);
  await auth.service.world.db.run(sql`delete from outbox`);
  if (variables.isConfirmed) await auth.service.world.db.run(sql`update users set email_confirmed_at = created_at`);
  auth.clock.advance(60);
}

test("no client is limited by its address unless RATE_LIMIT_HEADER is set", async () => {
  await using auth = await start();
  assert.deepEqual(tally(await times(40, () => auth.post("/recover", { email: STRANGER }))), { 200: 40 });
  assert.deepEqual(tally(await times(40, () => auth.post("/verify", { type: "signup", token_hash: "x" }))), { 403: 40 });
  const refresh = () => auth.post("/token?grant_type=refresh_token", { refresh_token: "x".repeat(12) });
  assert.deepEqual(tally(await times(160, refresh)), { 400: 160 });
  await using notice = await start({ RATE_LIMIT_HEADER: "X-Real-IP" });
  const requestReply = await times(40, () => notice.post("/recover", { email: STRANGER }, { "x-real-ip": "203.0.113.9" }));
  assert.deepEqual(tally(requestReply), { 200: 30, 429: 10 });
});

test("wrong passwords for one account stay limited all the same", async () => {
  await using auth = await start({ MAILER_AUTOCONFIRM: "true" });
  await auth.post("/signup", ana);
  assert.deepEqual(tally(await times(12, () => signIn(auth, wrong))), { 400: 10, 429: 2 });
});

test("an address that nobody has, or that waits for nothing, has no pause", async () => {
  await using auth = await start();
  await member(auth, { isConfirmed: true });
  for (const [path, body] of [
    ["/recover", { email: STRANGER }],
    ["/resend", { type: "signup", email: STRANGER }],
    ["/resend", { type: "signup", email: ana.email }],
    ["/resend", { type: "email_change", email: ana.email }],
    ["/resend", { type: "sms", phone: NUMBER }],
    ["/resend", { type: "phone_change", phone: NUMBER }],
    ["/signup", ana],
  ] as const)
    assert.deepEqual(await twice(auth, path, body), [200, 200], path);
  assert.deepEqual(await auth.messages(), []);
});

test("a stranger who may not become a user by POST /otp is told so each time", async () => {
  await using auth = await start();
  for (const who of [{ email: STRANGER }, { phone: NUMBER }])
    assert.deepEqual(await twice(auth, "/otp", { ...who, create_user: false }), ["otp_disabled", "otp_disabled"]);
});

test("what leaves waits 60 s for the next about the same thing, also a confirmation", async () => {
  for (const [isConfirmed, path, body] of [
    [true, "/recover", { email: ana.email }],
    [true, "/otp", { email: ana.email }],
    [false, "/resend", { type: "signup", email: ana.email }],
    [false, "/signup", ana],
    [false, "/otp", { email: ana.email }],
  ] as const) {
    await using auth = await start();
    await member(auth, { isConfirmed });
    assert.deepEqual(await twice(auth, path, body), [200, "over_email_send_rate_limit"], path);
    auth.clock.advance(59);
    assert.equal((await auth.post(path, body)).status, 429);
    auth.clock.advance(1);
    assert.equal((await auth.post(path, body)).status, 200);
    assert.equal((await auth.messages()).length, 2);
  }
});

test("a newcomer by POST /otp is asked to confirm, and then shares the pause of POST /resend", async () => {
  await using auth = await start();
  assert.equal((await auth.post("/otp", { email: ana.email })).status, 200);
  assert.equal(codeOf(await auth.post("/resend", { type: "signup", email: ana.email })), "over_email_send_rate_limit");
  assert.equal((await auth.post("/recover", { email: ana.email })).status, 200);
});

test("mails and text messages do not count for the whole service where addresses are confirmed without them", async () => {
  const budgets = { RATE_LIMIT_EMAIL_SENT: "1", RATE_LIMIT_SMS_SENT: "1" };
  const kinds = [(place: number) => ({ email: `${place}@example.com` }), (place: number) => ({ phone: `35191234567${place}` })];
  for (const who of kinds) {
    await using counting = await start(budgets);
    assert.deepEqual(tally(await times(3, (place) => counting.post("/otp", who(place)))), { 200: 1, 429: 2 });
    await using open = await start({ ...budgets, MAILER_AUTOCONFIRM: "true", SMS_AUTOCONFIRM: "true" });
    assert.deepEqual(tally(await times(3, (place) => open.post("/otp", who(place)))), { 200: 3 });
  }
  await using none = await start({ RATE_LIMIT_EMAIL_SENT: "0", MAILER_AUTOCONFIRM: "true" });
  assert.equal((await none.post("/otp", { email: ana.email })).status, 429);
});
