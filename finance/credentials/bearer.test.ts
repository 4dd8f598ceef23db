import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { SignJWT } from "jose";
import { secretKeyOf, signerOf } from "../../kernel/jws.ts";
import { startHttpSink } from "../../kernel/testing/http_sink.ts";
import { clientWith, startTestFinance } from "../testing.ts";
import { openBearer, readBearer, readClaims } from "./bearer.ts";

const SECRET = "a secret for tests that is long enough to be quiet";
const NOW = new Date("2026-01-31T12:00:00Z");
const SECONDS = NOW.getTime() / 1000;
const USER = "00000000-0000-4000-8000-000000000001";
const GOOD = { sub: USER, session_id: USER, aud: "authenticated", exp: SECONDS + 60, iat: SECONDS };
const KNOWN = { userId: USER, expiresAtSeconds: SECONDS + 60, isAal2: false };

test("claims are judged one by one", () => {
  const read = (changes: object) => readClaims({ ...GOOD, ...changes }, "authenticated", NOW);
  for (const fine of [{}, { aud: ["other", "authenticated"] }, { iat: undefined }, { nbf: SECONDS }, { is_anonymous: false }]) {
    assert.deepEqual(read(fine), KNOWN, JSON.stringify(fine));
  }
  const unfit = [
    { exp: undefined },
    { exp: SECONDS },
    { exp: String(SECONDS + 60) },
    { exp: Number.POSITIVE_INFINITY },
    { nbf: SECONDS + 1 },
    { nbf: "0" },
    { iat: SECONDS + 61 },
    { aud: "other" },
    { aud: undefined },
    { aud: [] },
    { aud: "" },
    { sub: undefined },
    { sub: "" },
    { sub: "ana" },
    { sub: `${USER}x` },
    { session_id: undefined },
    { session_id: "" },
    { session_id: 7 },
    { is_anonymous: true },
    { client_id: USER },
  ];
  for (const changes of unfit) assert.equal(read(changes), undefined, JSON.stringify(changes));
});

test("a header holds one token", () => {
  assert.equal(readBearer("Bearer aaa.bbb.ccc"), "aaa.bbb.ccc");
  assert.equal(readBearer("bearer aaa.bbb.ccc"), "aaa.bbb.ccc");
  for (const header of ["Bearer", "Bearer ", "Bearer a.b", "Bearer a.b.c.d", "Bearer a.b.c, Bearer a.b.c", "Bearer a.b.c d"]) {
    assert.equal(readBearer(header), undefined, header);
  }
  assert.equal(readBearer(`Bearer a.b.${"c".repeat(40_000)}`), undefined);
});

const segment = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Signed by hand, with any header. */
function forgeToken(header: object, secret = SECRET): string {
  const body = `${segment(header)}.${segment(GOOD)}`;
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
}

const signWith = (secret: string, kid?: string) => signerOf("HS256", secretKeyOf(secret), kid);

test("with the shared secret only HS256 counts, with or without a key id", async () => {
  const bearer = openBearer({ jwtSecret: SECRET, jwksUrl: undefined, jwtAud: "authenticated" });
  assert.deepEqual(await bearer.verify(signWith(SECRET)(GOOD), NOW), KNOWN);
  assert.deepEqual(await bearer.verify(signWith(SECRET, "one")(GOOD), NOW), KNOWN);
  assert.deepEqual(await bearer.verify(forgeToken({ alg: "HS256" }), NOW), KNOWN);
  const refused = [
    signWith(`${SECRET}x`)(GOOD),
    await new SignJWT(GOOD).setProtectedHeader({ alg: "HS512" }).sign(Buffer.from(SECRET)),
    forgeToken({ alg: "none" }),
    forgeToken({ alg: "hs256" }),
    forgeToken({}),
    forgeToken({ alg: "HS256", crit: ["b64"], b64: false }),
    forgeToken({ alg: "HS256", jwk: { kty: "oct", k: "eA" } }, "x"),
    `${segment({ alg: "none" })}.${segment(GOOD)}.x`,
    "x.y.z",
    "..",
  ];
  for (const token of refused) assert.equal(await bearer.verify(token, NOW), undefined, token);
});

test("with neither secret nor published keys every token is refused", async () => {
  const bearer = openBearer({ jwtSecret: undefined, jwksUrl: undefined, jwtAud: "authenticated" });
  assert.equal(await bearer.verify(signWith(SECRET)(GOOD), NOW), undefined);
});

