import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startTestAuth } from "../testing.ts";
import {
  ANA,
  acts,
  BAD_TEXTS,
  counted,
  errorCode,
  linkOf,
  observed,
  onlyMessage,
  person,
  refusals,
  type Stored,
  users,
} from "./testing.ts";

const CHALLENGE = { code_challenge: "c".repeat(43), code_challenge_method: "s256" };

test("POST /otp mails a magic link to a confirmed user, and writes it down", async () => {
  await using auth = await startTestAuth();
  await person(auth, { email: ANA });
  const [before] = await users(auth);
  const reply = await auth.post("/otp?redirect_to=https://app.example.com/in", {
    email: "Ana@Example.com",
    data: { name: "Eva" },
  });
  assert.deepEqual([reply.status, reply.body], [200, {}]);
  const message = await onlyMessage(auth);
  assert.deepEqual([message.kind, message.template, message.to], ["mail", "magic_link", ANA]);
  assert.equal((message.variables.data as { name: string }).name, "Ana");
  assert.deepEqual(await linkOf(auth, message), {
    path: "https://auth.example.com/verify",
    type: "magiclink",
    redirectTo: "https://app.example.com/in",
  });
  const at = auth.clock.now();
  assert.deepEqual(await users(auth), [{ ...before, recovery_sent_at: at, updated_at: at }]);
  assert.deepEqual(await acts(auth), ["user_recovery_requested"]);
  const jobs = await auth.service.world.db.one(sql`select count(*) from auth_jobs.jobs`);
  assert.ok((jobs as { count: number }).count >= 1);
});

test("POST /otp creates a missing user without a password, whose confirmation mail is the link", async () => {
  await using auth = await startTestAuth();
  const reply = await auth.post("/otp", { email: "Ana@Example.com", create_user: true, data: { name: "Ana", sub: "x" } });
  assert.deepEqual([reply.status, reply.body], [200, {}]);
  const [user] = (await users(auth)) as [Stored];
  assert.deepEqual([user.email, user.encrypted_password, user.email_confirmed_at, user.last_sign_in_at], [ANA, null, null, null]);
  assert.deepEqual(user.confirmation_sent_at, auth.clock.now());
  assert.deepEqual(user.raw_user_meta_data, {
    name: "Ana",
    sub: user.id,
    email: ANA,
    email_verified: false,
    phone_verified: false,
  });
  const identities = await auth.service.world.db.many(sql`select provider, user_id from identities`);
  assert.deepEqual(identities, [{ provider: "email", user_id: user.id }]);
  const message = await onlyMessage(auth);
  assert.equal(message.template, "confirmation");
  const link = await linkOf(auth, message);
  assert.deepEqual([link.type, link.redirectTo], ["signup", "https://app.example.com"]);
  assert.deepEqual(await acts(auth), ["user_confirmation_requested"]);
});

test("POST /otp asks an unconfirmed user to confirm again, even with create_user false, and changes nothing else", async () => {
  for (const body of [
    { email: ANA, data: { name: "Eva" } },
    { email: ANA, create_user: false },
  ]) {
    await using auth = await startTestAuth();
    await person(auth, { email: ANA }, false);
    const [before] = await users(auth);
    auth.clock.advance(5);
    const reply = await auth.post("/otp", body);
    assert.deepEqual([reply.status, reply.body], [200, {}]);
    const at = auth.clock.now();
    assert.deepEqual(await users(auth), [{ ...before, confirmation_sent_at: at, updated_at: at }]);
    const message = await onlyMessage(auth);
    assert.deepEqual([message.template, (await linkOf(auth, message)).type], ["confirmation", "signup"]);
    assert.deepEqual(await acts(auth), ["user_confirmation_requested"]);
  }
});

test("POST /otp with MAILER_AUTOCONFIRM creates a confirmed user, who gets the magic link and has not signed in", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  assert.deepEqual((await auth.post("/otp", { email: ANA })).body, {});
  const [user] = (await users(auth)) as [Stored];
  assert.deepEqual([user.email_confirmed_at, user.encrypted_password, user.last_sign_in_at], [auth.clock.now(), null, null]);
  const message = await onlyMessage(auth);
  assert.deepEqual([message.template, (await linkOf(auth, message)).type], ["magic_link", "magiclink"]);
  assert.deepEqual(await acts(auth), ["user_signedup"]);
  await auth.service.world.db.run(sql`update users set email_confirmed_at = null`);
  auth.clock.advance(60);
  await auth.post("/otp", { email: ANA });
  assert.deepEqual(
    (await auth.messages()).map(({ template }) => template),
    ["magic_link", "magic_link"],
  );
});

