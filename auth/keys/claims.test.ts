import assert from "node:assert/strict";
import { test } from "node:test";
import { requireCurrent, requireUserId, requireValidClaims, userIdOf } from "./claims.ts";

const now = new Date("2026-01-31T12:00:00Z");
const seconds = now.getTime() / 1000;
const ADMIN_ROLES = ["service_role", "supabase_admin"];
const sound = { sub: "5f0cf2a4-5b5b-4a3c-9a39-6a2b6d0b6f0e", aud: "authenticated", role: "authenticated", exp: seconds + 60 };

function check(change: object) {
  const claims = requireValidClaims(JSON.parse(JSON.stringify({ ...sound, ...change })), ADMIN_ROLES);
  requireCurrent(claims, now);
  return claims;
}

test("sound claims are returned as they are, without warnings", () => {
  const extra = { session_id: sound.sub, iat: seconds, nbf: seconds, aud: ["authenticated", "x"], app_metadata: { a: 1 } };
  assert.deepEqual(check(extra), { ...sound, ...extra, warnings: [] });
});

test("a token cannot bring warnings of its own", () => {
  assert.deepEqual(check({ warnings: ["forged"] }).warnings, []);
});

const unfit: Record<string, [change: object, detail: string]> = {
  "exp in the past": [{ exp: seconds - 1 }, "token is expired"],
  "exp at this very moment": [{ exp: seconds }, "token is expired"],
  "exp missing": [{ exp: undefined }, "exp claim is missing"],
  "exp as text": [{ exp: String(seconds + 60) }, "exp claim is not a number"],
  "exp null": [{ exp: null }, "exp claim is not a number"],
  "nbf in the future": [{ nbf: seconds + 1 }, "token is not valid yet"],
  "iat tomorrow": [{ iat: seconds + 86_400 }, "token is used before it was issued"],
  "iat as text": [{ iat: "now" }, "iat claim is not a number"],
  "aud missing": [{ aud: undefined }, "aud claim is missing"],
  "aud empty": [{ aud: "" }, "aud claim is missing"],
  "aud a number": [{ aud: 1 }, "aud claim is not a string"],
  "aud an empty list": [{ aud: [] }, "aud claim is not a string"],
  "aud a list with a number": [{ aud: ["authenticated", 1] }, "aud claim is not a string"],
  "role a list": [{ role: ["service_role"] }, "role claim is not a string"],
  "sub a number": [{ sub: 7 }, "sub claim is not a string"],
  "session_id an object": [{ session_id: {} }, "session_id claim is not a string"],
};
for (const [title, [change, detail]] of Object.entries(unfit)) {
  test(`${title} is 403 bad_jwt`, () => {
    const message = `invalid JWT: unable to parse or verify signature, ${detail}`;
    assert.throws(() => check(change), { status: 403, code: "bad_jwt", message });
  });
}

test("a time too large for a number is 403 bad_jwt, and does not last for ever", () => {
  const payload = JSON.parse(`{"aud":"authenticated","exp":1e999}`);
  assert.throws(() => requireValidClaims(payload, ADMIN_ROLES), { status: 403, code: "bad_jwt" });
});

test("iat may be ahead by what clocks of replicas differ", () => {
  assert.equal(check({ iat: seconds + 30 }).iat, seconds + 30);
});

test("sub that is no UUID is 400 bad_jwt, session_id that is none 403; empty and absent ones are left to the caller", () => {
  for (const sub of ["1", `${sound.sub} `, "' or 1=1", `${sound.sub}\n`]) {
    assert.throws(() => check({ sub }), { status: 400, code: "bad_jwt", message: "invalid claim: sub claim must be a UUID" });
    assert.throws(() => check({ session_id: sub }), { status: 403, code: "bad_jwt" });
  }
  assert.equal(check({ sub: "" }).sub, "");
  assert.equal(check({ sub: undefined }).sub, undefined);
});

test("an operator's token may name its holder by any text; a user's token, and one that has a session, names a user", () => {
  for (const sub of ["admin", "1234567890", "' or 1=1"]) {
    const claims = check({ sub, role: "service_role" });
    assert.deepEqual([claims.sub, userIdOf(claims)], [sub, undefined]);
    assert.throws(() => requireUserId(claims), { status: 400, code: "bad_jwt" });
    assert.throws(() => check({ sub, role: "service_role", session_id: sound.sub }), { status: 400, code: "bad_jwt" });
    assert.throws(() => check({ sub, role: "authenticated" }), { status: 400, code: "bad_jwt" });
  }
  assert.equal(requireUserId(check({})), sound.sub);
  for (const sub of ["", undefined]) assert.throws(() => requireUserId(check({ sub })), { status: 403, code: "bad_jwt" });
});

test("an admin token without exp or aud works, with a warning for each", () => {
  const { warnings } = requireValidClaims({ role: "service_role" }, ADMIN_ROLES);
  assert.deepEqual(warnings, [
    "A token of the admin role service_role has no exp claim",
    "A token of the admin role service_role has no aud claim",
  ]);
  assert.deepEqual(check({ role: "supabase_admin", sub: undefined }).warnings, []);
});

test("an admin token that has exp must be before it, and what only resembles an admin role is none", () => {
  assert.throws(() => check({ role: "service_role", exp: seconds - 1 }), { status: 403 });
  for (const role of ["Service_Role", "service_role ", "anon", "", "constructor"]) {
    assert.throws(() => check({ role, exp: undefined }), { status: 403, code: "bad_jwt" });
  }
});
