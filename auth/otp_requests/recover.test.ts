import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startTestAuth } from "../testing.ts";
import { ANA, acts, BAD_TEXTS, counted, errorCode, linkOf, observed, onlyMessage, person, refusals, users } from "./testing.ts";

test("POST /recover mails a recovery link to a user, confirmed or not, and writes it down", async () => {
  for (const isConfirmed of [true, false]) {
    await using auth = await startTestAuth({ MAILER_URLPATHS_RECOVERY: "/auth/v1/verify" });
    await person(auth, { email: ANA }, isConfirmed);
    const [before] = await users(auth);
    auth.clock.advance(5);
    const reply = await auth.post("/recover?redirect_to=https://app.example.com/new", { email: "Ana@Example.com" });
    assert.deepEqual([reply.status, reply.body], [200, {}]);
    const message = await onlyMessage(auth);
    assert.deepEqual([message.template, message.to], ["recovery", ANA]);
    assert.equal((message.variables.data as { name: string }).name, "Ana");
    assert.deepEqual(await linkOf(auth, message), {
      path: "https://auth.example.com/auth/v1/verify",
      type: "recovery",
      redirectTo: "https://app.example.com/new",
    });
    const at = auth.clock.now();
    assert.deepEqual(await users(auth), [{ ...before, recovery_sent_at: at, updated_at: at }]);
    assert.deepEqual(await acts(auth), ["user_recovery_requested"]);
  }
});

test("POST /recover tells an unknown address and a known one nothing apart, twice within the pause and after it", async () => {
  await using auth = await startTestAuth();
  await person(auth, { email: ANA });
  for (const [seconds, status] of [
    [0, 200],
    [5, 429],
    [55, 200],
  ] as const) {
    auth.clock.advance(seconds);
    const existing = await counted(auth, "/recover", { email: ANA });
    const unknown = await counted(auth, "/recover", { email: "bob@example.com" });
    assert.equal(existing.status, status);
    assert.deepEqual(
      { ...observed(unknown), statements: unknown.statements },
      { ...observed(existing), statements: existing.statements },
    );
  }
  assert.deepEqual(
    (await auth.messages()).map(({ to }) => to),
    [ANA, ANA],
  );
  assert.equal((await users(auth)).length, 1);
});

test("POST /recover sends nothing to a deleted user", async () => {
  await using auth = await startTestAuth();
  await person(auth, { email: ANA });
  await auth.service.world.db.run(sql`update users set deleted_at = created_at`);
  assert.deepEqual((await auth.post("/recover", { email: ANA })).body, {});
  assert.deepEqual([await auth.messages(), await acts(auth)], [[], []]);
});

test("POST /recover makes the link before worthless, also one that POST /otp sent", async () => {
  await using auth = await startTestAuth();
  await person(auth, { email: ANA });
  await auth.post("/otp", { email: ANA });
  auth.clock.advance(60);
  await auth.post("/recover", { email: ANA });
  const [first, second] = await auth.messages();
  assert.ok(first && second);
  await linkOf(auth, second);
  await assert.rejects(linkOf(auth, first));
});

test("POST /recover with PKCE keeps the challenge with the token", async () => {
  await using auth = await startTestAuth();
  await person(auth, { email: ANA });
  const challenge = { code_challenge: "c".repeat(43), code_challenge_method: "S256" };
  assert.equal((await auth.post("/recover", { email: ANA, ...challenge })).status, 200);
  assert.equal((await auth.post("/recover", { email: "bob@example.com", ...challenge })).status, 200);
  const flows = await auth.service.world.db.many(sql`
    select authentication_method, code_challenge, code_challenge_method, token.purpose
      from flow_states flow left join one_time_tokens token on flow.id = token.flow_state_id`);
  assert.deepEqual(flows, [
    { authentication_method: "recovery", ...challenge, code_challenge_method: "s256", purpose: "recovery" },
  ]);
});

test("of 50 calls of POST /recover at once for a user, or for nobody, one gets through", async () => {
  await using auth = await startTestAuth({ RATE_LIMIT_OTP: "0" });
  await person(auth, { email: ANA });
  for (const email of [ANA, "bob@example.com"]) {
    const replies = await Promise.all(Array.from({ length: 50 }, () => auth.post("/recover", { email })));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(49).fill(429)]);
  }
  await onlyMessage(auth);
});

test("POST /recover refuses what is no call, and nothing changes", async () => {
  await using auth = await startTestAuth();
  await person(auth, { email: ANA });
  await refusals(auth, "/recover", [
    ...["", "{", {}, { email: "" }, { email: null }, { email: "ana" }, { email: `${"a".repeat(250)}@example.com` }],
    ...BAD_TEXTS.map((email) => ({ email })),
    { email: ANA, code_challenge: "c".repeat(43) },
    { email: ANA, code_challenge: 1, code_challenge_method: "s256" },
  ]);
  const reply = await auth.post("/recover", {});
  assert.deepEqual([reply.status, (reply.body as { msg: string }).msg], [400, "Password recovery requires an email"]);
});

test("POST /recover is refused with EXTERNAL_EMAIL_ENABLED false", async () => {
  await using auth = await startTestAuth({ EXTERNAL_EMAIL_ENABLED: "false" });
  const reply = await auth.post("/recover", { email: ANA });
  assert.deepEqual([reply.status, errorCode(reply)], [400, "email_provider_disabled"]);
});
