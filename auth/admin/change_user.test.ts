// PUT /admin/users/:id.
import assert from "node:assert/strict";
import { test } from "node:test";
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

test("PUT /admin/users/:id changes addresses at once, with their identities, and voids links on their way", async () => {
  await using its = await withAna();
  const link = await its.admin.post("/admin/generate_link", { type: "recovery", email: ana.email });
  const { hashed_token: tokenHash } = link.body as { hashed_token: string };
  const user = userOf(
    await its.admin.put(`/admin/users/${its.user.id}`, { email: "Nova@Example.com", phone: "+15550100", phone_confirm: true }),
  );
  assert.deepEqual(
    [user.email, user.phone, user.email_confirmed_at, user.phone_confirmed_at],
    ["nova@example.com", "15550100", NOW, NOW],
  );
  const data = Object.fromEntries(user.identities.map((identity) => [identity.provider, identity.identity_data]));
  assert.deepEqual([data.email?.email, data.email?.email_verified], ["nova@example.com", true]);
  assert.deepEqual(data.phone, { sub: user.id, phone: "15550100", phone_verified: true });
  assert.deepEqual(user.app_metadata, { provider: "email", providers: ["email", "phone"] });
  assert.deepEqual(await changesOf(its.auth, user.id), ["email_changed"]);
  assert.equal((await its.auth.post("/verify", { type: "recovery", token_hash: tokenHash })).status, 403);
  assert.equal((await signIn(its.auth)).status, 400);
  assert.equal((await signIn(its.auth, { ...ana, email: "nova@example.com" })).status, 200);
});

test("PUT /admin/users/:id refuses the addresses of others, also to 20 who ask at once", async () => {
  await using its = await withAna();
  const bia = userOf(await its.admin.post("/admin/users", { email: "bia@example.com", phone: "15550100" }));
  const before = await stateOf(its.auth);
  const put = (body: object, id = its.user.id) => its.admin.put(`/admin/users/${id}`, body);
  assert.deepEqual(faultOf(await put({ email: "BIA@example.com" })).slice(0, 2), [422, "email_exists"]);
  assert.deepEqual(faultOf(await put({ phone: "+1 555 0100", role: "x" })).slice(0, 2), [422, "phone_exists"]);
  assert.equal(await stateOf(its.auth), before);
  const race = await Promise.all(
    Array.from({ length: 20 }, (_, n) => put({ email: "free@example.com" }, n % 2 ? bia.id : its.user.id)),
  );
  const owners = new Set(race.filter(({ status }) => status === 200).map((reply) => userOf(reply).id));
  assert.equal(owners.size, 1);
});

test("PUT /admin/users/:id with a password ends every session at once, and judges the password", async () => {
  await using its = await withAna();
  const path = `/admin/users/${its.user.id}`;
  const before = await stateOf(its.auth);
  for (const password of ["", "12345"]) {
    assert.deepEqual(faultOf(await its.admin.put(path, { password })).slice(0, 2), [422, "weak_password"]);
  }
  assert.equal(await stateOf(its.auth), before);
  userOf(await its.admin.put(path, { password: "another horse" }));
  assert.deepEqual(faultOf(await whoAmI(its.auth, its.session)).slice(0, 2), [403, "session_not_found"]);
  assert.equal(faultOf(await refresh(its.auth, its.session))[1], "refresh_token_not_found");
  assert.equal((await signIn(its.auth)).status, 400);
  assert.equal((await signIn(its.auth, { ...ana, password: "another horse" })).status, 200);
  assert.deepEqual(await changesOf(its.auth, its.user.id), ["password_changed"]);
  assert.deepEqual(await actsOf(its.auth, "user_updated_password"), [{ actor: "service_role", email: ana.email }]);
});

test("PUT /admin/users/:id bans at once and lifts the ban", async () => {
  await using its = await withAna();
  const path = `/admin/users/${its.user.id}`;
  assert.equal(userOf(await its.admin.put(path, { ban_duration: "1h30m" })).banned_until, "2026-01-31T13:30:00.000Z");
  assert.deepEqual(faultOf(await whoAmI(its.auth, its.session)).slice(0, 2), [403, "user_banned"]);
  assert.equal(faultOf(await refresh(its.auth, its.session))[1], "user_banned");
  assert.equal(faultOf(await signIn(its.auth))[1], "user_banned");
  assert.equal(userOf(await its.admin.put(path, { ban_duration: "none" })).banned_until, undefined);
  assert.equal((await whoAmI(its.auth, its.session)).status, 200);
  assert.equal((await refresh(its.auth, its.session)).status, 200);
  assert.deepEqual(await changesOf(its.auth, its.user.id), ["banned", "unbanned"]);
});

