import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";

const ana = { email: "ana@example.com", password: "correct horse" };
const VERSION = { "x-supabase-api-version": "2024-01-01" };

interface User {
  id: string;
  email: string;
  phone: string;
  identities: { identity_id: string; provider: string; identity_data: Record<string, unknown> }[];
  user_metadata: Record<string, unknown>;
  app_metadata: Record<string, unknown>;
}

const code = (reply: { body: unknown }) => (reply.body as { error_code?: string }).error_code;
const rows = (auth: TestAuth, table: "users" | "outbox" | "identities" | "one_time_tokens" | "sessions") =>
  auth.service.world.db.one<{ count: number }>(
    {
      users: sql`select count(*) from users`,
      outbox: sql`select count(*) from outbox`,
      identities: sql`select count(*) from identities`,
      one_time_tokens: sql`select count(*) from one_time_tokens`,
      sessions: sql`select count(*) from sessions`,
    }[table],
  );

/** The shape of a value: keys and kinds, with what differs from user to user left out. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shape(item)]));
}

test("POST /signup creates an unconfirmed user with an identity, and queues one mail", async () => {
  await using auth = await startTestAuth();
  const reply = await auth.post("/signup", { ...ana, email: "Ana@Example.com", data: { name: "Ana", email_verified: true } });
  assert.equal(reply.status, 200, reply.text);
  const user = reply.body as User & { confirmation_sent_at: string; created_at: string };
  assert.deepEqual([user.email, user.phone], ["ana@example.com", ""]);
  assert.deepEqual(user.app_metadata, { provider: "email", providers: ["email"] });
  assert.deepEqual(user.user_metadata, {
    name: "Ana",
    sub: user.id,
    email: "ana@example.com",
    email_verified: false,
    phone_verified: false,
  });
  assert.deepEqual(
    user.identities.map(({ provider }) => provider),
    ["email"],
  );
  assert.equal(user.confirmation_sent_at, "2026-01-31T12:00:00.000Z");
  const queued = await auth.service.world.db.many(sql`select template, sealed is not null as sealed from outbox`);
  assert.deepEqual(queued, [{ template: "confirmation", sealed: true }]);
  const jobs = await auth.service.world.db.one<{ count: number }>(
    sql`select count(*) from auth_jobs.jobs where task_identifier = 'deliver'`,
  );
  assert.equal(jobs.count, 1);
  assert.equal(code(await auth.post("/token?grant_type=password", ana)), "email_not_confirmed");
});

test("POST /signup answers a registered address like a fresh one, in as many statements, mails nobody twice, and changes nothing", async () => {
  // A service that follows stored settings reads them now and then, which would be counted.
  await using auth = await startTestAuth({ SETTINGS_ENABLED: "false" });
  const { db } = auth.service.world;
  const start = db.roundTrips;
  const fresh = await auth.post("/signup", ana);
  const statements = db.roundTrips - start;
  await db.run(sql`update users set email_confirmed_at = now()`);
  auth.clock.advance(900);
  const before = db.roundTrips;
  const repeated = await auth.post("/signup", { ...ana, password: "another password" });
  assert.equal(db.roundTrips - before, statements);
  assert.equal(repeated.status, 200);
  assert.deepEqual(shape(repeated.body), shape(fresh.body));
  assert.deepEqual(Object.keys(repeated.headers), Object.keys(fresh.headers));
  assert.notEqual((repeated.body as User).id, (fresh.body as User).id);
  assert.deepEqual(await rows(auth, "users"), { count: 1 });
  assert.equal((await auth.post("/token?grant_type=password", ana)).status, 200);
  assert.equal(
    code(await auth.post("/token?grant_type=password", { ...ana, password: "another password" })),
    "invalid_credentials",
  );
  const acts = await db.many(sql`select payload ->> 'action' as action from audit_log_entries order by created_at`);
  assert.deepEqual(acts.slice(0, 2), [{ action: "user_confirmation_requested" }, { action: "user_repeated_signup" }]);
});

test("POST /signup answers a registered address as a fresh one to the letter, but for ids, moments and the address", async () => {
  await using auth = await startTestAuth();
  const data = { zebra: { long_name: 1, b: [{ yy: 1, x: 2 }], é: 3, zz: 4 }, a: null, 10: "ten", "9": 1.5, é2: "x", Z: true };
  const masked = (text: string, email: string) =>
    text
      .replaceAll(email, "EMAIL")
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "MOMENT");
  const signUp = async (email: string) => masked((await auth.post("/signup", { ...ana, email, data })).text, email);
  const fresh = await signUp(ana.email);
  await auth.service.world.db.run(sql`update users set email_confirmed_at = now()`);
  for (const moment of ["2026-02-01T10:20:30.400Z", "2026-02-02T00:00:00.000Z", "2026-02-03T23:59:59.999Z"]) {
    auth.clock.set(moment);
    assert.equal(await signUp(ana.email), fresh);
    assert.equal(await signUp(`${moment.slice(8, 10)}@example.com`), fresh);
  }
});

test("POST /signup of an unconfirmed address sends the mail again after the pause, to the same user", async () => {
  await using auth = await startTestAuth();
  const first = (await auth.post("/signup", ana)).body as User;
  const early = await auth.post("/signup", ana);
  assert.deepEqual([early.status, code(early), early.headers["retry-after"]], [429, "over_email_send_rate_limit", "900"]);
  auth.clock.advance(900);
  const again = (await auth.post("/signup", { ...ana, password: "a stranger's" })).body as User;
  assert.equal(again.id, first.id);
  assert.deepEqual(await rows(auth, "outbox"), { count: 2 });
  assert.deepEqual(await rows(auth, "one_time_tokens"), { count: 1 });
});

test("POST /signup with autoconfirm signs in at once", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const reply = await auth.post("/signup", ana);
  const session = reply.body as { access_token: string; user: User & { email_confirmed_at: string } };
  assert.ok(session.access_token);
  assert.equal(session.user.email_confirmed_at, "2026-01-31T12:00:00.000Z");
  assert.equal(session.user.user_metadata.email_verified, true);
  assert.deepEqual(await rows(auth, "outbox"), { count: 0 });
});

test("POST /signup of a registered address with autoconfirm is 400 'User already registered', 422 with the version header", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  await auth.post("/signup", ana);
  const seed = await auth.post("/signup", ana);
  assert.deepEqual(
    [seed.status, seed.body],
    [400, { code: 400, error_code: "user_already_exists", msg: "User already registered" }],
  );
  const client = await auth.post("/signup", ana, VERSION);
  assert.deepEqual([client.status, client.body], [422, { code: "user_already_exists", message: "User already registered" }]);
  assert.deepEqual(await rows(auth, "sessions"), { count: 1 });
});

test("POST /signup of a registered address is 422 with the real server's answers where either kind of address needs no confirmation", async () => {
  const answerWith = async (variables: Record<string, string>) => {
    await using auth = await startTestAuth({ UPSTREAM_ANSWERS: "true", ...variables });
    await auth.post("/signup", ana);
    await auth.service.world.db.run(sql`update users set email_confirmed_at = now()`);
    const reply = await auth.post("/signup", ana);
    return [reply.status, code(reply)];
  };
  assert.deepEqual(await answerWith({ MAILER_AUTOCONFIRM: "true" }), [422, "user_already_exists"]);
  assert.deepEqual(await answerWith({ SMS_AUTOCONFIRM: "true" }), [422, "user_already_exists"]);
  assert.deepEqual(await answerWith({}), [200, undefined]);
});

test("POST /signup: of 12 at once with one address, one makes the user and all answer alike", async () => {
  await using auth = await startTestAuth({ SMTP_MAX_FREQUENCY: "0" });
  const replies = await Promise.all(Array.from({ length: 12 }, () => auth.post("/signup", ana)));
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200]);
  assert.deepEqual(await rows(auth, "users"), { count: 1 });
  assert.deepEqual(await rows(auth, "identities"), { count: 1 });
});

test("POST /signup with a phone confirms by a text message, or at once with autoconfirm", async () => {
  await using auth = await startTestAuth({ EXTERNAL_PHONE_ENABLED: "true" });
  const reply = await auth.post("/signup", { phone: "+55 11 99999-0000".replace("-", ""), password: "correct horse" });
  assert.equal(reply.status, 200, reply.text);
  assert.equal((reply.body as User).phone, "5511999990000");
  assert.deepEqual(await auth.service.world.db.many(sql`select kind from outbox`), [{ kind: "sms" }]);
  await using quick = await startTestAuth({ EXTERNAL_PHONE_ENABLED: "true", SMS_AUTOCONFIRM: "true" });
  const session = (await quick.post("/signup", { phone: "5511999990000", password: "correct horse" })).body as { user: User };
  assert.deepEqual(session.user.app_metadata, { provider: "phone", providers: ["phone"] });
});

test("POST /signup without an address is an anonymous sign-in where that is allowed", async () => {
  await using auth = await startTestAuth({ EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  const session = (await auth.post("/signup", { data: { theme: "dark" } })).body as {
    access_token: string;
    user: User & { is_anonymous: boolean };
  };
  assert.deepEqual(
    [session.user.is_anonymous, session.user.identities, session.user.user_metadata],
    [true, [], { theme: "dark" }],
  );
  const me = await auth.get("/user", { authorization: `Bearer ${session.access_token}` });
  assert.deepEqual(me.body, session.user);
  for (const body of [{ password: "x".repeat(257) }, { code_challenge: "short", code_challenge_method: "s256" }])
    assert.equal((await auth.post("/signup", body)).status, 400, "what is wrong is wrong, needed or not");
});

const REFUSED: [title: string, body: unknown, variables: Record<string, string>, expected: [number, string]][] = [
  ["anonymous while that is off", {}, {}, [422, "anonymous_provider_disabled"]],
  ["sign-up is off", ana, { DISABLE_SIGNUP: "true" }, [422, "signup_disabled"]],
  [
    "anonymous while sign-up is off",
    {},
    { DISABLE_SIGNUP: "true", EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" },
    [422, "signup_disabled"],
  ],
  ["no password", { email: ana.email }, {}, [400, "validation_failed"]],
  ["null password", { ...ana, password: null }, {}, [400, "validation_failed"]],
  ["a password that is a number", { ...ana, password: 123456 }, {}, [400, "validation_failed"]],
  ["a short password", { ...ana, password: "12345" }, {}, [422, "weak_password"]],
  ["a password without a needed character", ana, { PASSWORD_REQUIRED_CHARACTERS: "abc:123" }, [422, "weak_password"]],
  ["a password over 256 bytes", { ...ana, password: "x".repeat(257) }, {}, [400, "validation_failed"]],
  ["email and phone", { ...ana, phone: "5511999990000" }, {}, [400, "validation_failed"]],
  ["two emails", { ...ana, email: ["a@example.com", "b@example.com"] }, {}, [400, "validation_failed"]],
  ["a bad email", { ...ana, email: "ana at example" }, {}, [400, "validation_failed"]],
  ["a Kelvin sign in the email", { ...ana, email: "\u212Aana@example.com" }, {}, [400, "validation_failed"]],
  ["a bad phone", { phone: "12ab", password: ana.password }, { EXTERNAL_PHONE_ENABLED: "true" }, [400, "validation_failed"]],
  ["email while that is off", ana, { EXTERNAL_EMAIL_ENABLED: "false" }, [400, "email_provider_disabled"]],
  ["phone while that is off", { phone: "5511999990000", password: ana.password }, {}, [400, "phone_provider_disabled"]],
  ["half of a PKCE request", { ...ana, code_challenge: "a".repeat(43) }, {}, [400, "validation_failed"]],
  ["data that is no object", { ...ana, data: [] }, {}, [400, "validation_failed"]],
  ["data over 16 KB", { ...ana, data: { text: "x".repeat(17_000) } }, {}, [400, "validation_failed"]],
  ["NUL in data", '{"email":"a@example.com","password":"correct horse","data":{"a":"\\u0000"}}', {}, [400, "validation_failed"]],
];

for (const [title, body, variables, expected] of REFUSED) {
  test(`POST /signup is refused and writes nothing: ${title}`, async () => {
    await using auth = await startTestAuth(variables);
    const reply = await auth.post("/signup", body);
    assert.deepEqual([reply.status, code(reply)], expected, reply.text);
    assert.deepEqual(await rows(auth, "users"), { count: 0 });
    assert.deepEqual(await rows(auth, "outbox"), { count: 0 });
  });
}
