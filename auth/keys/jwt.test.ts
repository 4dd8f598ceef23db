import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync, type JsonWebKey } from "node:crypto";
import { test } from "node:test";
import { readAuthConfig } from "../config.ts";
import { openJwtKeys } from "./jwt.ts";

const SECRET = "a secret for tests that is long enough to be quiet";
const now = new Date("2026-01-31T12:00:00Z");
const claims = {
  sub: "5f0cf2a4-5b5b-4a3c-9a39-6a2b6d0b6f0e",
  aud: "authenticated",
  exp: now.getTime() / 1000 + 3600,
  iat: now.getTime() / 1000,
  user_metadata: { name: "Ana Åžć 🦜" },
};

/** From the variables, as an operator sets them. */
function keysWith(variables: Record<string, unknown> = {}) {
  const environment: Record<string, string> = {
    AUTHSVC_SITE_URL: "https://app.example.com",
    AUTHSVC_API_EXTERNAL_URL: "https://auth.example.com",
    AUTHSVC_DB_DATABASE_URL: "postgres://localhost/x",
    AUTHSVC_JWT_SECRET: SECRET,
  };
  for (const [name, value] of Object.entries(variables)) {
    environment[`AUTHSVC_${name}`] = typeof value === "string" ? value : JSON.stringify(value);
  }
  const { config, faults } = readAuthConfig(environment);
  assert.deepEqual(faults, []);
  return openJwtKeys(config);
}

const PAIRS = {
  RS256: generateKeyPairSync("rsa", { modulusLength: 2048 }),
  RS512: generateKeyPairSync("rsa", { modulusLength: 2048 }),
  ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }),
  ES512: generateKeyPairSync("ec", { namedCurve: "P-521" }),
  EdDSA: generateKeyPairSync("ed25519"),
};
type Method = keyof typeof PAIRS;
const METHODS = Object.keys(PAIRS) as Method[];

function jwk(method: Method | "HS256", kid: string, operations: string[]): JsonWebKey & { kty: string } {
  const material =
    method === "HS256"
      ? { kty: "oct", k: Buffer.from(`another secret, of the key ${kid}`).toString("base64url") }
      : { kty: "", ...PAIRS[method].privateKey.export({ format: "jwk" }) };
  return { ...material, kid, alg: method, key_ops: operations };
}
const signer = (method: Method | "HS256", kid: string = method) => jwk(method, kid, ["sign", "verify"]);
const verifier = (method: Method | "HS256", kid: string = method) => jwk(method, kid, ["verify"]);

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (segment = "") => JSON.parse(Buffer.from(segment, "base64url").toString());

/** A token made by hand, with an HMAC. */
function forge(header: object, secret: string | Buffer, payload: unknown = claims): string {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
}

const BAD_JWT = { status: 403, code: "bad_jwt", message: /^invalid JWT: unable to parse or verify signature, [a-z]/ };

test("by default HS256 with JWT_SECRET signs, and the header holds no kid", () => {
  const keys = keysWith();
  const token = keys.sign(claims);
  assert.equal(token, forge({ alg: "HS256", typ: "JWT" }, SECRET));
  assert.deepEqual(keys.verify(token, now), { ...claims, warnings: [] });
  assert.deepEqual(keys.publicKeys(), []);
});

test("JWT_KEY_ID is the kid of tokens signed with JWT_SECRET; those from before it still verify", () => {
  const keys = keysWith({ JWT_KEY_ID: "first" });
  const token = keys.sign(claims);
  assert.deepEqual(decode(token.split(".")[0]), { alg: "HS256", typ: "JWT", kid: "first" });
  assert.equal(keys.verify(token, now).sub, claims.sub);
  assert.equal(keys.verify(keysWith().sign(claims), now).sub, claims.sub);
});

const BROWSER_NAMES = {
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  RS512: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-512" },
  ES256: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  ES512: { name: "ECDSA", namedCurve: "P-521", hash: "SHA-512" },
  EdDSA: { name: "Ed25519" },
};

