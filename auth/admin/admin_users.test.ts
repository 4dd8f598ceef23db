import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { startTestAuth } from "../testing.ts";
import {
  actsOf,
  ana,
  asAdmin,
  changesOf,
  faultOf,
  NOW,
  refresh,
  type Session,
  signIn,
  stateOf,
  userOf,
  whoAmI,
  withAna,
} from "./testing.ts";

test("every admin endpoint refuses strangers, users and operators of another secret", async () => {
  await using its = await withAna();
  const [head, , signature] = its.auth.admin.authorization.split(".");
  const forged = Buffer.from(JSON.stringify({ role: "service_role" })).toString("base64url");
  const id = its.user.id;
  const calls: [method: string, path: string][] = [
    ...([
      ["GET", "/admin/users"],
      ["POST", "/admin/users"],
      ["GET", "/admin/audit"],
      ["POST", "/invite"],
    ] as [string, string][]),
    ...["GET", "POST", "PUT", "DELETE"].map((method) => [method, `/admin/users/${id}`] as [string, string]),
    ["POST", "/admin/generate_link"],
  ];
  const before = await stateOf(its.auth);
  for (const [method, path] of calls) {
    const body = method === "GET" ? undefined : { email: "eve@example.com", type: "magiclink" };
    const call = (authorization?: string) =>
      its.auth.call(path, { method, body, headers: authorization ? { authorization } : {} });
    assert.deepEqual(faultOf(await call()).slice(0, 2), [401, "no_authorization"], path);
    assert.deepEqual(faultOf(await call(`Bearer ${its.session.access_token}`)).slice(0, 2), [403, "not_admin"], path);
    assert.deepEqual(faultOf(await call(`${head}.${forged}.${signature}`)).slice(0, 2), [403, "bad_jwt"], path);
  }
  assert.equal(await stateOf(its.auth), before);
});

test("POST /admin/users makes a user with both identities, who can sign in, and sends nothing", async () => {
  await using auth = await startTestAuth({ EXTERNAL_PHONE_ENABLED: "true" });
  const reply = await asAdmin(auth).post("/admin/users", {
    email: "Ana@Example.com",
    phone: "+55 11 98765 4321",
    password: ana.password,
    email_confirm: true,
    phone_confirm: true,
    role: "editor",
    user_metadata: { name: "Ana" },
    app_metadata: { plan: "gold", provider: null },
  });
  const user = userOf(reply);
  assert.deepEqual([user.email, user.phone, user.role, user.is_anonymous], [ana.email, "5511987654321", "editor", false]);
  assert.deepEqual([user.email_confirmed_at, user.phone_confirmed_at], [NOW, NOW]);
  assert.deepEqual(user.user_metadata, { name: "Ana", email_verified: true });
  assert.deepEqual(user.app_metadata, { providers: ["email", "phone"], plan: "gold" });
  assert.deepEqual(user.identities.map(({ provider, id }) => [provider, id]).sort(), [
    ["email", user.id],
    ["phone", user.id],
  ]);
  const email = user.identities.find(({ provider }) => provider === "email");
  assert.deepEqual(email?.identity_data, { sub: user.id, email: ana.email, email_verified: true, phone_verified: false });
  assert.deepEqual(await auth.messages(), []);
  assert.equal((await signIn(auth)).status, 200);
  assert.equal((await signIn(auth, { phone: "5511987654321", password: ana.password })).status, 200);
  assert.deepEqual(await actsOf(auth, "user_signedup"), [{ actor: "service_role", email: ana.email }]);
  assert.deepEqual(userOf(await asAdmin(auth).get(`/admin/users/${user.id}`)).id, user.id);
});

test("POST /admin/users without a password stores none, and leaves the address unconfirmed unless given", async () => {
  await using auth = await startTestAuth();
  const user = userOf(await asAdmin(auth).post("/admin/users", { email: ana.email, password: "" }));
  assert.equal(user.email_confirmed_at, undefined);
  const row = await auth.service.world.db.one(sql`select encrypted_password, confirmation_sent_at from users`);
  assert.deepEqual(row, { encrypted_password: null, confirmation_sent_at: null });
});

test("POST /admin/users takes a hash from elsewhere, which is then good for signing in", async () => {
  await using auth = await startTestAuth();
  const hash = await auth.service.world.passwords.hash(ana.password);
  userOf(await asAdmin(auth).post("/admin/users", { email: ana.email, password_hash: hash, email_confirm: true }));
  assert.equal((await signIn(auth)).status, 200);
});

test("POST /admin/users uses the id that it is given, in the body or in the path", async () => {
  await using auth = await startTestAuth();
  const [one, two] = [randomUUID(), randomUUID()];
  const admin = asAdmin(auth);
  assert.equal(userOf(await admin.post("/admin/users", { id: one.toUpperCase(), email: "one@example.com" })).id, one);
  const input = userOf(await admin.post(`/admin/users/${two}`, { id: one, email: "two@example.com", ban_duration: "24h" }));
  assert.deepEqual([input.id, input.banned_until], [two, "2026-02-01T12:00:00.000Z"]);
  assert.deepEqual(faultOf(await admin.post(`/admin/users/${two}`, { email: "three@example.com" })), [
    422,
    "user_already_exists",
    "A user with this id already exists",
  ]);
});

