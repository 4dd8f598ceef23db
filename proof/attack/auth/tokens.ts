// AJ: forged tokens, and fields that would raise the sender's rights.
import assert from "node:assert/strict";
import { claimsOf, forge } from "../../harness/tokens.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { expectRefused, expectVerdict, from, inParallel, mailTo } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import type { User } from "../people.ts";
import { tripOf } from "../provider_trip.ts";

/** Endpoints that read a token, with valid bodies. */
const DOORS: readonly [method: string, path: string, body?: object][] = [
  ["GET", "/user"],
  ["PUT", "/user", { data: { seen: true } }],
  ["POST", "/logout?scope=local"],
  ["GET", "/reauthenticate"],
  ["GET", "/admin/users"],
  ["POST", "/admin/generate_link", { type: "magiclink", email: "nobody@people.example.com" }],
];

async function expectNoEntry(pair: Pair, tokens: Record<string, string>, allowed = [401, 403]): Promise<string> {
  for (const [what, token] of Object.entries(tokens)) {
    for (const [method, path, body] of DOORS) {
      const reply = await pair.auth.send(path, { method, body, headers: { authorization: `Bearer ${token}` } });
      expectRefused(reply, `${method} ${path} with ${what}`, allowed);
    }
  }
  return `${Object.keys(tokens).length} tokens at ${DOORS.length} endpoints`;
}

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

