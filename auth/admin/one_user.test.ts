// What administrators see and do with one user, besides their addresses, factors and sessions.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { AUTOCONFIRM, ana, bearer, bob, put, signUp, verdict } from "../account/testing.ts";
import { administrator, grantRole, REASON } from "../administrators/testing.ts";
import { signUpWithFactor } from "../factors/testing.ts";
import { makeClient, renew, startOauth, tokensFor } from "../oauth_server/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { changesOf, stateOf } from "./testing.ts";

const NOBODY = "00000000-0000-4000-8000-000000000000";

const read = async (auth: TestAuth, path: string, headers: Record<string, string> = auth.admin) => {
  const reply = await auth.get(path, headers);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Record<string, unknown>;
};

const remove = (auth: TestAuth, path: string, headers: Record<string, string> = auth.admin) =>
  auth.call(path, { method: "DELETE", headers });

async function lastAct(auth: TestAuth) {
  const { acts } = (await read(auth, "/admin/acts?limit=1")) as { acts: Record<string, unknown>[] };
  return acts[0] as { action: string; reason: string | null; user_id: string; traits: object; changes?: object };
}

test("GET /admin/users/:id/credentials says how the password is stored and since when, and never shows the hash", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { session } = await signUpWithFactor(auth);
  const path = `/admin/users/${session.user.id}/credentials`;
  assert.deepEqual(await read(auth, path), {
    has_password: true,
    hash: "argon2id, m=64 KiB t=1 p=1",
    is_temporary: false,
    password_changed_at: null,
    has_recovery_codes: false,
  });
  auth.clock.advance(60);
  assert.equal((await put(auth, session, { password: "another horse" })).status, 200);
  assert.equal((await auth.post("/factors/recovery-codes", {}, bearer(session))).status, 200);
  const after = await auth.get(path, auth.admin);
  const { password_changed_at: changedAt, has_recovery_codes: hasCodes } = after.body as Record<string, unknown>;
  assert.deepEqual([changedAt, hasCodes], [auth.clock.now().toISOString(), true]);
  assert.doesNotMatch(after.text, /\$/);

  for (const [hash, text] of [
    ["$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy", "bcrypt, cost 10"],
    ["a hash of another kind", "a hash that this server cannot verify"],
    [null, null],
  ]) {
    await auth.service.world.db.run(sql`update users set encrypted_password = ${hash} where id = ${session.user.id}`);
    const { has_password: has, hash: described } = await read(auth, path);
    assert.deepEqual([has, described], [hash !== null, text]);
  }
});

test("GET /admin/users/:id/role is the highest role, or null", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { user } = await signUp(auth);
  const path = `/admin/users/${user.id}/role`;
  assert.deepEqual(await read(auth, path), { role: null });
  for (const role of ["viewer", "admin", "support"] as const) await grantRole(auth, user.id, role);
  assert.deepEqual(await read(auth, path), { role: "admin" });
});

test("GET and DELETE /admin/users/:id/apps show the apps of a user and send one away, with its tokens", async () => {
  await using auth = await startOauth();
  const session = await signUp(auth);
  const app = await makeClient(auth);
  const other = await makeClient(auth, { client_name: "Other" });
  const tokens = await tokensFor(auth, session, app);
  auth.clock.advance(1);
  await tokensFor(auth, session, other);
  const path = `/admin/users/${session.user.id}/apps`;
  const { apps } = (await read(auth, path)) as { apps: Record<string, unknown>[] };
  assert.deepEqual(
    apps.map(({ client_id: id, client_name: name }) => [id, name]),
    [
      [other.client_id, "Other"],
      [app.client_id, "Notes"],
    ],
  );
  assert.deepEqual(Object.keys(apps[1] ?? {}), ["client_id", "client_name", "scopes", "granted_at"]);
  assert.deepEqual(apps[1]?.scopes, ["openid", "email"]);

  assert.equal((await remove(auth, `${path}/${app.client_id}`)).status, 204);
  assert.equal((await renew(auth, app, tokens.refresh_token)).status, 400, "its refresh token is worth nothing");
  assert.equal((await auth.get("/oauth/userinfo", { authorization: `Bearer ${tokens.access_token}` })).status, 401);
  assert.equal(((await read(auth, path)).apps as object[]).length, 1, "the other app stays");
  assert.deepEqual((await changesOf(auth, session.user.id)).at(-1), "app_ended");
  const { action, user_id: userId, traits } = await lastAct(auth);
  assert.deepEqual([action, userId], ["oauth_consent_revoked", session.user.id]);
  assert.equal((traits as { client_id: string }).client_id, app.client_id);
  assert.deepEqual(verdict(await remove(auth, `${path}/${app.client_id}`)), [404, "oauth_consent_not_found"]);
  for (const id of ["nothing", encodeURIComponent("https://app.example/document"), encodeURIComponent(longId("nothing"))])
    assert.deepEqual(verdict(await remove(auth, `${path}/${id}`)), [404, "oauth_consent_not_found"], id);
});

/** Documents name apps by their URLs, which may be long. */
const longId = (name: string) => `https://app.example/${"long/".repeat(300)}${name}`;