test("POST /otp with create_user false tells a stranger and a user nothing apart, and creates nobody", async () => {
  await using auth = await startTestAuth();
  await person(auth, { email: ANA });
  const existing = await counted(auth, "/otp", { email: ANA, create_user: false });
  const unknown = await counted(auth, "/otp", { email: "bob@example.com", create_user: false });
  assert.deepEqual(
    { ...observed(unknown), statements: unknown.statements },
    { ...observed(existing), statements: existing.statements },
  );
  const again = [await auth.post("/otp", { email: ANA, create_user: false })];
  again.push(await auth.post("/otp", { email: "bob@example.com", create_user: false }));
  assert.deepEqual(again.map(errorCode), ["over_email_send_rate_limit", "over_email_send_rate_limit"]);
  assert.deepEqual(observed(again[0] as never), observed(again[1] as never));
  assert.equal((await users(auth)).length, 1);
  assert.equal((await onlyMessage(auth)).to, ANA);
});

test("POST /otp refuses strangers as the real server does, with UPSTREAM_ANSWERS", async () => {
  await using auth = await startTestAuth({ UPSTREAM_ANSWERS: "true" });
  const reply = await auth.post("/otp", { email: ANA, create_user: false });
  assert.deepEqual([reply.status, errorCode(reply)], [422, "otp_disabled"]);
  await using closed = await startTestAuth({ UPSTREAM_ANSWERS: "true", DISABLE_SIGNUP: "true" });
  const refusal = await closed.post("/otp", { email: ANA });
  assert.deepEqual([refusal.status, errorCode(refusal)], [422, "signup_disabled"]);
  assert.deepEqual([await users(auth), await users(closed)], [[], []]);
});

test("POST /otp creates nobody with DISABLE_SIGNUP, and answers as always", async () => {
  await using auth = await startTestAuth({ DISABLE_SIGNUP: "true", EXTERNAL_PHONE_ENABLED: "true" });
  for (const who of [{ email: ANA }, { phone: "+351912345678" }]) {
    const reply = await auth.post("/otp", who);
    assert.deepEqual([reply.status, reply.body], [200, {}]);
  }
  assert.deepEqual([await users(auth), await auth.messages(), await acts(auth)], [[], [], []]);
});

test("POST /otp waits a minute for each address, whatever it comes to, and longer for none", async () => {
  await using auth = await startTestAuth();
  await person(auth, { email: ANA });
  const addresses = [ANA, "new@example.com", "none@example.com"];
  const statuses = async () => {
    const replies = addresses.map((email) => auth.post("/otp", { email, create_user: email !== "none@example.com" }));
    return (await Promise.all(replies)).map(({ status }) => status);
  };
  assert.deepEqual(await statuses(), [200, 200, 200]);
  auth.clock.advance(59);
  assert.deepEqual(await statuses(), [429, 429, 429]);
  auth.clock.advance(1);
  assert.deepEqual(await statuses(), [200, 200, 200]);
});

test("POST /otp with PKCE keeps the challenge with the token, as the flow that the link will end in", async () => {
  for (const [variables, method] of [
    [{}, "email/signup"],
    [{ MAILER_AUTOCONFIRM: "true" }, "magiclink"],
  ] as const) {
    await using auth = await startTestAuth(variables);
    assert.equal((await auth.post("/otp", { email: ANA, ...CHALLENGE })).status, 200);
    const flows = await auth.service.world.db.many(sql`
      select authentication_method, code_challenge, flow.user_id = token.user_id as same
        from one_time_tokens token join flow_states flow on flow.id = token.flow_state_id`);
    assert.deepEqual(flows, [{ authentication_method: method, code_challenge: CHALLENGE.code_challenge, same: true }]);
    assert.match((await onlyMessage(auth)).variables.tokenHash as string, /^pkce_/);
  }
});

test("POST /otp sends the browser to SITE_URL where redirect_to is not allowed", async () => {
  await using auth = await startTestAuth();
  await auth.post("/otp?redirect_to=https://evil.example.net/", { email: ANA });
  assert.equal((await linkOf(auth, await onlyMessage(auth))).redirectTo, "https://app.example.com");
});

test("of 50 calls of POST /otp at once for a new address one sends; without a pause all answer, and one user comes of it", async () => {
  await using auth = await startTestAuth({ RATE_LIMIT_OTP: "0" });
  const fifty = (service: typeof auth) => Promise.all(Array.from({ length: 50 }, () => service.post("/otp", { email: ANA })));
  const statuses = (await fifty(auth)).map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, ...Array(49).fill(429)]);
  await onlyMessage(auth);
  await using free = await startTestAuth({ SMTP_MAX_FREQUENCY: "0", RATE_LIMIT_EMAIL_SENT: "1000", RATE_LIMIT_OTP: "0" });
  assert.deepEqual([...new Set((await fifty(free)).map(({ status }) => status))], [200]);
  assert.equal((await users(free)).length, 1);
  const { db } = free.service.world;
  const rows = await db.one(
    sql`select (select count(*) from one_time_tokens) as tokens, (select count(*) from identities) as identities`,
  );
  assert.deepEqual(rows, { tokens: 1, identities: 1 });
});

