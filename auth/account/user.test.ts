import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startTestAuth } from "../testing.ts";
import { AUTOCONFIRM, acts, ana, bearer, bob, changed, messages, put, read, signUp, verdict } from "./testing.ts";

test("PUT /user merges data key by key, deletes with null, sets updated_at and writes it down", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const session = await signUp(auth, { ...ana, data: { name: "Ana", city: "Porto" } });
  auth.clock.advance(60);
  const user = await changed(auth, session, { data: { city: null, age: 30, nested: { keeps: null } } });
  assert.deepEqual([user.user_metadata.name, "city" in user.user_metadata, user.user_metadata.age], ["Ana", false, 30]);
  assert.deepEqual(user.user_metadata.nested, { keeps: null });
  assert.equal(user.updated_at, auth.clock.now().toISOString());
  assert.deepEqual(await read(auth, session), user);
  assert.deepEqual(await acts(auth), ["user_signedup", "user_modified"]);
  assert.deepEqual(await messages(auth), []);
});

test("PUT /user with nothing in it answers the user", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const session = await signUp(auth);
  for (const body of [
    {},
    { email: null, phone: null, password: null, data: null },
    { email: "", phone: "" },
    { email: ana.email },
  ])
    assert.deepEqual((await changed(auth, session, body)).email, ana.email);
  assert.deepEqual(await messages(auth), []);
});

test("PUT /user: fifty changes of data at once lose nothing", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, RATE_LIMIT_OTP: "0" });
  const session = await signUp(auth);
  const keys = Array.from({ length: 50 }, (_, number) => `key${number}`);
  const replies = await Promise.all(keys.map((key) => put(auth, session, { data: { [key]: true } })));
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200]);
  const { user_metadata: metadata } = await read(auth, session);
  assert.deepEqual(
    keys.filter((key) => metadata[key] !== true),
    [],
  );
});

test("PUT /user refuses metadata over 16 KB, also where it grows by changes at once", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const session = await signUp(auth);
  assert.deepEqual(verdict(await put(auth, session, { data: { much: "x".repeat(16_384) } })), [400, "validation_failed"]);
  const parts = Array.from({ length: 10 }, (_, number) => ({ [`part${number}`]: "x".repeat(4_000) }));
  const replies = await Promise.all(parts.map((data) => put(auth, session, { data })));
  assert.equal(replies.filter(({ status }) => status === 200).length, 4);
  assert.ok(JSON.stringify((await read(auth, session)).user_metadata).length <= 16_384);
});

test("PUT /user changes app_metadata for the admin group only", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const session = await signUp(auth);
  const body = { app_metadata: { plan: "gold" }, data: { name: "Ana" } };
  assert.deepEqual(verdict(await put(auth, session, body)), [403, "not_admin"]);
  assert.equal((await read(auth, session)).user_metadata.name, undefined);
  await auth.service.world.db.run(sql`update users set role = 'admin'`);
  const user = await changed(auth, session, body);
  assert.deepEqual(user.app_metadata, { plan: "gold", provider: "email", providers: ["email"] });
  assert.deepEqual(verdict(await put(auth, session, { app_metadata: { much: "x".repeat(16_384) } })), [400, "validation_failed"]);
});

test("JWT_ADMIN_GROUP_NAME says which group that is", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, JWT_ADMIN_GROUP_NAME: "chiefs" });
  const session = await signUp(auth);
  const body = { app_metadata: { plan: "gold" } };
  await auth.service.world.db.run(sql`update users set role = 'admin'`);
  assert.deepEqual(verdict(await put(auth, session, body)), [403, "not_admin"]);
  await auth.service.world.db.run(sql`update users set role = 'chiefs'`);
  assert.equal((await changed(auth, session, body)).app_metadata.plan, "gold");
});

