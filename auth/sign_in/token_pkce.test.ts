import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { acts, ana, confirmedUser, countSessions, errorCode, errorText, methodOf, plantToken } from "../verification/testing.ts";

const VERIFIER = "a verifier that nobody else knows, long enough for the rules";
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

/** The code with which the browser comes back from a link. */
async function authCode(auth: TestAuth, userId: string): Promise<string> {
  const { link } = await plantToken(auth, { userId, kind: "recovery", address: ana.email, challenge: CHALLENGE });
  const reply = await auth.get(`/verify?type=recovery&token=${link}`);
  return new URL(reply.headers.location as string).searchParams.get("code") as string;
}

const exchange = (auth: TestAuth, code: unknown, verifier: unknown = VERIFIER) =>
  auth.post("/token?grant_type=pkce", { auth_code: code, code_verifier: verifier });
const answer = (reply: { status: number; body: unknown }) => [reply.status, errorCode(reply), errorText(reply)];
const UNKNOWN = [404, "flow_state_not_found", "invalid flow state, no valid flow state found"];

test("POST /token?grant_type=pkce opens the session of the flow, once", async () => {
  await using auth = await startTestAuth();
  const userId = await confirmedUser(auth);
  const code = await authCode(auth, userId);
  const { db } = auth.service.world;
  auth.clock.advance(5 * 60);
  const reply = await exchange(auth, code);
  assert.equal(reply.status, 200, reply.text);
  const session = reply.body as { access_token: string; refresh_token: string; user: { id: string } };
  assert.deepEqual([session.user.id, methodOf(session)], [userId, "email_change"]);
  assert.equal((await acts(auth)).at(-1), "login");
  assert.deepEqual(answer(await exchange(auth, code)), UNKNOWN);
  assert.deepEqual(await db.many(sql`select id from flow_states`), []);
  const refreshed = await auth.post("/token?grant_type=refresh_token", { refresh_token: session.refresh_token });
  assert.equal(refreshed.status, 200);
});

test("POST /token?grant_type=pkce refuses another verifier, and the right one is good after it", async () => {
  await using auth = await startTestAuth();
  const code = await authCode(auth, await confirmedUser(auth));
  for (const verifier of [`${VERIFIER}x`, CHALLENGE, "x", "x".repeat(60_000), "\u{1F600}"]) {
    const refusal = await exchange(auth, code, verifier);
    assert.deepEqual(answer(refusal), [400, "bad_code_verifier", "code challenge does not match previously saved code verifier"]);
  }
  assert.equal(await countSessions(auth), 0);
  assert.equal((await exchange(auth, code)).status, 200);
});

test("POST /token?grant_type=pkce needs both fields, and a code that was issued", async () => {
  await using auth = await startTestAuth();
  const code = await authCode(auth, await confirmedUser(auth));
  const missing = [400, "validation_failed", "invalid request: both auth code and code verifier should be non-empty"];
  for (const body of [{}, { auth_code: code }, { code_verifier: VERIFIER }, { auth_code: "", code_verifier: VERIFIER }]) {
    assert.deepEqual(answer(await auth.post("/token?grant_type=pkce", body)), missing);
  }
  assert.deepEqual(answer(await exchange(auth, code, null)), missing);
  assert.deepEqual(answer(await exchange(auth, code, "")), missing);
  for (const wrong of [5, [code], { a: 1 }, `${code}\0`]) assert.equal((await exchange(auth, wrong)).status, 400);
  for (const unknown of [`${code}x`, "x", "x".repeat(60_000), "6a1f8c1e-2c3e-4b1e-9d59-6f2a1b0c9d8e"]) {
    assert.deepEqual(answer(await exchange(auth, unknown)), UNKNOWN);
  }
});

test("the code of a PKCE flow is good for five minutes", async () => {
  await using auth = await startTestAuth();
  const code = await authCode(auth, await confirmedUser(auth));
  auth.clock.advance(5 * 60 + 1);
  const late = await exchange(auth, code);
  assert.deepEqual(answer(late), [422, "flow_state_expired", "invalid flow state, flow state has expired"]);
});

test("the code of a PKCE flow does not outlive a ban nor a deletion", async () => {
  await using auth = await startTestAuth();
  const code = await authCode(auth, await confirmedUser(auth));
  const { db } = auth.service.world;
  await db.run(sql`update users set banned_until = '9999-01-01'`);
  assert.deepEqual(answer(await exchange(auth, code)), [403, "user_banned", "User is banned"]);
  await db.run(sql`update users set banned_until = null, deleted_at = created_at`);
  assert.deepEqual(answer(await exchange(auth, code)), UNKNOWN);
  assert.equal(await countSessions(auth), 0);
});

test("fifty exchanges of one code at once are one session", async () => {
  await using auth = await startTestAuth();
  const code = await authCode(auth, await confirmedUser(auth));
  const replies = await Promise.all(Array.from({ length: 50 }, () => exchange(auth, code)));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(49).fill(404)]);
  assert.equal(await countSessions(auth), 1);
});