test("POST /otp sends nothing once the mails of the hour are spent", async () => {
  await using auth = await startTestAuth({ RATE_LIMIT_EMAIL_SENT: "1" });
  assert.equal((await auth.post("/otp", { email: ANA })).status, 200);
  const reply = await auth.post("/otp", { email: "bob@example.com" });
  assert.deepEqual([reply.status, errorCode(reply), reply.headers["retry-after"]], [429, "over_email_send_rate_limit", "3600"]);
  assert.equal((await users(auth)).length, 1);
});

test("POST /otp refuses what is no call, and nothing changes", async () => {
  await using auth = await startTestAuth({ EXTERNAL_PHONE_ENABLED: "true" });
  await person(auth, { email: ANA });
  await refusals(auth, "/otp", [
    ...["", "[]", "{", "null", {}, { email: "" }, { phone: "" }, { email: null }, { email: null, phone: null }],
    ...BAD_TEXTS.flatMap((bad) => [{ email: bad }, { phone: bad }]),
    ...["ana", "a@b@c", " ana@example.com", `${"a".repeat(250)}@example.com`, "ána@example.com"].map((email) => ({ email })),
    ...["12-34", "0123", "1".repeat(16), "+", "١٢٣"].map((phone) => ({ phone })),
    ...[1, "true", {}, []].map((createUser) => ({ email: ANA, create_user: createUser })),
    ...[1, "x", [], true].map((data) => ({ email: ANA, data })),
    { email: ANA, data: { text: "x".repeat(17_000) } },
    { phone: "351912345678", data: { text: "x".repeat(17_000) } },
    { email: ANA, data: { text: "\0" } },
    { email: ANA, code_challenge: "c".repeat(43) },
    { email: ANA, code_challenge: "short", code_challenge_method: "s256" },
    { phone: "351912345678", code_challenge: "short", code_challenge_method: "s256" },
    ...[1, {}, []].map((channel) => ({ phone: "351912345678", channel })),
  ]);
  const missing = await auth.post("/otp", {});
  assert.deepEqual((missing.body as { msg: string }).msg, "One of email or phone must be set");
  const both = await auth.post("/otp", { email: ANA, phone: "351912345678" });
  assert.deepEqual((both.body as { msg: string }).msg, "Only an email address or phone number should be provided");
  const channel = await auth.post("/otp", { email: ANA, channel: "sms" });
  assert.deepEqual((channel.body as { msg: string }).msg, "Channel should only be specified with Phone OTP");
  assert.deepEqual([missing.status, both.status, channel.status], [400, 400, 400]);
  assert.deepEqual(await auth.messages(), []);
});

test("with EXTERNAL_EMAIL_MAGIC_LINK_ENABLED false nobody signs in by mail; recovery, confirmations and text messages go on", async () => {
  await using auth = await startTestAuth({
    EXTERNAL_EMAIL_MAGIC_LINK_ENABLED: "false",
    EXTERNAL_PHONE_ENABLED: "true",
    SMTP_MAX_FREQUENCY: "0",
  });
  await person(auth, { email: ANA });
  for (const path of ["/otp", "/magiclink"]) {
    for (const email of [ANA, "nobody@example.com"]) {
      const reply = await auth.post(path, { email });
      assert.deepEqual([reply.status, errorCode(reply)], [422, "email_provider_disabled"]);
    }
  }
  assert.deepEqual(await auth.messages(), []);
  assert.equal((await auth.post("/recover", { email: ANA })).status, 200);
  assert.equal((await auth.post("/signup", { email: "new@example.com", password: "correct horse" })).status, 200);
  assert.equal((await auth.post("/otp", { phone: "15551234567" })).status, 200);
  assert.equal((await auth.messages()).length, 3);
});

test("POST /otp and POST /magiclink are refused for email addresses with EXTERNAL_EMAIL_ENABLED false", async () => {
  await using auth = await startTestAuth({ EXTERNAL_EMAIL_ENABLED: "false" });
  for (const path of ["/otp", "/magiclink"]) {
    const reply = await auth.post(path, { email: ANA });
    assert.deepEqual([reply.status, errorCode(reply)], [422, "email_provider_disabled"]);
  }
  assert.deepEqual(await users(auth), []);
});