for (const method of METHODS) {
  test(`${method}: the key with sign signs, its public half is published and is enough for a browser to verify`, async () => {
    const keys = keysWith({ JWT_KEYS: [signer(method, "k1")] });
    const token = keys.sign(claims);
    assert.deepEqual(decode(token.split(".")[0]), { alg: method, typ: "JWT", kid: "k1" });
    assert.deepEqual(keys.verify(token, now), { ...claims, warnings: [] });

    const [published, ...others] = keys.publicKeys();
    const publicJwk = PAIRS[method].publicKey.export({ format: "jwk" });
    assert.deepEqual(published, { ...publicJwk, kid: "k1", alg: method, use: "sig", key_ops: ["verify"] });
    assert.deepEqual(others, []);
    const input = token.slice(0, token.lastIndexOf("."));
    const signature = Buffer.from(token.slice(input.length + 1), "base64url");
    const imported = await crypto.subtle.importKey("jwk", published as JsonWebKey, BROWSER_NAMES[method], true, ["verify"]);
    assert.ok(await crypto.subtle.verify(BROWSER_NAMES[method], imported, signature, Buffer.from(input)));
  });
}

test("HS256 in JWT_KEYS signs, and is never published", () => {
  const keys = keysWith({ JWT_KEYS: [signer("HS256", "shared"), verifier("EdDSA"), verifier("ES256")] });
  assert.equal(decode(keys.sign(claims).split(".")[0]).kid, "shared");
  assert.equal(keys.verify(keys.sign(claims), now).sub, claims.sub);
  assert.equal(JSON.stringify(keys.publicKeys()).match(/"(d|p|q|dp|dq|qi|k|oth)":/g), null);
  assert.deepEqual(
    keys.publicKeys().map((key) => (key as { kid: string }).kid),
    ["EdDSA", "ES256"],
  );
});

test("keys rotate without signing anyone out: the listed old key verifies, the new one signs, the retired one is refused", () => {
  const secretOnly = keysWith({ JWT_KEY_ID: "legacy" });
  const announced = keysWith({ JWT_KEY_ID: "legacy", JWT_KEYS: [signer("RS256", "old"), verifier("ES256", "new")] });
  const rotated = keysWith({ JWT_KEY_ID: "legacy", JWT_KEYS: [verifier("RS256", "old"), signer("ES256", "new")] });
  const retired = keysWith({ JWT_SECRET: "a new secret, of 32 bytes or more", JWT_KEYS: [signer("ES256", "new")] });
  const kids = (keys: typeof rotated) => keys.publicKeys().map((key) => (key as { kid: string }).kid);

  assert.deepEqual([kids(announced), kids(rotated), kids(retired)], [["old", "new"], ["old", "new"], ["new"]]);
  const ages = [keysWith().sign(claims), secretOnly.sign(claims), announced.sign(claims), rotated.sign(claims)];
  assert.deepEqual(
    ages.map((token) => decode(token.split(".")[0]).kid),
    [undefined, "legacy", "old", "new"],
  );
  for (const token of ages) assert.equal(rotated.verify(token, now).sub, claims.sub);
  for (const token of ages.slice(0, 3)) assert.throws(() => retired.verify(token, now), BAD_JWT);
  assert.equal(retired.verify(ages[3] as string, now).sub, claims.sub);
  assert.equal(announced.verify(ages[3] as string, now).sub, claims.sub, "a replica that is not restarted yet");
});

test("one key without kid: its tokens and those of JWT_SECRET both verify", () => {
  for (const method of ["EdDSA", "HS256"] as const) {
    const { kid: _none, ...key } = signer(method);
    const keys = keysWith({ JWT_KEYS: [key] });
    for (const token of [keys.sign(claims), keysWith().sign(claims)]) assert.equal(keys.verify(token, now).sub, claims.sub);
    assert.ok(keys.publicKeys().every((each) => !("kid" in each)));
  }
});

