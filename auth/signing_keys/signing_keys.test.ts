// Keys that sign access tokens: made, used and retired while the service runs.
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { until } from "../../kernel/testing/until.ts";
import { AUTOCONFIRM, ana, bearer, signIn, signUp, verdict } from "../account/testing.ts";
import { administrator } from "../administrators/testing.ts";
import { change, patch, startReplica } from "../settings/testing.ts";
import { shareTestAuth, startTestAuth, type TestAuth } from "../testing.ts";
import { addKey, type ListedKey, listKeys, retire, signWith } from "./testing.ts";

const auth = shareTestAuth(AUTOCONFIRM);
const WAIT_SECONDS = 600;
const LIFE_SECONDS = 3_600;

const headerOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[0] as string, "base64url").toString());
const isTaken = async (to: TestAuth, token: string) =>
  (await to.get("/user", { authorization: `Bearer ${token}` })).status === 200;
const published = async (to: TestAuth) =>
  ((await to.get("/.well-known/jwks.json")).body as { keys: Record<string, unknown>[] }).keys;
const startedAt = (to: TestAuth, seconds = 0) => new Date(to.clock.now().getTime() + seconds * 1000).toISOString();

test("a key is made, published, signs after ten minutes, and the secret before it verifies on", async () => {
  await using own = await startTestAuth(AUTOCONFIRM);
  await using replica = await startReplica(own);
  const before = await signUp(own, ana);
  const { signing_keys: none, ...facts } = await listKeys(own);
  const secret = { kid: null, variable: "JWT_SECRET", algorithm: "HS256", since: null, sign_from: null, retire_from: null };
  assert.deepEqual(none, [{ ...secret, status: "in_use" }]);
  const { jwks_url: url, ...rest } = facts;
  assert.match(url, /\/\.well-known\/jwks\.json$/);
  assert.deepEqual(rest, { changeable: true, pending: null, longest_token_seconds: LIFE_SECONDS });

  const key = await addKey(own);
  assert.deepEqual(key, {
    ...{ kid: key.kid, variable: "JWT_KEYS", algorithm: "ES256", status: "standby", since: startedAt(own) },
    ...{ sign_from: startedAt(own, WAIT_SECONDS), retire_from: startedAt(own) },
  });
  const [jwk, ...others] = await published(own);
  assert.deepEqual(others, []);
  assert.deepEqual(Object.keys(jwk ?? {}).toSorted(), ["alg", "crv", "key_ops", "kid", "kty", "use", "x", "y"]);
  assert.deepEqual([jwk?.kid, jwk?.alg, jwk?.key_ops], [key.kid, "ES256", ["verify"]]);
  assert.equal(headerOf((await signIn(own, ana)).access_token).alg, "HS256");

  assert.deepEqual(verdict(await signWith(own, key.kid)), [409, "signing_key_too_new"]);
  own.clock.advance(WAIT_SECONDS);
  const signed = await signWith(own, key.kid);
  assert.equal(signed.status, 200, signed.text);
  const after = await signIn(own, ana);
  const { alg, kid } = headerOf(after.access_token);
  assert.deepEqual([alg, kid], ["ES256", key.kid]);
  for (const { access_token: token } of [before, after]) assert.equal(await isTaken(own, token), true);
  const { signing_keys: listed } = await listKeys(own);
  assert.deepEqual(
    listed.map(({ kid, status }) => [kid, status]),
    [
      [key.kid, "in_use"],
      [null, "previously_used"],
    ],
  );
  const { version } = signed.body as { version: number };
  await until("the replica to follow", () => replica.world.settings.version === version, 1_000);
  assert.equal(replica.world.keys.verify(after.access_token, own.clock.now()).sub, after.user.id);
  assert.equal(headerOf(replica.world.keys.sign({})).kid, key.kid);
});

test("the key before verifies until it is retired, which waits for its last token", async () => {
  await using own = await startTestAuth(AUTOCONFIRM);
  const [first, second] = [await addKey(own), await addKey(own, { algorithm: "EdDSA" })];
  own.clock.advance(WAIT_SECONDS);
  await signWith(own, first.kid);
  const session = await signUp(own, ana);
  assert.equal(headerOf(session.access_token).kid, first.kid);
  assert.deepEqual(verdict(await retire(own, first.kid)), [409, "signing_key_in_use"]);
  assert.equal((await signWith(own, second.kid)).status, 200);
  const old = (await listKeys(own)).signing_keys.find(({ kid }) => kid === first.kid) as ListedKey;
  assert.deepEqual([old.status, old.since, old.retire_from], ["previously_used", startedAt(own), startedAt(own, LIFE_SECONDS)]);
  assert.deepEqual(verdict(await signWith(own, first.kid)), [409, "signing_key_not_standby"]);
  assert.deepEqual(verdict(await signWith(own, second.kid)), [409, "signing_key_not_standby"]);
  assert.equal(await isTaken(own, session.access_token), true);
  const refused = await retire(own, first.kid);
  assert.deepEqual(verdict(refused), [409, "signing_key_tokens_valid"]);
  assert.ok((refused.body as { msg: string }).msg.includes(startedAt(own, LIFE_SECONDS)));
  own.clock.advance(LIFE_SECONDS);
  assert.equal((await retire(own, first.kid)).status, 200);
  assert.deepEqual(
    (await published(own)).map(({ kid }) => kid),
    [second.kid],
  );
  assert.deepEqual(verdict(await retire(own, first.kid)), [404, "signing_key_not_found"]);
});