export const tokens: AttackCase[] = [
  attack("AJ-01", "tokens without a signature", { quick: true, also: ["V06"] }, async (pair) => {
    const { session } = await pair.people.signedIn();
    const [, claims = "", signature = ""] = session.access_token.split(".");
    const head = (alg: unknown) => Buffer.from(JSON.stringify({ alg, typ: "JWT" })).toString("base64url");
    const admin = Buffer.from(JSON.stringify({ role: "service_role", aud: "authenticated", exp: inAnHour() })).toString(
      "base64url",
    );
    const algs = ["none", "None", "NONE", "nOnE", "", null, 0, ["HS256"], "HS384", "RS256"];
    return expectNoEntry(pair, {
      ...Object.fromEntries(algs.map((alg) => [`alg ${JSON.stringify(alg)}`, `${head(alg)}.${claims}.`])),
      ...Object.fromEntries(algs.map((alg) => [`admin, alg ${JSON.stringify(alg)}`, `${head(alg)}.${admin}.`])),
      "alg none with a signature": `${head("none")}.${claims}.${signature}`,
      "an empty signature": `${head("HS256")}.${claims}.`,
      "no signature": `${head("HS256")}.${claims}`,
    });
  }),
  attack("AJ-02", "tokens signed with other secrets", async (pair) => {
    const { session } = await pair.people.signedIn();
    const claims = claimsOf(session.access_token);
    const secrets = ["a wrong secret", "", "secret", "super-secret-jwt-token-with-at-least-32-characters-long"];
    const admin = { ...claims, role: "service_role" };
    const forgedTokens = secrets.flatMap((secret) =>
      [claims, admin].map((each) => [`secret ${secret} ${each.role}`, forge(each, secret)]),
    );
    return expectNoEntry(pair, Object.fromEntries(forgedTokens));
  }),
  attack("AJ-04", "token headers with an embedded or external key", async (pair) => {
    const { jwtSecret, sinks } = pair.inside;
    const { session } = await pair.people.signedIn();
    const claims = claimsOf(session.access_token);
    const { trap } = sinks;
    const jwk = { kty: "oct", k: Buffer.from("mine").toString("base64url") };
    const good = { alg: "HS256", typ: "JWT" };
    const created = await expectNoEntry(pair, {
      "kid of a file": forge(claims, "", { ...good, kid: "../../dev/null" }),
      "kid of SQL": forge(claims, "mine", { ...good, kid: "x' union select 'mine" }),
      "kid of 10 KB": forge(claims, "mine", { ...good, kid: "k".repeat(10_000) }),
      "jwk with its own key": forge(claims, "mine", { ...good, jwk }),
      "jwk with the right signature": forge(claims, jwtSecret, { ...good, jwk }),
      jku: forge(claims, "mine", { ...good, jku: `${trap.url}/keys` }),
      "jku with the right signature": forge(claims, jwtSecret, { ...good, jku: `${trap.url}/keys` }),
      x5u: forge(claims, jwtSecret, { ...good, x5u: `${trap.url}/keys` }),
      crit: forge(claims, jwtSecret, { ...good, crit: ["unknown"], unknown: true }),
    });
    assert.equal(trap.requests.length, 0, "nobody fetches what a token names");
    return created;
  }),
  attack("AJ-05", "tokens that are expired, not yet valid or without expiry", async (pair) => {
    const { jwtSecret } = pair.inside;
    const { session } = await pair.people.signedIn();
    const { exp: _exp, ...rest } = claimsOf(session.access_token);
    const now = Math.floor(Date.now() / 1000);
    const create = (claims: object) => forge({ ...rest, exp: inAnHour(), ...claims }, jwtSecret);
    return expectNoEntry(pair, {
      "exp past": create({ exp: now - 1 }),
      "exp missing": forge(rest, jwtSecret),
      "exp as text": create({ exp: String(inAnHour()) }),
      "exp null": create({ exp: null }),
      "exp endless": forge(JSON.stringify({ ...rest, exp: 1 }).replace('"exp":1', '"exp":1e999'), jwtSecret),
      "nbf in future": create({ nbf: inAnHour() }),
      "iat tomorrow": create({ iat: now + 86_400 }),
    });
  }),
  attack("AJ-07", "tokens for another audience, or for none", async (pair) => {
    const { jwtSecret } = pair.inside;
    const { session } = await pair.people.signedIn();
    const { aud: _aud, ...rest } = claimsOf(session.access_token);
    const create = (aud: unknown) => forge({ ...rest, aud }, jwtSecret);
    const tokens = {
      "another aud": create("x"),
      "no aud": forge(rest, jwtSecret),
      "aud empty": create(""),
      "aud null": create(null),
    };
    return expectNoEntry(pair, { ...tokens, "several aud": create(["x", "y"]), "aud of a number": create(1) }, [400, 401, 403]);
  }),
  attack("AJ-08", "tokens assembled from different users' parts", { quick: true }, async (pair) => {
    const { jwtSecret } = pair.inside;
    const [one, two] = [await pair.people.signedIn(), await pair.people.signedIn()];
    const claims = claimsOf(one.session.access_token);
    const create = (changed: object) => forge({ ...claims, ...changed }, jwtSecret);
    await expectNoEntry(pair, {
      "another's sub": create({ sub: two.id }),
      "the nil UUID": create({ sub: "00000000-0000-0000-0000-000000000000" }),
      "sub empty": create({ sub: "" }),
      "a session that is no UUID": create({ session_id: "1 or true" }),
      "sub of a number": create({ sub: 1 }),
    });
    expectVerdict(await pair.auth.get("/user", { authorization: `Bearer ${create({ sub: "me" })}` }), "400 bad_jwt");
    // A forged role needs the secret, and even then the session must be the user's.
    const stolen = create({ sub: two.id, role: "service_role" });
    expectRefused(await pair.auth.get("/admin/users", { authorization: `Bearer ${stolen}` }), "an admin role with another's sub");
  }),
  attack("AJ-09", "a role in user metadata gives no rights", { also: ["V19"] }, async (pair) => {
    const user = await pair.people.signedIn();
    const data = { role: "service_role", aud: "x", sub: "y", app_metadata: { role: "admin" } };
    assert.equal((await pair.auth.put("/user", { data }, user.bearer)).status, 200);
    const { refresh_token } = user.session;
    const next = (await pair.auth.post("/token?grant_type=refresh_token", { refresh_token })).body as { access_token: string };
    const claims = claimsOf(next.access_token);
    assert.deepEqual([claims.role, claims.aud, claims.sub], ["authenticated", "authenticated", user.id]);
    assert.deepEqual((claims.user_metadata as typeof data).role, "service_role");
    expectVerdict(await pair.auth.get("/admin/users", { authorization: `Bearer ${next.access_token}` }), "403 not_admin");
  }),
  attack("AJ-10", "fields that users may not set", async (pair) => {
    const user = await pair.people.signedIn();
    const look = async () => (await pair.auth.get(`/admin/users/${user.id}`, pair.admin)).body as Record<string, unknown>;
    const before = await look();
    expectVerdict(await pair.auth.put("/user", { app_metadata: { role: "admin" } }, user.bearer), "403 not_admin");
    for (const fields of FIELDS_OF_OTHERS) {
      const reply = await pair.auth.put("/user", fields, user.bearer);
      assert.ok(reply.status < 500, `${JSON.stringify(fields)}: ${reply.text}`);
    }
    const { updated_at: _1, ...after } = await look();
    const { updated_at: _2, ...was } = before;
    assert.deepEqual(after, was);
  }),
  attack("AJ-11", "the same fields at sign-up, with a code and at its verification", async (pair) => {
    const extra = Object.assign({}, ...FIELDS_OF_OTHERS, {
      app_metadata: { role: "admin" },
      confirmed_at: "2020-01-01T00:00:00Z",
    });
    const email = pair.address();
    await pair.auth.post("/signup", { ...extra, email, password: pair.people.password() });
    const { code } = await mailTo(pair, email);
    const verified = await pair.auth.post("/verify", { ...extra, type: "signup", email, token: code });
    const other = pair.address();
    assert.equal((await pair.auth.post("/otp", { ...extra, email: other })).status, 200);
    const byCode = await pair.auth.post("/verify", {
      ...extra,
      type: "email",
      email: other,
      token: (await mailTo(pair, other)).code,
    });
    for (const reply of [verified, byCode]) {
      const { user, access_token } = reply.body as { user: User & Record<string, unknown>; access_token: string };
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual([user.role, user.aud, user.id === extra.id], ["authenticated", "authenticated", false]);
      assert.equal((user.app_metadata as Record<string, unknown>).role, undefined);
      assert.equal(claimsOf(access_token).role, "authenticated");
    }
  }),
  attack("AJ-13", "a token of one kind instead of another", async (pair) => {
    const { jwtSecret } = pair.inside;
    const user = await pair.people.signedIn();
    await pair.auth.post("/recover", { email: user.email });
    const { token: link } = await mailTo(pair, user.email);
    const trip = await tripOf(pair, "github", { email: pair.address(), subject: "8101", verified: true });
    const provider = new URLSearchParams(new URL(trip.headers.location ?? "").hash.slice(1)).get("provider_token") ?? "";
    assert.ok(provider, "the provider's token came along");
    const detail = await expectNoEntry(pair, {
      "a refresh token": user.session.refresh_token,
      "a link's token": link,
      "the provider's token": provider,
      "an anonymous key": forge({ role: "anon", iss: "supabase", iat: 1, exp: inAnHour() }, jwtSecret),
    });
    for (const refresh_token of [user.session.access_token, link, provider]) {
      const reply = await pair.auth.post("/token?grant_type=refresh_token", { refresh_token });
      expectVerdict(reply, "400 refresh_token_not_found");
    }
    return detail;
  }),
  attack("AJ-14", "every flipped bit of the signature, every prefix of a token", { also: ["V08"] }, async (pair) => {
    const { session } = await pair.people.signedIn();
    const { access_token: token, refresh_token: refresh } = session;
    const [head, claims, signature = ""] = token.split(".");
    const flipped = Array.from({ length: 256 }, (_, bit) => `${head}.${claims}.${flip(signature, bit)}`);
    const prefixes = Array.from({ length: token.length - 1 }, (_, length) => token.slice(0, length + 1));
    for (const batch of batches([...flipped, ...prefixes], 64)) {
      const replies = await Promise.all(batch.map((each) => pair.auth.get("/user", { authorization: `Bearer ${each}` })));
      for (const reply of replies) expectRefused(reply, "a changed token", [401, 403]);
    }
    const bits = Array.from({ length: Buffer.from(refresh, "base64url").length * 8 }, (_, bit) => flip(refresh, bit));
    const changed = [...bits, ...Array.from({ length: refresh.length }, (_, length) => refresh.slice(0, length)), `${refresh}A`];
    for (const batch of batches(changed, 64)) {
      const refreshAll = batch.map((refresh_token) =>
        pair.auth.post("/token?grant_type=refresh_token", { refresh_token }, from(9)),
      );
      for (const reply of await Promise.all(refreshAll)) expectRefused(reply, "a changed refresh token", [400]);
    }
    const good = await pair.auth.post("/token?grant_type=refresh_token", { refresh_token: refresh });
    assert.equal(good.status, 200, "the right one still works");
    return `${flipped.length + prefixes.length} access tokens, ${changed.length} refresh tokens`;
  }),
  attack("AJ-16", "a token of the right secret that belongs to no session", async (pair) => {
    const { jwtSecret } = pair.inside;
    const user = await pair.people.signedIn();
    const { session_id: _session, ...claims } = claimsOf(user.session.access_token);
    return expectNoEntry(pair, {
      "no session": forge(claims, jwtSecret),
      "session empty": forge({ ...claims, session_id: "" }, jwtSecret),
    });
  }),
  attack("V05", "a missing claim never weakens a check", async (pair) => {
    const { jwtSecret } = pair.inside;
    const claims = claimsOf((await pair.people.signedIn()).session.access_token);
    const without = (name: string) => Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
    const names = ["sub", "aud", "exp", "session_id"];
    return expectNoEntry(pair, Object.fromEntries(names.map((name) => [`no ${name}`, forge(without(name), jwtSecret)])));
  }),
  attack("V07", "two concurrent users on many connections never see each other's data", async (pair) => {
    const users = [await pair.people.signedIn(), await pair.people.signedIn()];
    const until = Date.now() + (pair.options.full ? 60_000 : 3_000);
    let calls = 0;
    await inParallel(64, async (index) => {
      for (let attempt = index; Date.now() < until; attempt++, calls++) {
        const { id, bearer } = users[attempt % 2] as (typeof users)[0];
        const { status, body } = await pair.auth.get("/user", bearer);
        assert.deepEqual([status, (body as { id: string }).id], [200, id]);
      }
    });
    return `${calls} calls`;
  }),
];

const FIELDS_OF_OTHERS: readonly Record<string, unknown>[] = [
  { role: "service_role" },
  { aud: "x" },
  { id: "11111111-1111-4111-8111-111111111111" },
  { email_confirmed_at: "2020-01-01T00:00:00Z" },
  { phone_confirmed_at: "2020-01-01T00:00:00Z" },
  { is_super_admin: true },
  { banned_until: null },
  { is_anonymous: true },
  { email_verified: true, identities: [] },
];

/** The same bytes with one bit flipped. */
function flip(text: string, bit: number): string {
  const bytes = Buffer.from(text, "base64url");
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return bytes.toString("base64url");
}

function batches<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));
}