test("the keys that Supabase's own script makes: one that signs, and the secret without kid; [] is as unset", () => {
  const { kid: _none, key_ops: _unsaid, ...shared } = jwk("HS256", "", []);
  const secret = { ...shared, k: Buffer.from(SECRET).toString("base64url") };
  for (const keys of [
    [signer("ES256", "new"), secret],
    [secret, signer("ES256", "new")],
  ]) {
    const both = keysWith({ JWT_KEYS: keys });
    assert.equal(decode(both.sign(claims).split(".")[0]).kid, "new");
    const foreign = forge({ alg: "HS256", typ: "JWT", kid: "of another program" }, SECRET);
    for (const token of [both.sign(claims), keysWith().sign(claims), foreign])
      assert.equal(both.verify(token, now).sub, claims.sub);
    assert.deepEqual(
      both.publicKeys().map((key) => (key as { kid: string }).kid),
      ["new"],
    );
  }
  const empty = keysWith({ JWT_KEYS: "[]" });
  assert.equal(empty.sign(claims), keysWith().sign(claims));
  assert.deepEqual(empty.publicKeys(), []);
});

test("JWT_VALID_METHODS restricts which keys count", () => {
  const keys = keysWith({ JWT_KEYS: [signer("ES256"), verifier("RS256")], JWT_VALID_METHODS: "ES256" });
  assert.equal(keys.verify(keys.sign(claims), now).sub, claims.sub);
  assert.throws(() => keys.verify(keysWith().sign(claims), now), BAD_JWT);
  assert.throws(() => keys.verify(keysWith({ JWT_KEYS: [signer("RS256")] }).sign(claims), now), BAD_JWT);
  assert.deepEqual(keys.publicKeys().length, 1);
});

test("no token chooses its algorithm: none in every spelling, foreign names, a public key as an HMAC secret", () => {
  const keys = keysWith({ JWT_KEYS: [signer("RS256", "k1"), verifier("ES256", "k2")] });
  for (const alg of ["none", "None", "NONE", "nOnE", "", "HS384", "HS512", "hs256", "PS256", null, undefined, 1, ["HS256"]]) {
    for (const kid of [undefined, "k1"]) {
      assert.throws(() => keys.verify(forge({ alg, typ: "JWT", kid }, SECRET), now), BAD_JWT);
      assert.throws(() => keys.verify(`${encode({ alg, kid })}.${encode(claims)}.`, now), BAD_JWT);
    }
  }
  const { publicKey } = PAIRS.RS256;
  const texts = [
    publicKey.export({ type: "spki", format: "pem" }),
    publicKey.export({ type: "pkcs1", format: "pem" }),
    publicKey.export({ type: "spki", format: "der" }),
    JSON.stringify(publicKey.export({ format: "jwk" })),
    JSON.stringify(keys.publicKeys()[0]),
  ];
  for (const text of texts) {
    for (const header of [{ alg: "HS256", kid: "k1" }, { alg: "HS256" }, { alg: "RS256", kid: "k1" }]) {
      assert.throws(() => keys.verify(forge(header, text), now), BAD_JWT);
    }
  }
});

test("kid is a name in our list and nothing else, and headers that bring a key along are refused", () => {
  const keys = keysWith({ JWT_KEYS: [signer("EdDSA", "k1"), verifier("ES256", "k2")] });
  for (const kid of ["", null, 1, {}, ["k9"], "k1", "k2"]) {
    assert.throws(() => keys.verify(forge({ alg: "HS256", kid }, SECRET), now), BAD_JWT);
  }
  const [head, ...rest] = keys.sign(claims).split(".");
  assert.throws(() => keys.verify([encode({ ...decode(head), kid: "k2" }), ...rest].join("."), now), BAD_JWT);
  for (const extra of [{ jwk: signer("EdDSA") }, { jku: "https://evil.example" }, { x5u: "https://evil.example" }, { x5c: [] }]) {
    assert.throws(() => keys.verify(forge({ alg: "HS256", ...extra }, SECRET), now), BAD_JWT);
  }
  for (const crit of [["exp"], ["b64"], [], null]) {
    assert.throws(() => keys.verify(forge({ alg: "HS256", crit }, SECRET), now), BAD_JWT);
  }
});

