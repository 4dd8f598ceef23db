import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { startTestAuth } from "../testing.ts";

test("GET /.well-known/jwks.json lists the public keys, nothing private and nothing symmetric, and may be cached for ten minutes", async () => {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const keys = [
    { ...pair.privateKey.export({ format: "jwk" }), kid: "new", alg: "ES256", key_ops: ["sign", "verify"] },
    { kty: "oct", k: "c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IHNlY3JldA", kid: "old", alg: "HS256", key_ops: ["verify"] },
  ];
  await using auth = await startTestAuth({ JWT_KEYS: JSON.stringify(keys) });
  const reply = await auth.get("/.well-known/jwks.json");
  const { kty, crv, x, y } = pair.publicKey.export({ format: "jwk" });
  assert.equal(reply.status, 200);
  assert.equal(reply.headers["cache-control"], "public, max-age=600");
  assert.deepEqual(reply.body, { keys: [{ kty, crv, x, y, kid: "new", alg: "ES256", use: "sig", key_ops: ["verify"] }] });
});

test("GET /.well-known/jwks.json is empty while JWT_SECRET signs", async () => {
  await using auth = await startTestAuth();
  assert.deepEqual((await auth.get("/.well-known/jwks.json")).body, { keys: [] });
});