test("force=true signs and retires without the wait", async () => {
  await using own = await startTestAuth(AUTOCONFIRM);
  const [first, second] = [await addKey(own), await addKey(own)];
  assert.equal((await signWith(own, first.kid, "?force=true")).status, 200);
  const { access_token: token } = await signUp(own, ana);
  assert.equal((await signWith(own, second.kid, "?force=true")).status, 200);
  assert.equal((await retire(own, first.kid, "?force=true")).status, 200);
  assert.equal(await isTaken(own, token), false);
});

test("undo of the version has the key before sign again, and waits for what the undone one signed", async () => {
  await using own = await startTestAuth(AUTOCONFIRM);
  const key = await addKey(own);
  const { version } = (await signWith(own, key.kid, "?force=true")).body as { version: number };
  const { access_token: token } = await signUp(own, ana);
  own.clock.advance(60);
  const undone = await own.post(`/admin/settings/versions/${version}/undo`, {}, own.admin);
  assert.equal(undone.status, 200, undone.text);
  assert.equal(headerOf((await signIn(own, ana)).access_token).alg, "HS256");
  assert.equal(await isTaken(own, token), true);
  const [listed] = (await listKeys(own)).signing_keys;
  assert.deepEqual([listed?.status, listed?.retire_from], ["standby", startedAt(own, LIFE_SECONDS)]);
  assert.deepEqual(verdict(await retire(own, key.kid)), [409, "signing_key_tokens_valid"]);
});

test("keys of each algorithm are made; others, and more than ten, are refused", async () => {
  await using own = await startTestAuth(AUTOCONFIRM);
  for (const algorithm of ["RS256", "ES256", "EdDSA"]) {
    const key = await addKey(own, { algorithm });
    assert.equal((await signWith(own, key.kid, "?force=true")).status, 200, algorithm);
    const { access_token: token } = await signUp(own, { email: `${algorithm}@example.com`, password: "correct horse" });
    assert.equal(headerOf(token).alg, algorithm);
    assert.equal(await isTaken(own, token), true, algorithm);
  }
  for (const body of [{ algorithm: "HS256" }, { algorithm: "none" }, { algorithm: ["ES256"] }, []])
    assert.equal((await own.post("/admin/signing-keys", body, own.admin)).status, 400, JSON.stringify(body));
  assert.equal((await signWith(own, "x", "?force=yes")).status, 400);
  for (let made = 3; made < 10; made++) await addKey(own);
  assert.deepEqual(verdict(await own.post("/admin/signing-keys", {}, own.admin)), [422, "signing_key_limit_reached"]);
  assert.equal((await listKeys(own)).signing_keys.length, 11);
});

test("no answer, no log and no table has the private half", async () => {
  const { kid } = await addKey(auth);
  const [key] = (auth.service.world.config.jwtKeys ?? []).filter((each) => each.kid === kid);
  const secret = key?.d as string;
  assert.ok(secret.length > 20);
  for (const path of [
    "/admin/signing-keys",
    "/.well-known/jwks.json",
    "/admin/settings",
    "/admin/settings/versions",
    "/admin/acts",
  ])
    assert.ok(!(await auth.get(path, auth.admin)).text.includes(secret), path);
  const rows = await auth.service.world.db.many(sql`select to_json(settings_versions)::text as row from settings_versions`);
  assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(secret));
  assert.ok(!JSON.stringify(auth.logged).includes(secret));
  const { acts } = (await auth.get("/admin/acts?action=settings_changed", auth.admin)).body as { acts: { traits: object }[] };
  assert.deepEqual(acts[0]?.traits, { ...acts[0]?.traits, signing_key: kid, step: "add" });
  await change(auth, { JWT_KEYS: null });
});

test("kids that no stored key has are 404, whatever they are", async () => {
  for (const kid of ["JWT_SECRET", "%0A", "..%2F..", "x".repeat(90), "__proto__"]) {
    assert.deepEqual(verdict(await signWith(auth, kid)), [404, "signing_key_not_found"], kid);
    assert.deepEqual(verdict(await retire(auth, kid)), [404, "signing_key_not_found"], kid);
  }
});