test("DELETE /admin/users/:id/apps/:client_id sends away an app whose id is a long URL", async () => {
  await using auth = await startOauth();
  const session = await signUp(auth);
  const app = await makeClient(auth);
  await tokensFor(auth, session, app);
  const { db } = auth.service.world;
  await db.run(sql`
    insert into oauth_clients
    select (jsonb_populate_record(app, jsonb_build_object('id', ${longId("document")}::text))).* from oauth_clients app`);
  await db.run(sql`update oauth_consents set client_id = ${longId("document")}`);
  const path = `/admin/users/${session.user.id}/apps`;
  const { apps } = (await read(auth, path)) as { apps: { client_id: string }[] };
  assert.deepEqual(
    apps.map(({ client_id: id }) => id),
    [longId("document")],
  );
  assert.equal((await remove(auth, `${path}/${encodeURIComponent(longId("document"))}`)).status, 204);
  assert.deepEqual((await read(auth, path)).apps, []);
});

async function withGoogle(auth: TestAuth) {
  const session = await signUp(auth);
  const id = randomUUID();
  await auth.service.world.db.run(sql`
    insert into identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
    values (${id}, 'google', '1', ${session.user.id}, '{"email": "ana@gmail.example", "email_verified": true}', ${auth.clock.now()},
            ${auth.clock.now()})`);
  const { identities } = (await read(auth, `/admin/users/${session.user.id}`)) as {
    identities: { identity_id: string; provider: string }[];
  };
  const email = identities.find(({ provider }) => provider === "email")?.identity_id as string;
  return { session, path: `/admin/users/${session.user.id}/identities`, google: id, email };
}

test("DELETE /admin/users/:id/identities/:identity_id takes the password with the email identity, and leaves the last one", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const admin = await administrator(auth, "admin");
  const { session, path, google, email } = await withGoogle(auth);
  const reply = await remove(auth, `${path}/${email}`, admin.headers);
  assert.deepEqual([reply.status, reply.body], [200, {}]);
  const user = await read(auth, `/admin/users/${session.user.id}`);
  assert.equal(user.email, "ana@gmail.example", "the address of the identity that is left");
  assert.equal((await read(auth, `/admin/users/${session.user.id}/credentials`)).has_password, false);
  const act = await lastAct(auth);
  assert.deepEqual([act.action, act.reason, act.user_id], ["identity_unlinked", REASON, session.user.id]);
  assert.deepEqual(act.changes, { email: { before: ana.email, after: "ana@gmail.example" } });
  assert.deepEqual(await changesOf(auth, session.user.id), ["email_changed", "password_changed"]);

  const before = await stateOf(auth);
  assert.deepEqual(verdict(await remove(auth, `${path}/${google}`)), [422, "single_identity_not_deletable"]);
  assert.equal(await stateOf(auth), before);
});

test("DELETE /admin/users/:id/identities/:identity_id refuses what is not the user's, and an address that another user has", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { path, email } = await withGoogle(auth);
  await signUp(auth, { ...bob, email: "ana@gmail.example" });
  const before = await stateOf(auth);
  for (const [id, expected] of [
    [randomUUID(), [422, "identity_not_found"]],
    ["x", [404, "validation_failed"]],
    [email, [422, "email_conflict_identity_not_deletable"]],
  ] as const)
    assert.deepEqual(verdict(await remove(auth, `${path}/${id}`)), expected, id);
  assert.equal(await stateOf(auth), before);
});

const CALLS: [method: string, path: string, right: string, body?: object][] = [
  ["GET", "/credentials", "users:read"],
  ["GET", "/claims", "users:read"],
  ["GET", "/mails", "users:read"],
  ["POST", "/mails", "users:invite", { template: "recovery" }],
  ["GET", "/apps", "sessions:read"],
  ["DELETE", "/apps/x", "sessions:end"],
  ["GET", "/role", "administrators:read"],
  ["DELETE", `/identities/${NOBODY}`, "credentials:write"],
];

test("each of them needs its right, is 404 for nobody and for what is no id, and protects administrators of a higher role", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const owner = await administrator(auth, "owner");
  const admin = await administrator(auth, "admin");
  const { body: created } = await auth.post("/admin/api-keys", { name: "x", rights: ["users:create"] }, owner.headers);
  const key = { authorization: `Bearer ${(created as { key: string }).key}` };
  const session = await signUp(auth);
  for (const [method, rest, right, body] of CALLS) {
    const call = (id: string, headers: Record<string, string>) =>
      auth.call(`/admin/users/${id}${rest}`, { method, headers, ...(body && { body }) });
    const label = `${method} ${rest}`;
    const refused = await call(session.user.id, key);
    assert.deepEqual(verdict(refused), [403, "right_missing"], label);
    assert.match(refused.text, new RegExp(right), label);
    assert.deepEqual(verdict(await call(session.user.id, bearer(session))), [403, "not_admin"], label);
    assert.deepEqual(verdict(await call(NOBODY, auth.admin)), [404, "user_not_found"], label);
    assert.deepEqual(verdict(await call("x", auth.admin)), [404, "validation_failed"], label);
    if (method === "GET") continue;
    assert.deepEqual(verdict(await call(owner.id, admin.headers)), [403, "administrator_protected"], label);
  }
});
