import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync, type KeyObject } from "node:crypto";
import { test } from "node:test";
import { jwtVerify, SignJWT } from "jose";
import { type JwsMethod, openerOf, secretKeyOf, signerOf } from "./jws.ts";

const secret = secretKeyOf("a secret for tests that is long enough to be quiet");
const CLAIMS = { sub: "ana", name: "Ana Conceição 😀", iat: 1_700_000_000 };

type Pair = { publicKey: KeyObject; privateKey: KeyObject };
const KEYS: Record<JwsMethod, Pair> = {
  HS256: { publicKey: secret, privateKey: secret },
  RS256: generateKeyPairSync("rsa", { modulusLength: 2048 }),
  RS512: generateKeyPairSync("rsa", { modulusLength: 2048 }),
  ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }),
  ES512: generateKeyPairSync("ec", { namedCurve: "P-521" }),
  EdDSA: generateKeyPairSync("ed25519"),
};

for (const [name, { publicKey, privateKey }] of Object.entries(KEYS)) {
  const method = name as JwsMethod;

  test(`${method}: another implementation reads what is signed here, and the other way round`, async () => {
    const token = signerOf(method, privateKey, "one")(CLAIMS);
    const { payload, protectedHeader } = await jwtVerify(token, publicKey, { algorithms: [method] });
    assert.deepEqual([payload, protectedHeader], [CLAIMS, { alg: method, typ: "JWT", kid: "one" }]);
    const theirs = await new SignJWT(CLAIMS).setProtectedHeader({ alg: method }).sign(privateKey);
    assert.deepEqual(openerOf(method, publicKey)(theirs), CLAIMS);
  });

  test(`${method}: whatever is not signed by the key is refused`, () => {
    const token = signerOf(method, privateKey)(CLAIMS);
    const open = openerOf(method, publicKey);
    assert.deepEqual(open(token), CLAIMS);
    const [header = "", payload = "", signature = ""] = token.split(".");
    const flipped = Buffer.from(signature, "base64url");
    flipped[0] = (flipped[0] as number) ^ 1;
    const other = Buffer.from(JSON.stringify({ ...CLAIMS, sub: "bob" })).toString("base64url");
    const refused = [
      ...[
        "",
        ".",
        "..",
        "x.y.z",
        header,
        `${header}.${payload}`,
        `${header}.${payload}.`,
        `${token}.`,
        `.${token}`,
        `${token}.x`,
      ],
      ...[`${header}.${other}.${signature}`, `${header}.${payload}.${flipped.toString("base64url")}`],
      ...[
        `${header}.${payload}.${signature.slice(0, -4)}`,
        `${header}.${payload}.${signature}AAAA`,
        `${payload}.${header}.${signature}`,
      ],
    ];
    for (const each of refused) assert.throws(() => open(each), each);
  });
}

test("the name of a key is in the header only where it has one, and what is signed must be an object", () => {
  const headerOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString());
  assert.deepEqual(headerOf(signerOf("HS256", secret)(CLAIMS)), { alg: "HS256", typ: "JWT" });
  for (const payload of ["[]", "null", '"text"', "1", "{", ""]) {
    const signed = `${Buffer.from('{"alg":"HS256"}').toString("base64url")}.${Buffer.from(payload).toString("base64url")}`;
    const token = `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
    assert.throws(() => openerOf("HS256", secret)(token), payload);
  }
});