test("PUT /admin/users/:id merges metadata, null deletes, and what would grow too large is refused", async () => {
  await using its = await withAna();
  const path = `/admin/users/${its.user.id}`;
  await its.admin.put(path, { user_metadata: { a: 1, b: { c: 2 } }, app_metadata: { plan: "gold" } });
  const user = userOf(
    await its.admin.put(path, { user_metadata: { a: null, d: 3 }, app_metadata: { plan: null, level: 2 }, role: "editor" }),
  );
  assert.deepEqual(user.user_metadata, { b: { c: 2 }, d: 3, email_verified: true });
  assert.deepEqual(user.app_metadata, { provider: "email", providers: ["email"], level: 2 });
  assert.deepEqual([user.role, await changesOf(its.auth, user.id)], ["editor", ["role_changed"]]);
  const before = await stateOf(its.auth);
  const large = { x: "x".repeat(16384) };
  assert.match(faultOf(await its.admin.put(path, { user_metadata: large }))[2], /^user_metadata/);
  assert.match(faultOf(await its.admin.put(path, { app_metadata: large }))[2], /^app_metadata/);
  assert.equal(await stateOf(its.auth), before);
});

test("PUT /admin/users/:id: 20 at once lose no one's metadata", async () => {
  await using its = await withAna();
  const keys = Array.from({ length: 20 }, (_, n) => `key_${n}`);
  await Promise.all(keys.map((key) => its.admin.put(`/admin/users/${its.user.id}`, { user_metadata: { [key]: true } })));
  const { user_metadata: merged } = userOf(await its.admin.get(`/admin/users/${its.user.id}`));
  assert.ok(keys.every((key) => merged[key] === true));
});

test("PUT /admin/users/:id confirms an address, and never takes a confirmation back", async () => {
  await using auth = await startTestAuth();
  const admin = asAdmin(auth);
  const { id } = userOf(await admin.post("/admin/users", ana));
  assert.equal(faultOf(await signIn(auth))[1], "email_not_confirmed");
  const confirmed = userOf(await admin.put(`/admin/users/${id}`, { email_confirm: true }));
  assert.deepEqual([confirmed.email_confirmed_at, confirmed.user_metadata], [NOW, { email_verified: true }]);
  assert.equal(confirmed.identities[0]?.identity_data.email_verified, true);
  assert.equal(userOf(await admin.put(`/admin/users/${id}`, { email_confirm: false })).email_confirmed_at, NOW);
  assert.equal((await signIn(auth)).status, 200);
});

test("PUT /admin/users/:id gives an anonymous user an address and an identity", async () => {
  await using auth = await startTestAuth({ EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  const { user } = (await auth.post("/signup", {})).body as Session;
  const naming = userOf(await asAdmin(auth).put(`/admin/users/${user.id}`, { email: ana.email }));
  assert.deepEqual([naming.is_anonymous, naming.app_metadata], [false, { provider: "email", providers: ["email"] }]);
  assert.deepEqual(
    naming.identities.map(({ provider, email }) => [provider, email]),
    [["email", ana.email]],
  );
});

test("PUT /admin/users/:id refuses bad input and changes nothing", async () => {
  await using its = await withAna();
  const before = await stateOf(its.auth);
  const bodies = [
    { email: "no" },
    { email: 1 },
    { phone: "no" },
    { phone: [] },
    { password: 1 },
    { password: "x".repeat(257) },
    { role: {} },
    { ban_duration: "-1h" },
    { ban_duration: 1 },
    { user_metadata: [] },
    { app_metadata: 1 },
    { email_confirm: 1 },
    { role: "a\0b" },
  ];
  for (const body of bodies) {
    const reply = await its.admin.put(`/admin/users/${its.user.id}`, body);
    assert.equal(reply.status, 400, JSON.stringify(body) + reply.text);
  }
  assert.equal(await stateOf(its.auth), before);
});