test("only owners change keys, each step with a reason, and a minute to confirm it", async () => {
  await using own = await startTestAuth(AUTOCONFIRM);
  const owner = await administrator(own, "owner");
  const admin = await administrator(own, "admin");
  const viewer = await administrator(own, "viewer");
  assert.equal((await own.get("/admin/signing-keys", viewer.headers)).status, 200);
  const { "audit-reason": _reason, ...silent } = owner.headers;
  assert.deepEqual(verdict(await own.post("/admin/signing-keys", {}, admin.headers)), [403, "right_missing"]);
  assert.deepEqual(verdict(await own.post("/admin/signing-keys", {}, silent)), [422, "reason_missing"]);
  const key = await addKey(own, {}, owner.headers);
  const { pending } = await listKeys(own);
  assert.ok(pending);
  assert.deepEqual(verdict(await signWith(own, key.kid, "?force=true", owner.headers)), [409, "settings_unconfirmed"]);
  const body = { version: pending.version };
  assert.equal((await own.call("/admin/settings/confirm", { method: "POST", headers: owner.headers, body })).status, 200);
  assert.equal((await signWith(own, key.kid, "?force=true", owner.headers)).status, 200);
});

test("two administrators at once: one step is stored, the other is told", async () => {
  const [first, second] = [await addKey(auth), await addKey(auth)];
  const replies = await Promise.all([first, second].map(({ kid }) => retire(auth, kid)));
  const statuses = replies.map(({ status }) => status).toSorted();
  // One after the other is as well.
  assert.ok(["200,200", "200,409"].includes(statuses.join()), statuses.join());
  const left = (await listKeys(auth)).signing_keys.filter(({ variable }) => variable === "JWT_KEYS");
  assert.equal(left.length, statuses[1] === 409 ? 1 : 0);
  await change(auth, { JWT_KEYS: null });
});

function ownKey(kid: string, operations: string[]) {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { ...privateKey.export({ format: "jwk" }), kid, alg: "ES256", key_ops: operations };
}

test("keys of the environment are shown and locked", async () => {
  const keys = [ownKey("one", ["sign", "verify"]), ownKey("two", ["verify"])];
  await using own = await startTestAuth({ ...AUTOCONFIRM, JWT_KEYS: JSON.stringify(keys) });
  const { changeable, signing_keys: listed } = await listKeys(own);
  assert.equal(changeable, false);
  assert.deepEqual(
    listed.map(({ kid, status, since }) => [kid, status, since]),
    [
      ["one", "in_use", null],
      ["two", "standby", null],
      [null, "previously_used", null],
    ],
  );
  for (const reply of [
    await own.post("/admin/signing-keys", {}, own.admin),
    await signWith(own, "two"),
    await retire(own, "two"),
  ])
    assert.deepEqual(verdict(reply), [422, "setting_locked"]);
  assert.ok((await published(own)).every((jwk) => !("d" in jwk)));
});

test("steps are refused where stored settings are ignored, or an algorithm is not taken", async () => {
  await using ignoring = await startTestAuth({ SETTINGS_ENABLED: "false" });
  assert.deepEqual(verdict(await ignoring.post("/admin/signing-keys", {}, ignoring.admin)), [422, "settings_ignored"]);
  assert.equal((await listKeys(ignoring)).changeable, false);
  await using strict = await startTestAuth({ JWT_VALID_METHODS: "HS256" });
  const refused = await strict.post("/admin/signing-keys", {}, strict.admin);
  assert.deepEqual(verdict(refused), [422, "signing_key_algorithm_refused"]);
});

test("keys that cannot be opened are not replaced", async () => {
  await using own = await startTestAuth();
  await addKey(own);
  await own.service.world.db.run(sql`update settings_versions set document = '{"JWT_KEYS": {"sealed": "AAAA"}}'`);
  assert.deepEqual(verdict(await own.post("/admin/signing-keys", {}, own.admin)), [409, "signing_keys_unreadable"]);
});

test("JWT_KEYS without a key that signs needs one on standby", async () => {
  const { d, ...half } = ownKey("half", ["verify"]);
  const { key_ops, ...silent } = ownKey("silent", []);
  for (const keys of [[half], [silent]])
    assert.deepEqual(verdict(await patch(auth, { JWT_KEYS: JSON.stringify(keys) })), [400, "setting_invalid"]);
  await change(auth, { JWT_KEYS: JSON.stringify([ownKey("waits", ["verify"]), half]) });
  const session = await signUp(auth, { email: "waits@example.com", password: "correct horse" });
  assert.equal(headerOf(session.access_token).alg, "HS256");
  assert.equal((await auth.get("/user", bearer(session))).status, 200);
  await change(auth, { JWT_KEYS: null });
});
