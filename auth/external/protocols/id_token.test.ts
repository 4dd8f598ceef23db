import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { type TestContext, test } from "node:test";
import type { JWTPayload } from "jose";
import { OutboundError } from "../../../kernel/outbound/outbound.ts";
import { type SinkAnswer, startHttpSink } from "../../../kernel/testing/http_sink.ts";
import { ProviderError } from "../provider.ts";
import { makeSigningKeys, type Signing } from "../testing/signing_keys.ts";
import { type IdTokenCheck, verifyIdToken } from "./id_token.ts";

const now = new Date("2026-01-31T12:00:00Z");
const seconds = now.getTime() / 1000;

const claims = {
  iss: "https://issuer.example.com",
  sub: "person 1",
  aud: "our id",
  exp: seconds + 3600,
  iat: seconds,
  nonce: "a nonce",
  email: "ana@example.com",
};

/** A provider that publishes keys, and a check that knows it. */
async function publish(answer?: () => SinkAnswer | undefined) {
  const keys = await makeSigningKeys();
  const sink = await startHttpSink(() => answer?.() ?? { status: 200, body: keys.published() });
  // No two tests share an address, even if they get the same port one after the other: keys are kept by it.
  const keysUrl = `${sink.url}/${randomUUID()}`;
  const check = (idToken: string, more: Partial<IdTokenCheck> = {}) =>
    verifyIdToken({ idToken, issuers: [claims.iss], audiences: ["our id", "our app's id"], keysUrl, now, ...more });
  return { keys, sink, check, [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose]() };
}

const refusals = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ProviderError, String(error));
  assert.equal(error.step, "id_token");
  assert.match(error.message, pattern);
  return true;
};

test("a token that the provider signed for us is taken, whichever pair of keys it used", async () => {
  await using provider = await publish();
  for (const signing of ["RS256", "ES256"] as const) {
    assert.deepEqual(await provider.check(await provider.keys.sign(claims, signing)), claims);
  }
  const forTheApp = await provider.keys.sign({ ...claims, aud: "our app's id" });
  assert.equal((await provider.check(forTheApp)).aud, "our app's id");
  assert.equal(provider.sink.requests.length, 1);
});

test("keys that are too short, or no point of their curve, verify nothing", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const bytes = Buffer.alloc(32, 1).toString("base64url");
  const published = [
    { ...publicKey.export({ format: "jwk" }), kid: "short", alg: "RS256", use: "sig" },
    { kty: "EC", crv: "P-256", x: bytes, y: bytes, kid: "off", alg: "ES256", use: "sig" },
  ];
  await using provider = await publish(() => ({ status: 200, body: { keys: published } }));
  const parts = (alg: string, kid: string) =>
    [{ alg, kid }, claims].map((each) => Buffer.from(JSON.stringify(each)).toString("base64url")).join(".");
  const short = parts("RS256", "short");
  const signature = sign("sha256", Buffer.from(short), privateKey).toString("base64url");
  await assert.rejects(provider.check(`${short}.${signature}`), refusals(/refused/));
  await assert.rejects(
    provider.check(`${parts("ES256", "off")}.${Buffer.alloc(64, 1).toString("base64url")}`),
    refusals(/refused/),
  );
});

test("a token that the provider did not sign is refused", async () => {
  await using provider = await publish();
  const cases: [Signing, RegExp][] = [
    ["HS256 with the public key", /"alg"/],
    ["none", /"alg"|signed/i],
    ["a stranger's key", /signature/],
    ["a key that is not published", /no applicable key/],
  ];
  for (const [signing, why] of cases) {
    await assert.rejects(provider.check(await provider.keys.sign(claims, signing)), refusals(why), signing);
  }
  const good = await provider.keys.sign(claims);
  const [header, payload, signature] = good.split(".") as [string, string, string];
  const other = Buffer.from(JSON.stringify({ ...claims, sub: "person 2" })).toString("base64url");
  for (const bad of [
    "",
    "x",
    "a.b.c",
    `${header}.${other}.${signature}`,
    `${header}.${payload}.`,
    `${header}.${payload}`,
    good.slice(0, -2),
  ]) {
    await assert.rejects(provider.check(bad), refusals(/^the identity token is refused/), bad);
  }
});

test("a token without one of the claims that bind it is refused", async () => {
  await using provider = await publish();
  for (const name of ["iss", "sub", "aud", "exp", "iat"] as const) {
    const { [name]: _gone, ...rest } = claims;
    await assert.rejects(provider.check(await provider.keys.sign(rest as JWTPayload)), refusals(new RegExp(`"${name}"`)), name);
  }
});