test("HS256 under a kid that none of our keys has is tried with JWT_SECRET, and with nothing else", () => {
  const sets = [{}, { JWT_KEY_ID: "first" }, { JWT_KEYS: [signer("EdDSA", "k1"), verifier("HS256", "k2")] }];
  const foreign = ["theirs", "../../dev/null", "' or 1=1 --", "k".repeat(10_000), "__proto__", "k1 "];
  for (const keys of sets.map(keysWith)) {
    for (const kid of foreign) {
      const token = forge({ alg: "HS256", typ: "JWT", kid }, SECRET);
      for (const _ of ["first", "again"]) assert.equal(keys.verify(token, now).sub, claims.sub);
      for (const secret of ["", "secret", kid, "another secret, of the key k2"])
        assert.throws(() => keys.verify(forge({ alg: "HS256", kid }, secret), now), BAD_JWT);
      for (const alg of ["none", "HS512", "EdDSA", "RS256"])
        assert.throws(() => keys.verify(forge({ alg, kid }, SECRET), now), BAD_JWT);
    }
    const { publicKey } = PAIRS.EdDSA;
    const text = publicKey.export({ type: "spki", format: "pem" });
    assert.throws(() => keys.verify(forge({ alg: "HS256", kid: "theirs" }, text), now), BAD_JWT);
  }
  const without = keysWith({ JWT_KEYS: [signer("ES256", "k1")], JWT_VALID_METHODS: "ES256" });
  assert.throws(() => without.verify(forge({ alg: "HS256", kid: "theirs" }, SECRET), now), BAD_JWT);
});

test("a wrong, an empty and a guessable secret are refused", () => {
  for (const secret of ["", "secret", SECRET.slice(1), `${SECRET} `, SECRET.toUpperCase()]) {
    assert.throws(() => keysWith().verify(forge({ alg: "HS256", typ: "JWT" }, secret), now), BAD_JWT);
  }
});

test("every prefix and every single-bit flip of a token is refused", () => {
  for (const method of ["HS256", "ES256", "EdDSA", "RS256"] as const) {
    const keys = method === "HS256" ? keysWith() : keysWith({ JWT_KEYS: [signer(method)] });
    const token = keys.sign(claims);
    for (let length = 0; length < token.length; length++) {
      assert.throws(() => keys.verify(token.slice(0, length), now), BAD_JWT, `${method}, ${length} characters`);
    }
    const bytes = Buffer.from(token, "latin1");
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
      assert.throws(() => keys.verify(flipped.toString("latin1"), now), BAD_JWT, `${method}, bit ${bit}`);
    }
  }
});

test("a second spelling of the same signature is refused", () => {
  const token = keysWith().sign(claims);
  const bytes = Buffer.from(token.slice(token.lastIndexOf(".") + 1), "base64url");
  const input = token.slice(0, token.lastIndexOf("."));
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const spellings = [...alphabet].map((last) => bytes.toString("base64url").slice(0, -1) + last);
  const alike = spellings.filter((each) => Buffer.from(each, "base64url").equals(bytes));
  assert.equal(alike.length, 4, "two bits of the last character say nothing");
  const accepted = alike.filter((each) => {
    try {
      return keysWith().verify(`${input}.${each}`, now);
    } catch {
      return false;
    }
  });
  assert.deepEqual(
    accepted.map((each) => `${input}.${each}`),
    [token],
  );
  assert.throws(() => keysWith().verify(`${token}=`, now), BAD_JWT);
});

test("what is no token is refused, and what is too long is not even read", () => {
  const keys = keysWith();
  const things = [
    "",
    ".",
    "..",
    "...",
    "a.b.c",
    "null.null.null",
    `${encode([])}.${encode({})}.x`,
    `${encode(null)}..`,
    "\0",
    "🦜.🦜.🦜",
  ];
  for (const thing of things) assert.throws(() => keys.verify(thing, now), BAD_JWT);
  for (const payload of [null, [], "text", 1, true]) {
    assert.throws(() => keys.verify(forge({ alg: "HS256" }, SECRET, payload), now), BAD_JWT);
  }
  assert.throws(() => keys.verify(`${keys.sign(claims)}.x`, now), BAD_JWT);
  const long = keys.sign({ ...claims, user_metadata: { text: "x".repeat(32_768) } });
  assert.throws(() => keys.verify(long, now), { ...BAD_JWT, message: /token is too long$/ });
});

