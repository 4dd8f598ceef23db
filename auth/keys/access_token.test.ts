import assert from "node:assert/strict";
import { test } from "node:test";
import { accessTokenClaims } from "./access_token.ts";

const now = new Date("2026-01-31T12:00:00.900Z");
const user = {
  id: "5f0cf2a4-5b5b-4a3c-9a39-6a2b6d0b6f0e",
  aud: "authenticated",
  role: "authenticated",
  email: "ana@example.com",
  phone: null,
  raw_app_meta_data: { provider: "email", providers: ["email"] },
  raw_user_meta_data: { role: "service_role", sub: "someone else" },
  is_anonymous: false,
};
const session = {
  id: "d9c8f7b2-7c84-4d53-8f5f-3a1f8f0f3f10",
  aal: "aal1",
  amr: [{ method: "password", timestamp: 1769860700 }],
  endsAt: null,
};

test("an access token says what Supabase Auth's says, in its order; metadata cannot reach other claims", () => {
  const claims = accessTokenClaims({
    user,
    session,
    config: { jwtIssuer: "https://auth.example.com", jwtExpSeconds: 3600 },
    now,
  });
  assert.equal(
    JSON.stringify(claims),
    JSON.stringify({
      iss: "https://auth.example.com",
      sub: user.id,
      aud: "authenticated",
      exp: 1769864400,
      iat: 1769860800,
      email: "ana@example.com",
      phone: "",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { role: "service_role", sub: "someone else" },
      role: "authenticated",
      aal: "aal1",
      amr: [{ method: "password", timestamp: 1769860700 }],
      session_id: session.id,
      is_anonymous: false,
    }),
  );
});

test("an access token has no iss without JWT_ISSUER, empty addresses for missing ones, and the newest method first", () => {
  const amr = [
    { method: "password", timestamp: 100 },
    { method: "totp", timestamp: 200 },
  ];
  const claims = accessTokenClaims({
    user: { ...user, email: null, phone: "5511999990000", is_anonymous: true },
    session: { ...session, aal: "aal2", amr },
    config: { jwtIssuer: undefined, jwtExpSeconds: 60 },
    now,
  });
  assert.ok(!("iss" in claims));
  assert.deepEqual([claims.email, claims.phone, claims.is_anonymous, claims.aal], ["", "5511999990000", true, "aal2"]);
  assert.deepEqual(
    claims.amr.map(({ method }) => method),
    ["totp", "password"],
  );
  assert.equal(claims.exp - claims.iat, 60);
});

test("an access token ends with its session at the latest", () => {
  const config = { jwtIssuer: undefined, jwtExpSeconds: 3600 };
  const expOf = (endsAt: string) =>
    accessTokenClaims({ user, session: { ...session, endsAt: new Date(endsAt) }, config, now }).exp;
  assert.equal(expOf("2026-01-31T12:00:01Z"), 1769860801);
  assert.equal(expOf("2026-01-31T13:00:00Z"), 1769864400);
  assert.equal(expOf("2026-02-01T12:00:00Z"), 1769864400);
});
