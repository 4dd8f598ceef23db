import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { AUTOCONFIRM, bearer, signUp } from "../account/testing.ts";
import { administrator } from "../administrators/testing.ts";
import { ALL_RIGHTS, isForKeys } from "../grants/rights.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";

const verdict = ({ status, body }: Reply) => [status, (body as { error_code?: string } | undefined)?.error_code];

interface Key {
  id: string;
  name: string;
  key: string;
  starts_with: string;
  rights: string[];
  expires_at: string;
  last_used_at: string | null;
  last_used_ip: string | null;
}

async function create(auth: TestAuth, body: object, headers: Record<string, string> = auth.admin): Promise<Key> {
  const reply = await auth.post("/admin/api-keys", { name: "bot", rights: ["users:read"], ...body }, headers);
  assert.equal(reply.status, 201, reply.text);
  return reply.body as Key;
}

const asKey = ({ key }: Pick<Key, "key">) => ({ authorization: `Bearer ${key}` });

test("a key does what its rights say, as a bearer or in apikey, until it is deleted; only its hash is stored", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const key = await create(auth, { rights: ["users:read", "users:create"] });
  assert.match(key.key, /^cofre_key_[\w-]{43}$/);
  assert.ok(key.key.startsWith(key.starts_with) && key.starts_with.length === 16);
  assert.equal((await auth.get("/admin/users", asKey(key))).status, 200);
  assert.equal((await auth.get("/admin/users", { apikey: key.key })).status, 200);
  assert.equal((await auth.get("/auth/v1/admin/users", { apikey: key.key, ...asKey(key) })).status, 200);
  assert.equal((await auth.post("/admin/users", { email: "ana@example.com" }, asKey(key))).status, 200);
  assert.deepEqual(verdict(await auth.get("/admin/sessions", asKey(key))), [403, "right_missing"]);
  assert.deepEqual(verdict(await auth.get("/admin/users", asKey({ key: `${key.key}x` }))), [401, "api_key_invalid"]);
  assert.deepEqual(verdict(await auth.get("/user", asKey(key))), [403, "bad_jwt"], "a key is no user");
  const rows = await auth.service.world.db.many(sql`select to_json(api_keys)::text as text from api_keys`);
  assert.doesNotMatch(JSON.stringify([rows, auth.logged]), new RegExp(key.key.slice(20)));
  assert.doesNotMatch((await auth.get("/admin/api-keys", auth.admin)).text, new RegExp(key.key.slice(20)));
  assert.equal((await auth.call(`/admin/api-keys/${key.id}`, { method: "DELETE", headers: auth.admin })).status, 204);
  assert.deepEqual(verdict(await auth.get("/admin/users", asKey(key))), [401, "api_key_invalid"]);
  assert.deepEqual(verdict(await auth.get(`/admin/api-keys/${key.id}`, auth.admin)), [404, "api_key_not_found"]);
});

test("beside a user's token the apikey says nothing, and on public endpoints it is ignored", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const key = await create(auth, {});
  const session = await signUp(auth);
  assert.deepEqual(verdict(await auth.get("/admin/users", { ...bearer(session), apikey: key.key })), [403, "not_admin"]);
  assert.equal((await auth.get("/user", { ...bearer(session), apikey: key.key })).status, 200);
  assert.equal((await auth.get("/settings", asKey(key))).status, 200);
});

test("a key ends by its time, of 90 days unless given, and tells when and where it was used, to the minute", async () => {
  await using auth = await startTestAuth();
  const [usual, short] = [await create(auth, { name: "usual" }), await create(auth, { name: "short", expires_in_days: 1 })];
  assert.equal(usual.expires_at, "2026-05-01T12:00:00.000Z");
  const find = async (id: string) => (await auth.get(`/admin/api-keys/${id}`, auth.admin)).body as Key;
  assert.equal((await find(short.id)).last_used_at, null);
  await auth.get("/admin/users", asKey(short));
  auth.clock.advance(30);
  await auth.get("/admin/users", asKey(short));
  assert.deepEqual(
    [(await find(short.id)).last_used_at, (await find(short.id)).last_used_ip],
    ["2026-01-31T12:00:00.000Z", "127.0.0.1"],
  );
  auth.clock.advance(31);
  await auth.get("/admin/users", asKey(short));
  assert.equal((await find(short.id)).last_used_at, "2026-01-31T12:01:01.000Z");
  auth.clock.advance(86_400);
  assert.deepEqual(verdict(await auth.get("/admin/users", asKey(short))), [401, "api_key_invalid"]);
  assert.equal((await auth.get("/admin/users", asKey(usual))).status, 200);
});

test("a key is bound to its networks", async () => {
  await using auth = await startTestAuth({ TRUSTED_PROXIES: "127.0.0.0/8" });
  const key = await create(auth, { networks: ["10.1.0.0/16", "2001:db8::/32"] });
  const from = (ip: string) => auth.get("/admin/users", { ...asKey(key), "x-forwarded-for": ip });
  for (const ip of ["10.1.2.3", "2001:db8::1"]) assert.equal((await from(ip)).status, 200, ip);
  for (const ip of ["10.2.0.1", "127.0.0.1", "2001:db9::1"])
    assert.deepEqual(verdict(await from(ip)), [403, "api_key_wrong_network"], ip);
});