test("a token is valid until its exp and not a moment longer, by the clock that verify is given", () => {
  const keys = keysWith();
  const token = keys.sign(claims);
  assert.equal(keys.verify(token, new Date(claims.exp * 1000 - 1)).exp, claims.exp);
  assert.throws(() => keys.verify(token, new Date(claims.exp * 1000)), { ...BAD_JWT, message: /token is expired$/ });
});

test("two tokens in turns are never mixed up", () => {
  const keys = keysWith();
  const subs = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
  const tokens = subs.map((sub) => keys.sign({ ...claims, sub }));
  for (let round = 0; round < 100; round++) assert.equal(keys.verify(tokens[round % 2] as string, now).sub, subs[round % 2]);
});

test("keys that cannot be used stop the start with a line that names the key and quotes nothing of it", () => {
  const rsa1024 = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey.export({ format: "jwk" });
  const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" });
  const es384 = generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey.export({ format: "jwk" });
  const operations = { kid: "k1", key_ops: ["sign"] };
  const { p: _p, q: _q, ...incomplete } = signer("RS256");
  const cases: [key: object, problem: RegExp][] = [
    [{ ...rsa1024, ...operations }, /shorter than 2048 bits/],
    [{ ...signer("ES256"), x: stranger.x, y: stranger.y }, /do not belong together/],
    [{ ...signer("ES256"), d: "secret-looking-value" }, /cannot be used/],
    [incomplete, /cannot be used/],
    [{ ...es384, ...operations }, /do not make one of/],
    [{ ...signer("ES256"), alg: "RS256" }, /do not make one of/],
    [{ ...signer("HS256"), alg: "ES256" }, /do not make one of/],
    [{ ...signer("HS256"), k: "not base64!" }, /not base64url/],
    [{ ...signer("HS256"), k: "A" }, /not base64url/],
  ];
  for (const [key, problem] of cases) {
    assert.throws(
      () => keysWith({ JWT_KEYS: [verifier("EdDSA"), key] }),
      (error: Error) => {
        assert.equal(error.name, "OperatorError");
        assert.match(error.message, /^AUTHSVC_JWT_KEYS: key 2 /);
        assert.match(error.message, problem);
        const { d, k } = key as { d?: string; k?: string };
        return (
          ![d, k].some((secret) => secret && secret.length > 3 && error.message.includes(secret)) && error.cause === undefined
        );
      },
    );
  }
});

test("JWT_VALID_METHODS that would refuse our own tokens stops the start", () => {
  const problem = { name: "OperatorError", message: /^AUTHSVC_JWT_VALID_METHODS: does not contain ES256/ };
  assert.throws(() => keysWith({ JWT_KEYS: [signer("ES256")], JWT_VALID_METHODS: "HS256" }), problem);
});

test("a token that was good before is still refused once it has expired, and one letter beside it is another token", () => {
  const keys = keysWith();
  const token = keys.sign(claims);
  const later = new Date(claims.exp * 1000);
  for (const _ of ["first", "again"]) assert.equal(keys.verify(token, now).sub, claims.sub);
  for (const _ of ["first", "again"])
    assert.throws(() => keys.verify(token, later), { status: 403, message: /token is expired/ });
  assert.throws(() => keys.verify(`${token}A`, now), { status: 403 });
  assert.throws(() => keysWith({ JWT_SECRET: `${SECRET}, another` }).verify(token, now), { status: 403 });
});

test("more tokens than are remembered are all told apart", () => {
  const keys = keysWith();
  const tokens = Array.from({ length: 5_000 }, (_, number) => keys.sign({ ...claims, number }));
  for (const _ of ["first", "again"])
    for (const [number, token] of tokens.entries()) assert.equal(keys.verify(token, now).number, number);
});
