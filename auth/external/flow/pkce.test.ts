import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sql } from "../../../kernel/sql/sql.ts";
import type { TestAuth } from "../../testing.ts";
import { ana, startWithProviders, visit } from "../testing.ts";

const VERIFIER = "a verifier that nobody else knows, long enough for the rules";
const S256 = { code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"), code_challenge_method: "s256" };

const exchange = (auth: TestAuth, code: string | undefined, verifier: string | undefined = VERIFIER) =>
  auth.post("/token?grant_type=pkce", { auth_code: code, code_verifier: verifier });
const answerOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as { error_code?: string }).error_code];

test("GET /callback of a PKCE flow brings a code, for which POST /token gives the session and the provider's tokens, once", async () => {
  await using auth = await startWithProviders();
  const landing = await visit(auth, ana, { ...S256, redirect_to: "https://app.example.com/in?a=1&code=evil" });
  assert.deepEqual([landing.status, landing.page, landing.fragment], [302, "https://app.example.com/in", {}]);
  const { code, ...query } = landing.query;
  assert.deepEqual(query, { a: "1" });
  const { db } = auth.service.world;
  assert.deepEqual(await db.many(sql`select id from sessions`), [], "no session before the exchange");
  auth.clock.advance(1);
  const reply = await exchange(auth, code);
  assert.equal(reply.status, 200, reply.text);
  const session = reply.body as Record<string, string> & { user: { email: string } };
  assert.deepEqual(
    [session.user.email, session.provider_token, session.provider_refresh_token],
    ["ana@example.com", "google-token", "again"],
  );
  const claims = JSON.parse(Buffer.from((session.access_token as string).split(".")[1] as string, "base64url").toString());
  assert.equal(claims.amr[0].method, "oauth");
  assert.deepEqual(answerOf(await exchange(auth, code)), [404, "flow_state_not_found"]);
  assert.deepEqual(await db.many(sql`select id from flow_states`), []);
  const acts = await db.many<{ payload: { action: string; traits: object } }>(
    sql`select payload from audit_log_entries order by created_at, id`,
  );
  assert.deepEqual(
    acts.map(({ payload }) => [payload.action, payload.traits]),
    [
      ["user_signedup", { provider: "google", created: true }],
      ["login", { provider: "google" }],
    ],
  );
});

test("whoever reads the database finds neither the code nor the provider's tokens in it", async () => {
  await using auth = await startWithProviders();
  const { query } = await visit(auth, ana, S256);
  const row = await auth.service.world.db.one<{ text: string; sealed_tokens: Buffer }>(
    sql`select flow_states::text as text, sealed_tokens from flow_states`,
  );
  assert.ok(!row.text.includes(query.code as string));
  assert.ok(!row.sealed_tokens.includes("google-token"));
  await auth.service.world.db.run(
    sql`update flow_states set sealed_tokens = set_byte(sealed_tokens, 40, 1 - get_byte(sealed_tokens, 40) % 2)`,
  );
  assert.deepEqual(answerOf(await exchange(auth, query.code)), [404, "flow_state_not_found"]);
});

test("POST /token?grant_type=pkce refuses what PKCE is there to refuse (AX-12)", async () => {
  await using auth = await startWithProviders();
  const { query } = await visit(auth, ana, S256);
  assert.deepEqual(answerOf(await auth.post("/token?grant_type=pkce", { auth_code: query.code })), [400, "validation_failed"]);
  assert.deepEqual(answerOf(await exchange(auth, query.code, "")), [400, "validation_failed"]);
  assert.deepEqual(answerOf(await exchange(auth, query.code, `${VERIFIER}x`)), [400, "bad_code_verifier"]);
  assert.deepEqual(answerOf(await exchange(auth, query.code, S256.code_challenge)), [400, "bad_code_verifier"], "plain for S256");
  const replies = await Promise.all(Array.from({ length: 50 }, () => exchange(auth, query.code)));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(49).fill(404)]);
  const implicit = await visit(auth, ana);
  assert.equal(implicit.query.code, undefined, "without a challenge there is no code to bring a verifier for");
  const late = await visit(auth, ana, S256);
  auth.clock.advance(5 * 60 + 1);
  assert.deepEqual(answerOf(await exchange(auth, late.query.code)), [422, "flow_state_expired"]);
});

test("a code of a provider's flow does not outlive a ban", async () => {
  await using auth = await startWithProviders();
  const { query } = await visit(auth, ana, S256);
  await auth.service.world.db.run(sql`update users set banned_until = '9999-01-01'`);
  assert.deepEqual(answerOf(await exchange(auth, query.code)), [403, "user_banned"]);
});