const BAD_NEW_USERS: [what: string, body: unknown, status: number, code: string, message: RegExp][] = [
  ["no address", {}, 400, "validation_failed", /without either an email or phone/],
  ["null addresses", { email: null, phone: null }, 400, "validation_failed", /without either an email or phone/],
  ["an email address that is none", { email: "ana" }, 400, "validation_failed", /invalid format/],
  ["an email address of another type", { email: 5 }, 400, "validation_failed", /email/],
  ["an endless email address", { email: `${"a".repeat(300)}@example.com` }, 400, "validation_failed", /too long/],
  ["a NUL", { email: "ana\0@example.com" }, 400, "validation_failed", /NUL/],
  ["a phone number that is none", { phone: "call me" }, 400, "validation_failed", /E.164/],
  ["a taken email address", { email: "ANA@example.com" }, 422, "email_exists", /already been registered/],
  ["a taken phone number", { email: "b@example.com", phone: "+15550100" }, 422, "phone_exists", /already registered by another/],
  ["an id that is none", { id: "7", email: "b@example.com" }, 400, "validation_failed", /id must be a UUID/],
  ["the id of nobody", { id: "00000000-0000-0000-0000-000000000000", email: "b@example.com" }, 400, "validation_failed", /UUID/],
  [
    "password and hash",
    { email: "b@example.com", password: "x", password_hash: "y" },
    400,
    "validation_failed",
    /Only a password/,
  ],
  ...[
    "$argon2id$v=19$m=1048576,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    "$argon2i$v=19$m=65536,t=20,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    "$2b$15$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2",
  ].map((hash): (typeof BAD_NEW_USERS)[number] => [
    `a hash that costs too much, ${hash.slice(0, 30)}`,
    { email: "b@example.com", password_hash: hash },
    400,
    "validation_failed",
    /longer than it may/,
  ]),
  ["a hash that is none", { email: "b@example.com", password_hash: "md5" }, 400, "validation_failed", /no hash/],
  ["an endless password", { email: "b@example.com", password: "x".repeat(257) }, 400, "validation_failed", /256 bytes/],
  ["a ban that is none", { email: "b@example.com", ban_duration: "1 day" }, 400, "validation_failed", /ban duration/],
  ["metadata that is a text", { email: "b@example.com", user_metadata: "x" }, 400, "validation_failed", /user_metadata/],
  ["large metadata", { email: "b@example.com", user_metadata: { x: "x".repeat(16384) } }, 400, "validation_failed", /^user_/],
  ["large app metadata", { email: "b@example.com", app_metadata: { x: "x".repeat(16384) } }, 400, "validation_failed", /^app_/],
  ["an endless role", { email: "b@example.com", role: "x".repeat(256) }, 400, "validation_failed", /role/],
  ["a confirmation that is a text", { email: "b@example.com", email_confirm: "yes" }, 400, "validation_failed", /email_confirm/],
  ["a list", [], 400, "validation_failed", /./],
];

test("POST /admin/users refuses what is wrong and changes nothing", async () => {
  await using its = await withAna();
  userOf(await its.admin.post("/admin/users", { phone: "15550100" }));
  const before = await stateOf(its.auth);
  for (const [what, body, status, code, message] of BAD_NEW_USERS) {
    const fault = faultOf(await its.admin.post("/admin/users", body));
    assert.deepEqual(fault.slice(0, 2), [status, code], what);
    assert.match(fault[2], message, what);
  }
  assert.equal(await stateOf(its.auth), before);
});

test("50 parallel POST /admin/users with one address make one user", async () => {
  await using auth = await startTestAuth();
  const replies = await Promise.all(Array.from({ length: 50 }, () => asAdmin(auth).post("/admin/users", { email: ana.email })));
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  assert.ok(replies.every(({ status }) => status === 200 || status === 422));
});

const badIds = (admin: ReturnType<typeof asAdmin>, id: string): Promise<Reply>[] => [
  admin.get(`/admin/users/${id}`),
  admin.put(`/admin/users/${id}`, { role: "x" }),
  admin.delete(`/admin/users/${id}`),
];

test("GET, PUT and DELETE /admin/users/:id tell an unknown user from an id that is none", async () => {
  await using its = await withAna();
  for (const reply of await Promise.all(badIds(its.admin, randomUUID()))) {
    assert.deepEqual(faultOf(reply), [404, "user_not_found", "User not found"]);
  }
  for (const id of ["7", "..%2fgenerate_link", "%20"]) {
    for (const reply of await Promise.all([
      ...badIds(its.admin, id),
      its.admin.post(`/admin/users/${id}`, { email: "x@example.com" }),
    ])) {
      assert.deepEqual(faultOf(reply), [404, "validation_failed", "user_id must be an UUID"], id);
    }
  }
});

