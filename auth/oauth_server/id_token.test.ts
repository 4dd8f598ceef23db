import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import type { TestSession } from "../account/testing.ts";
import { ISSUER, makeClient, startOauth, tokensFor } from "./testing.ts";

test("with an RSA key identity tokens are signed by RS256, which older clients insist on, and discovery says so", async () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: "jwk" }), kid: "rsa", alg: "RS256", key_ops: ["sign", "verify"] };
  await using auth = await startOauth({ JWT_KEYS: JSON.stringify([key]) });
  const discovered = (await auth.get("/.well-known/openid-configuration")).body as Record<string, string[]>;
  assert.deepEqual(discovered.id_token_signing_alg_values_supported, ["RS256"]);
  const person = { email: "ana@example.com", password: "correct horse" };
  const session = (await auth.post("/signup", person)).body as TestSession;
  const client = await makeClient(auth);
  const { id_token: token } = await tokensFor(auth, session, client);
  const published = createLocalJWKSet((await auth.get("/.well-known/jwks.json")).body as JSONWebKeySet);
  const options = { issuer: ISSUER, audience: client.client_id, algorithms: ["RS256"], currentDate: auth.clock.now() };
  const { payload, protectedHeader } = await jwtVerify(token, published, options);
  assert.deepEqual([payload.email, protectedHeader.alg, protectedHeader.kid], [person.email, "RS256", "rsa"]);
});