test("a rotated key has another secret; the old one is good for as long as is asked, and ends with the next rotation", async () => {
  await using auth = await startTestAuth();
  const first = await create(auth, {});
  const rotate = async (body: object) => {
    const reply = await auth.post(`/admin/api-keys/${first.id}/rotate`, body, auth.admin);
    assert.equal(reply.status, 200, reply.text);
    return reply.body as Key;
  };
  const works = async (key: Key) => (await auth.get("/admin/users", asKey(key))).status === 200;
  const second = await rotate({ keep_old_hours: 2 });
  assert.deepEqual([await works(first), await works(second)], [true, true]);
  auth.clock.advance(2 * 3600);
  assert.deepEqual([await works(first), await works(second)], [false, true]);
  const third = await rotate({});
  const fourth = await rotate({ keep_old_hours: 0 });
  assert.deepEqual([await works(second), await works(third), await works(fourth)], [false, false, true]);
});

test("rights may be given by resource or all at once, and are written out; nobody gives what they have not got", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  assert.deepEqual(
    (await create(auth, { name: "a", rights: ["users:*"] })).rights,
    ALL_RIGHTS.filter((each) => each.startsWith("users:") && isForKeys(each)),
  );
  assert.deepEqual((await create(auth, { name: "b", rights: ["*"] })).rights, ALL_RIGHTS.filter(isForKeys));
  const refuse = async (body: object, headers: Record<string, string> = auth.admin) =>
    verdict(await auth.post("/admin/api-keys", { name: "x", rights: ["users:read"], ...body }, headers));
  for (const right of ["administrators:write", "api_keys:write", "password_hashes:export"])
    assert.deepEqual(await refuse({ rights: [right] }), [403, "right_missing"], right);
  const security = await administrator(auth, "security");
  assert.deepEqual(await refuse({ rights: ["users:write"] }, security.headers), [403, "right_missing"]);
  const theirs = await create(auth, { name: "c", rights: ["users:*", "webhooks:write"] }, security.headers);
  assert.deepEqual(theirs.rights, ["users:export", "users:read", "webhooks:write"]);
  const all = await create(auth, { name: "d", rights: ["*"] });
  assert.deepEqual(verdict(await auth.post(`/admin/api-keys/${all.id}/rotate`, {}, security.headers)), [403, "right_missing"]);
  assert.deepEqual(await refuse({}, asKey(all)), [403, "right_missing"], "a key makes no keys");
});

test("what is no key to make is refused, and nothing is written", async () => {
  await using auth = await startTestAuth();
  await create(auth, { name: "taken" });
  for (const [body, status, code] of [
    [{ name: "taken" }, 422, "api_key_exists"],
    [{ name: " " }, 400, "validation_failed"],
    [{ name: "x".repeat(101) }, 400, "validation_failed"],
    [{ rights: [] }, 400, "validation_failed"],
    [{ rights: ["users:fly"] }, 400, "validation_failed"],
    [{ rights: ["nothing:*"] }, 400, "validation_failed"],
    [{ rights: [":*"] }, 400, "validation_failed"],
    [{ networks: ["10.0.0.0/33"] }, 400, "validation_failed"],
    [{ networks: ["example.com"] }, 400, "validation_failed"],
    [{ expires_in_days: 0 }, 400, "validation_failed"],
    [{ expires_in_days: 367 }, 400, "validation_failed"],
  ] as const) {
    const reply = await auth.post("/admin/api-keys", { name: "x", rights: ["users:read"], ...body }, auth.admin);
    assert.deepEqual(verdict(reply), [status, code], JSON.stringify(body));
  }
  for (const id of ["x", "7c9e6679-7425-40de-944b-e07fc1f90ae7"])
    for (const [method, path] of [
      ["GET", ""],
      ["DELETE", ""],
      ["POST", "/rotate"],
    ] as const) {
      const reply = await auth.call(`/admin/api-keys/${id}${path}`, {
        method,
        headers: auth.admin,
        ...(method === "POST" && { body: {} }),
      });
      assert.deepEqual(verdict(reply), [404, "api_key_not_found"], `${method} ${id}`);
    }
  assert.equal(((await auth.get("/admin/api-keys", auth.admin)).body as { api_keys: unknown[] }).api_keys.length, 1);
});

test("no key gets hold of an administrator's account", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const viewer = await administrator(auth, "viewer");
  const key = await create(auth, { rights: ["*"] });
  const call = (method: string, path: string, body?: object) =>
    auth.call(path, { method, headers: asKey(key), ...(body && { body }) });
  for (const reply of [
    await call("PUT", `/admin/users/${viewer.id}`, { password: "another horse" }),
    await call("DELETE", `/admin/users/${viewer.id}`, {}),
    await call("DELETE", `/admin/users/${viewer.id}/factors/${viewer.factor.id}`),
    await call("POST", "/admin/generate_link", { type: "recovery", email: "viewer@example.com" }),
  ])
    assert.deepEqual(verdict(reply), [403, "administrator_protected"]);
  assert.deepEqual(verdict(await call("POST", "/admin/users", { email: "e@example.com", role: "service_role" })), [
    403,
    "right_missing",
  ]);
});