test("published keys check what they signed, are fetched once, and are never taken for a secret", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = { ...publicKey.export({ format: "jwk" }), kid: "one", alg: "ES256", use: "sig" };
  await using sink = await startHttpSink(() => ({ status: 200, body: { keys: [jwk] } }));
  const bearer = openBearer({ jwtSecret: undefined, jwksUrl: `${sink.url}/keys`, jwtAud: "authenticated" });
  const sign = signerOf("ES256", privateKey, "one");
  for (let round = 0; round < 3; round++) assert.deepEqual(await bearer.verify(sign(GOOD), NOW), KNOWN);
  assert.equal(sink.requests.length, 1);
  assert.equal(await bearer.verify(sign({ ...GOOD, exp: SECONDS - 1 }), NOW), undefined);
  const { privateKey: other } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  assert.equal(await bearer.verify(signerOf("ES256", other, "one")(GOOD), NOW), undefined);
  const spki = publicKey.export({ format: "pem", type: "spki" }).toString();
  for (const secret of [spki, JSON.stringify(jwk)]) {
    assert.equal(await bearer.verify(forgeToken({ alg: "HS256", kid: "one" }, secret), NOW), undefined);
  }
  assert.equal(await bearer.verify(signerOf("ES256", other, "two")(GOOD), NOW), undefined);
  assert.ok(sink.requests.length <= 2, "unknown key ids do not make us fetch again and again");
});

test("an access token that auth signed with a published key comes in, and one that its secret signed before", async () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = { ...privateKey.export({ format: "jwk" }), kid: "one", alg: "ES256", key_ops: ["sign", "verify"] };
  await using finance = await startTestFinance({}, { auth: { JWT_KEYS: JSON.stringify([jwk]) } });
  const ana = await finance.member("ana@example.com");
  const bearer = await ana.bearer();
  const [header = "", payload = ""] = bearer.authorization.replace("Bearer ", "").split(".");
  const read = (text: string) => JSON.parse(Buffer.from(text, "base64url").toString());
  assert.equal(read(header).alg, "ES256");
  assert.equal((await bearer.get("/users/me")).status, 200);
  const older = clientWith(finance.call, `Bearer ${signWith(SECRET)(read(payload))}`);
  assert.equal((await older.get("/users/me")).status, 200);
});

test("while the published keys cannot be fetched, no token is refused as bad", async () => {
  for (const answer of [{ status: 500 }, { status: 200, body: "no JSON" }, { status: 200, body: [] }]) {
    await using sink = await startHttpSink(() => answer);
    const bearer = openBearer({ jwtSecret: undefined, jwksUrl: sink.url, jwtAud: "authenticated" });
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const token = signerOf("ES256", privateKey, "one")(GOOD);
    await assert.rejects(bearer.verify(token, NOW), { status: 503 }, JSON.stringify(answer));
  }
});

test("a key that auth makes while both run signs tokens that come in", async () => {
  await using finance = await startTestFinance();
  const { auth } = finance;
  const ana = await finance.member("ana@example.com");
  const older = await ana.bearer();
  const made = await auth.post("/admin/signing-keys", { algorithm: "EdDSA" }, auth.admin);
  assert.equal(made.status, 201, made.text);
  const { kid } = (made.body as { signing_key: { kid: string } }).signing_key;
  const signs = await auth.post(`/admin/signing-keys/${kid}/sign?force=true`, {}, auth.admin);
  assert.equal(signs.status, 200, signs.text);
  const newer = await ana.bearer();
  const header = JSON.parse(Buffer.from(newer.authorization.slice("Bearer ".length).split(".")[0] ?? "", "base64url").toString());
  assert.deepEqual([header.alg, header.kid], ["EdDSA", kid]);
  for (const each of [older, newer]) assert.equal((await each.get("/users/me")).status, 200);
});

test("keys are fetched again for one that was published since, half a minute after the last time", async (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: NOW });
  const keys: object[] = [];
  await using sink = await startHttpSink(() => ({ status: 200, body: { keys } }));
  const bearer = openBearer({ jwtSecret: undefined, jwksUrl: sink.url, jwtAud: "authenticated" });
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const token = signerOf("ES256", privateKey, "new")(GOOD);
  assert.equal(await bearer.verify(token, NOW), undefined);
  keys.push({ ...publicKey.export({ format: "jwk" }), kid: "new", alg: "ES256", use: "sig" });
  assert.equal(await bearer.verify(token, NOW), undefined);
  assert.equal(sink.requests.length, 1);
  context.mock.timers.tick(30_001);
  assert.deepEqual(await bearer.verify(token, NOW), KNOWN);
  assert.equal(sink.requests.length, 2);
});