test("a token with a claim that does not fit is refused", async () => {
  await using provider = await publish();
  const cases: [string, Record<string, unknown>, RegExp][] = [
    ["issuer", { iss: "https://issuer.example.com.evil.test" }, /issuer is not https:\/\/issuer\.example\.com/],
    ["issuer with a slash", { iss: "https://issuer.example.com/" }, /issuer/],
    ["issuer that is a list", { iss: [claims.iss] }, /iss/],
    ["audience", { aud: "somebody else" }, /"aud"/],
    ["no audience at all", { aud: [] }, /"aud"/],
    ["others' audience too", { aud: ["our id", "somebody else"] }, /for others too/],
    ["others' audience and party", { aud: ["our id", "somebody else"], azp: "somebody else" }, /issued to another party/],
    ["our audience, another party", { azp: "somebody else" }, /issued to another party/],
    ["our audience, a party that is no text", { azp: ["our id"] }, /issued to another party/],
    ["expired now", { exp: seconds }, /expired/],
    ["expired a day ago", { exp: seconds - 86_400 }, /"exp"/],
    ["expiry as text", { exp: `${seconds + 3600}` }, /"exp"/],
    ["from the future", { iat: seconds + 61 }, /future|"iat"/],
    ["time of issue as text", { iat: "now" }, /"iat"/],
    ["not valid yet", { nbf: seconds + 61 }, /"nbf"/],
    ["empty subject", { sub: "" }, /no subject/],
    ["subject that is a number", { sub: 7 }, /no subject/],
    ["endless subject", { sub: "s".repeat(256) }, /no subject/],
    ["a logout token", { events: { "http://schemas.openid.net/event/backchannel-logout": {} } }, /another kind/],
  ];
  for (const [name, change, why] of cases) {
    await assert.rejects(provider.check(await provider.keys.sign({ ...claims, ...change } as JWTPayload)), refusals(why), name);
  }
  const accessToken = await provider.keys.sign(claims, "RS256", { typ: "at+jwt" });
  await assert.rejects(provider.check(accessToken), refusals(/another kind/));
});

test("clocks may differ by a minute, and several audiences are fine when we are the party", async () => {
  await using provider = await publish();
  for (const change of [
    { iat: seconds + 59, nbf: seconds + 59 },
    { exp: seconds + 1 },
    { aud: ["our id", "x"], azp: "our id" },
  ]) {
    await provider.check(await provider.keys.sign({ ...claims, ...change }));
  }
});

test("the issuer may depend on a claim of the token", async () => {
  await using provider = await publish();
  const issuers: IdTokenCheck["issuers"] = ({ tid }) => (tid === "t1" ? ["https://t1.example.com"] : []);
  const sign = (tid: string, iss: string) => provider.keys.sign({ ...claims, tid, iss });
  await provider.check(await sign("t1", "https://t1.example.com"), { issuers });
  await assert.rejects(provider.check(await sign("t2", "https://t1.example.com"), { issuers }), refusals(/one that we know/));
  await assert.rejects(provider.check(await sign("t1", "https://t2.example.com"), { issuers }), refusals(/https:\/\/t1/));
});

test("a nonce that we sent must be in the token", async () => {
  await using provider = await publish();
  const { nonce, ...without } = claims;
  await provider.check(await provider.keys.sign(claims), { nonce });
  for (const token of [without, { ...claims, nonce: "another" }, { ...claims, nonce: "" }, { ...claims, nonce: [nonce] }]) {
    await assert.rejects(provider.check(await provider.keys.sign(token as JWTPayload), { nonce }), refusals(/nonce/));
  }
});

test("an access token must be the one that the token names", async () => {
  await using provider = await publish();
  const hash = createHash("sha256").update("an access token").digest();
  const at_hash = hash.subarray(0, 16).toString("base64url");
  const token = await provider.keys.sign({ ...claims, at_hash });
  await provider.check(token);
  await provider.check(token, { accessToken: "an access token" });
  await assert.rejects(provider.check(token, { accessToken: "another" }), refusals(/another access token/));
  // The standard leaves the hash to the provider.
  await provider.check(await provider.keys.sign(claims), { accessToken: "another" });
});

test("keys are fetched from the configured address alone, whatever the token names", async () => {
  await using evil = await startHttpSink();
  await using provider = await publish();
  const header = { jku: `${evil.url}/jku`, x5u: `${evil.url}/x5u`, jwk: { kty: "oct", k: "AA" } };
  for (const signing of ["a key that is not published", "a stranger's key"] as const) {
    const token = await provider.keys.sign({ ...claims, iss: evil.url }, signing, header);
    await assert.rejects(provider.check(token), refusals(/refused/));
  }
  assert.equal(evil.requests.length, 0);
});