test("DELETE /admin/users/:id removes all of a user, ends access at once, and frees the address", async () => {
  await using its = await withAna();
  const reply = await its.admin.delete(`/admin/users/${its.user.id}`);
  assert.deepEqual([reply.status, reply.body], [200, {}]);
  assert.deepEqual(faultOf(await whoAmI(its.auth, its.session)).slice(0, 2), [403, "user_not_found"]);
  assert.equal((await refresh(its.auth, its.session)).status, 400);
  assert.equal((await signIn(its.auth)).status, 400);
  const { db } = its.auth.service.world;
  assert.deepEqual(
    await db.one(sql`select (select count(*) from users) as users, (select count(*) from identities) as identities,
                            (select count(*) from sessions) as sessions`),
    { users: 0, identities: 0, sessions: 0 },
  );
  assert.deepEqual(await changesOf(its.auth, its.user.id), ["deleted"]);
  assert.deepEqual(await actsOf(its.auth, "user_deleted"), [{ actor: "service_role", email: ana.email }]);
  assert.equal((await its.admin.delete(`/admin/users/${its.user.id}`)).status, 404);
  assert.notEqual(userOf(await its.admin.post("/admin/users", ana)).id, its.user.id);
});

test("DELETE /admin/users/:id with should_soft_delete keeps the id, forgets the person and frees the address", async () => {
  await using its = await withAna();
  const path = `/admin/users/${its.user.id}`;
  await its.admin.put(path, { phone: "15550100", user_metadata: { name: "Ana" } });
  await its.admin.post("/admin/generate_link", { type: "recovery", email: ana.email });
  const deletion = () => its.admin.delete(path, { should_soft_delete: true });
  const reply = await deletion();
  assert.deepEqual([reply.status, reply.body], [200, {}]);
  assert.equal((await whoAmI(its.auth, its.session)).status, 403);
  assert.equal((await refresh(its.auth, its.session)).status, 400);
  const user = userOf(await its.admin.get(path));
  assert.equal(user.deleted_at, NOW);
  assert.match(user.email, /^[\w-]{43}$/);
  assert.match(user.phone, /^[\w-]{15}$/);
  assert.deepEqual([user.user_metadata, user.app_metadata], [{}, {}]);
  assert.ok(user.identities.every(({ id, identity_data }) => /^[\w-]{43}$/.test(id) && Object.keys(identity_data).length === 0));
  const remaining = await its.auth.service.world.db.one(sql`
    select encrypted_password, (select count(*) from sessions) as sessions, (select count(*) from one_time_tokens) as tokens from users`);
  assert.deepEqual(remaining, { encrypted_password: null, sessions: 0, tokens: 0 });

  const before = await stateOf(its.auth);
  assert.equal((await deletion()).status, 200);
  assert.equal(await stateOf(its.auth), before);
  assert.equal((await its.admin.put(path, { password: "another horse" })).status, 404);
  const list = (await its.admin.get("/admin/users")).body as { users: unknown[] };
  assert.deepEqual(list.users, []);
  assert.deepEqual(await changesOf(its.auth, its.user.id), ["deleted"]);
  assert.deepEqual(await actsOf(its.auth, "user_deleted"), [{ actor: "service_role", email: ana.email }]);

  assert.notEqual(userOf(await its.admin.post("/admin/users", { ...ana, phone: "15550100" })).id, its.user.id);
  assert.equal((await its.admin.delete(path)).status, 200);
  assert.equal((await its.admin.get(path)).status, 404);
});

test("DELETE /admin/users/:id refuses a request of the wrong type", async () => {
  await using its = await withAna();
  const reply = await its.admin.delete(`/admin/users/${its.user.id}`, { should_soft_delete: "yes" });
  assert.equal(reply.status, 400);
  assert.equal((await its.admin.get(`/admin/users/${its.user.id}`)).status, 200);
});

test("an administrator who is a user acts under their own name, until they lose the role or the account", async () => {
  await using its = await withAna();
  const boss = userOf(
    await its.admin.post("/admin/users", {
      email: "boss@example.com",
      password: "correct horse",
      email_confirm: true,
      role: "service_role",
    }),
  );
  const session = (await signIn(its.auth, { email: "boss@example.com", password: "correct horse" })).body as Session;
  const asBoss = (method: string, path: string, body?: object) =>
    its.auth.call(path, { method, body, headers: { authorization: `Bearer ${session.access_token}` } });
  assert.equal((await asBoss("PUT", `/admin/users/${its.user.id}`, { role: "editor" })).status, 200);
  assert.deepEqual(await actsOf(its.auth, "user_modified"), [{ actor: "boss@example.com", email: ana.email }]);
  userOf(await its.admin.put(`/admin/users/${boss.id}`, { ban_duration: "1h" }));
  assert.deepEqual(faultOf(await asBoss("PUT", `/admin/users/${its.user.id}`, { role: "x" })).slice(0, 2), [403, "user_banned"]);
});