test("PUT /user does all that one request asks for, or nothing", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, UPSTREAM_ANSWERS: "true", EXTERNAL_PHONE_ENABLED: "true" });
  await signUp(auth, bob);
  const session = await signUp(auth);
  const before = await read(auth, session);
  auth.clock.advance(60);
  const refusal = [
    { data: { a: 1 }, email: bob.email, phone: "15551234567", password: "another horse" },
    { data: { a: 1 }, email: "new@example.com", phone: "15551234567", password: ana.password },
    { data: { a: "x".repeat(20_000) }, email: "new@example.com", password: "another horse" },
    { data: { a: 1 }, email: "new@example.com", password: "short" },
  ];
  for (const body of refusal) assert.ok((await put(auth, session, body)).status >= 400);
  assert.deepEqual(await read(auth, session), before);
  assert.deepEqual(await messages(auth), []);
  const user = await changed(auth, session, {
    data: { a: 1 },
    email: "new@example.com",
    phone: "15551234567",
    password: "another horse",
  });
  assert.deepEqual([user.new_email, user.new_phone, user.user_metadata.a], ["new@example.com", "15551234567", 1]);
  const mails = (await messages(auth)).map(({ to, template, is_under_way: isUnderWay }) => `${to} ${template} ${isUnderWay}`);
  assert.deepEqual(mails.toSorted(), [
    "15551234567 code true",
    "ana@example.com email_change true",
    "ana@example.com password_changed true",
    "new@example.com email_change true",
  ]);
});

test("PUT /user refuses what it cannot read, and changes nothing", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, EXTERNAL_PHONE_ENABLED: "true" });
  const session = await signUp(auth);
  const before = await read(auth, session);
  const challenge = "x".repeat(43);
  const bodies: unknown[] = [
    ...["email", "phone", "password", "nonce", "channel", "code_challenge", "code_challenge_method"].flatMap((field) =>
      [1, true, [], {}, "a\0b"].map((value) => ({ phone: "15551234567", [field]: value, data: { a: 1 } })),
    ),
    ...["data", "app_metadata"].flatMap((field) => [1, "text", [], true].map((value) => ({ [field]: value }))),
    ...["nobody", "a@b@c", `${"a".repeat(250)}@example.com`, "Ana <ana@example.org>", "ana@exämple.com"].map((email) => ({
      email,
    })),
    ...["1", "0123456789", "1".repeat(16), "phone", "(555) 123"].map((phone) => ({ phone })),
    ...["", "short", "x".repeat(257)].map((password) => ({ password })),
    { phone: "15551234567", channel: "pigeon" },
    { email: "new@example.com", code_challenge: challenge },
    { email: "new@example.com", code_challenge: challenge, code_challenge_method: "md5" },
    { email: "new@example.com", code_challenge: "short", code_challenge_method: "s256" },
    [],
    "text",
  ];
  auth.clock.advance(60);
  for (const body of bodies) {
    const { status, text } = await put(auth, session, body);
    assert.ok(status >= 400 && status < 500, `${status} ${JSON.stringify(body).slice(0, 200)} ${text}`);
  }
  assert.deepEqual(await read(auth, session), before);
  assert.deepEqual(await messages(auth), []);
});

test("PUT /user and GET /reauthenticate need a session that nobody signed out of, and a user who is still there", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { db } = auth.service.world;
  const session = await signUp(auth);
  const both = async () => [
    verdict(await put(auth, session, { data: { a: 1 } })),
    verdict(await put(auth, session, { password: "another horse" })),
    verdict(await auth.get("/reauthenticate", bearer(session))),
  ];
  const all = (...expected: unknown[]) => [expected, expected, expected];
  assert.deepEqual(verdict(await auth.call("/user", { method: "PUT", body: {} })), [401, "no_authorization"]);
  assert.deepEqual(verdict(await auth.get("/reauthenticate")), [401, "no_authorization"]);
  await auth.post("/logout?scope=local", "", bearer(session));
  assert.deepEqual(await both(), all(403, "session_not_found"));
  await db.run(sql`update sessions set revoked_at = null`);
  await db.run(sql`update users set banned_until = '9999-01-01'`);
  assert.deepEqual(await both(), all(403, "user_banned"));
  await db.run(sql`update users set banned_until = null, deleted_at = now()`);
  assert.deepEqual(await both(), all(403, "user_not_found"));
  assert.deepEqual(await messages(auth), []);
});