test("new keys are fetched when a token has one, but not more often than every half minute", async (t: TestContext) => {
  t.mock.timers.enable({ apis: ["Date"], now: 0 });
  await using provider = await publish();
  const { check, keys, sink } = provider;
  await check(await keys.sign(claims));
  await keys.rotate();
  const token = await keys.sign(claims);
  await assert.rejects(check(token), refusals(/no applicable key/));
  assert.equal(sink.requests.length, 1);
  t.mock.timers.setTime(30_001);
  await check(token);
  assert.equal(sink.requests.length, 2);
  const madeUp = await keys.sign(claims, "a key that is not published");
  await Promise.all(Array.from({ length: 20 }, () => assert.rejects(check(madeUp), refusals(/no applicable key/))));
  t.mock.timers.setTime(50_000);
  await assert.rejects(check(madeUp), refusals(/no applicable key/));
  assert.equal(sink.requests.length, 2);
  // And not less often than every ten minutes: keys that were withdrawn must stop to count.
  await keys.rotate();
  t.mock.timers.setTime(640_000);
  await assert.rejects(check(token), refusals(/no applicable key/));
  assert.equal(sink.requests.length, 3);
});

test("keys that cannot be had refuse the token, and are not asked for again at once", async (t: TestContext) => {
  t.mock.timers.enable({ apis: ["Date"], now: 0 });
  const answers: [string, () => SinkAnswer, RegExp][] = [
    ["status 500", () => ({ status: 500, body: {} }), /status 500/],
    ["redirect", () => ({ status: 302, headers: { location: "http://127.0.0.1:1/" } }), /status 302/],
    ["broken JSON", () => ({ status: 200, body: '{"keys": [' }), /not JSON/],
    ["a list", () => ({ status: 200, body: [] }), /not a JSON object/],
    ["no keys", () => ({ status: 200, body: { keys: "none" } }), /not a set of keys/],
    ["odd keys", () => ({ status: 200, body: { keys: [1, "x"] } }), /not a set of keys/],
    ["5 MB", () => ({ status: 200, body: "x".repeat(5_000_000) }), /more than 200000 bytes/],
  ];
  for (const [name, answer, why] of answers) {
    let broken = true;
    await using provider = await publish(() => (broken ? answer() : undefined));
    const token = await provider.keys.sign(claims);
    const refusal = async () => {
      const error = await provider.check(token).catch((thrown) => thrown);
      assert.ok(refusals(why)(error) && error.cause instanceof OutboundError, name);
    };
    await refusal();
    broken = false;
    await refusal();
    assert.equal(provider.sink.requests.length, 1, name);
    t.mock.timers.setTime(Date.now() + 10_001);
    await provider.check(token);
  }
});

test("only so many sets of keys are kept, the ones that were opened last", async () => {
  await using provider = await publish();
  const token = await provider.keys.sign(claims);
  const folder = `${provider.sink.url}/${randomUUID()}`;
  const open = (number: number) => provider.check(token, { keysUrl: `${folder}/${number}` });
  for (let number = 0; number <= 50; number++) await open(number);
  await open(50);
  assert.equal(provider.sink.requests.length, 51);
  await open(0);
  assert.equal(provider.sink.requests.length, 52);
});

test("a provider that never answers costs three seconds, once", async () => {
  await using provider = await publish(() => ({ status: 200, hang: true }));
  const token = await provider.keys.sign(claims);
  const flow = performance.now();
  const all = Array.from({ length: 10 }, () => assert.rejects(provider.check(token), refusals(/longer than 3000 ms/)));
  await Promise.all(all);
  assert.ok(performance.now() - flow < 15_000);
  assert.equal(provider.sink.requests.length, 1);
});

test("a refusal says nothing of what the token holds", async () => {
  await using provider = await publish();
  const secret = "ana.secret@example.com";
  for (const change of [{ aud: "x" }, { exp: 1 }, { iss: "x" }, { sub: "" }, { nonce: "x" }]) {
    const token = await provider.keys.sign({ ...claims, email: secret, ...change });
    const error = await provider.check(token, { nonce: "other" }).catch((thrown) => thrown);
    assert.ok(error instanceof ProviderError);
    assert.equal(error.cause, undefined);
    assert.ok(!error.message.includes(secret) && !error.message.includes(token));
  }
});
