import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import type { TestSession } from "../account/testing.ts";
import { show, signUpWithFactor } from "../factors/testing.ts";
import { purgeSessions } from "../sessions/queries.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";

interface Session {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  expires_at: number;
  token_type: string;
  user: { id: string; email: string; last_sign_in_at: string };
}

const ana = { email: "ana@example.com", password: "correct horse" };

async function signUp(auth: TestAuth): Promise<Session> {
  const reply = await auth.post("/signup", ana);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Session;
}

const refresh = (auth: TestAuth, token: string) => auth.post("/token?grant_type=refresh_token", { refresh_token: token });
const code = (reply: { body: unknown }) => (reply.body as { error_code?: string }).error_code;

test("POST /token?grant_type=password signs in, in two statements, and writes it down", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  await signUp(auth);
  const before = auth.service.world.db.roundTrips;
  const reply = await auth.post("/token?grant_type=password", { ...ana, email: "Ana@Example.com" });
  assert.equal(auth.service.world.db.roundTrips - before, 2);
  assert.equal(reply.status, 200, reply.text);
  const session = reply.body as Session;
  assert.deepEqual([session.token_type, session.expires_in, session.user.email], ["bearer", 3600, "ana@example.com"]);
  const acts = await auth.service.world.db.many(
    sql`select payload ->> 'action' as action from audit_log_entries order by created_at`,
  );
  assert.deepEqual(acts, [{ action: "user_signedup" }, { action: "login" }]);
});

test("POST /token?grant_type=password tells a wrong password, an unknown address and a banned one nothing apart", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  await signUp(auth);
  await auth.service.world.db.run(sql`update users set banned_until = '9999-01-01'`);
  const wrong = await auth.post("/token?grant_type=password", { ...ana, password: "wrong" });
  const unknown = await auth.post("/token?grant_type=password", { ...ana, email: "bob@example.com" });
  assert.deepEqual([wrong.status, wrong.text], [400, unknown.text]);
  assert.equal(code(wrong), "invalid_credentials");
  assert.equal(code(await auth.post("/token?grant_type=password", ana)), "user_banned");
});

test("POST /token?grant_type=refresh_token renews a session in one statement, and the child works", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const first = await signUp(auth);
  const before = auth.service.world.db.roundTrips;
  const second = (await refresh(auth, first.refresh_token)).body as Session;
  assert.equal(auth.service.world.db.roundTrips - before, 1);
  assert.notEqual(second.refresh_token, first.refresh_token);
  assert.equal((await refresh(auth, second.refresh_token)).status, 200);
});

test("a hundred refreshes of one token at once are a hundred answers of 200 with the same child", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const { refresh_token: token } = await signUp(auth);
  const replies = await Promise.all(Array.from({ length: 100 }, () => refresh(auth, token)));
  assert.deepEqual([...new Set(replies.map((reply) => reply.status))], [200]);
  assert.equal(new Set(replies.map((reply) => (reply.body as Session).refresh_token)).size, 1);
});

test("the previous refresh token gets the child inside the reuse interval; after it, every descendant is revoked", async () => {
  for (const [variables, seconds] of [
    [{}, 10],
    [{ SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: "25" }, 25],
  ] as [Record<string, string>, number][]) {
    await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true", ...variables });
    const first = await signUp(auth);
    const second = (await refresh(auth, first.refresh_token)).body as Session;
    auth.clock.advance(seconds);
    assert.equal(((await refresh(auth, first.refresh_token)).body as Session).refresh_token, second.refresh_token);
    auth.clock.advance(1);
    assert.equal(code(await refresh(auth, first.refresh_token)), "refresh_token_already_used");
    assert.equal(code(await refresh(auth, second.refresh_token)), "refresh_token_not_found");
  }
});

test("an older refresh token revokes every descendant at once, even inside the reuse interval", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const first = await signUp(auth);
  const second = (await refresh(auth, first.refresh_token)).body as Session;
  const third = (await refresh(auth, second.refresh_token)).body as Session;
  assert.equal(code(await refresh(auth, first.refresh_token)), "refresh_token_already_used");
  assert.equal(code(await refresh(auth, third.refresh_token)), "refresh_token_not_found");
});

test("with rotation off a used refresh token is refused and nothing else is revoked", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true", SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: "false" });
  const first = await signUp(auth);
  auth.clock.advance(1);
  const second = (await refresh(auth, first.refresh_token)).body as Session;
  auth.clock.advance(1);
  assert.equal(code(await refresh(auth, first.refresh_token)), "refresh_token_already_used");
  assert.equal((await refresh(auth, second.refresh_token)).status, 200);
});

test("a refresh token that was changed in any place is unknown", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const { refresh_token: token } = await signUp(auth);
  const bytes = Buffer.from(token, "base64url");
  for (let bit = 0; bit < bytes.length * 8; bit += 7) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
    assert.equal(code(await refresh(auth, flipped.toString("base64url"))), "refresh_token_not_found");
  }
  for (const text of [token.slice(0, -1), `${token}A`, `${token}=`, "", "x", "\u{1F600}"])
    assert.equal((await refresh(auth, text)).status, 400);
  assert.equal((await refresh(auth, token)).status, 200);
});

test("a session ends by its time-box and by inactivity", async () => {
  await using auth = await startTestAuth({
    MAILER_AUTOCONFIRM: "true",
    SESSIONS_TIMEBOX: "1h",
    SESSIONS_INACTIVITY_TIMEOUT: "20m",
  });
  let session = await signUp(auth);
  for (let round = 0; round < 3; round++) {
    auth.clock.advance(19 * 60);
    session = (await refresh(auth, session.refresh_token)).body as Session;
    assert.ok(session.refresh_token);
  }
  auth.clock.advance(4 * 60);
  assert.equal(code(await refresh(auth, session.refresh_token)), "session_expired");
  const idle = (await auth.post("/token?grant_type=password", ana)).body as Session;
  auth.clock.advance(20 * 60);
  assert.equal(code(await refresh(auth, idle.refresh_token)), "session_expired");
});

test("with SESSIONS_ALLOW_LOW_AAL a session without the second factor that its user has ends early, token and all", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true", SESSIONS_ALLOW_LOW_AAL: "15m" });
  const { factor } = await signUpWithFactor(auth, ana);
  const other = (await auth.post("/signup", { ...ana, email: "bob@example.com" })).body as Session;
  const low = (await auth.post("/token?grant_type=password", ana)).body as Session;
  assert.equal(low.expires_in, 900, "the access token ends with it");
  auth.clock.advance(13 * 60);
  const renewed = (await refresh(auth, low.refresh_token)).body as Session;
  assert.equal(renewed.expires_in, 120, "using it does not prolong it");
  const shown = await show(auth, renewed as unknown as TestSession, factor);
  auth.clock.advance(60);
  const stale = (await auth.post("/token?grant_type=password", ana)).body as Session;
  assert.equal((await refresh(auth, shown.refresh_token)).status, 200, "with the factor it goes on");
  auth.clock.advance(15 * 60);
  assert.equal(code(await refresh(auth, stale.refresh_token)), "session_expired");
  assert.equal((await auth.get("/user", { authorization: `Bearer ${stale.access_token}` })).status, 403);
  assert.equal((await refresh(auth, other.refresh_token)).status, 200, "who has no factor is not concerned");
  // Housekeeping leaves it: it goes on if its user gives up the factor.
  auth.clock.advance(86_400);
  await purgeSessions(auth.service.world.db, auth.clock.now(), auth.service.world.config);
  assert.equal(code(await refresh(auth, stale.refresh_token)), "session_expired");
});

test("GET /user answers in one statement, and outlives a sign-out but not a ban", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const session = await signUp(auth);
  const headers = { authorization: `Bearer ${session.access_token}` };
  const { db } = auth.service.world;
  const before = db.roundTrips;
  const user = await auth.get("/user", headers);
  assert.equal(db.roundTrips - before, 1);
  assert.deepEqual(user.body, session.user);
  assert.equal((await auth.post("/logout", "", headers)).status, 204);
  assert.equal((await auth.get("/user", headers)).status, 200);
  assert.equal(code(await refresh(auth, session.refresh_token)), "refresh_token_not_found");
  await db.run(sql`update users set banned_until = '9999-01-01'`);
  assert.deepEqual(code(await auth.get("/user", headers)), "user_banned");
  await db.run(sql`delete from users`);
  assert.deepEqual(code(await auth.get("/user", headers)), "user_not_found");
});

test("with SESSIONS_SINGLE_PER_USER a new sign-in revokes the refresh tokens of all others", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true", SESSIONS_SINGLE_PER_USER: "true" });
  const first = await signUp(auth);
  const second = (await auth.post("/token?grant_type=password", ana)).body as Session;
  assert.equal(code(await refresh(auth, first.refresh_token)), "refresh_token_not_found");
  assert.equal((await refresh(auth, second.refresh_token)).status, 200);
});

test("POST /logout ends this session, all others, or all, by its scope", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  await signUp(auth);
  const signIn = async () => (await auth.post("/token?grant_type=password", ana)).body as Session;
  const alive = async (sessions: Session[]) =>
    Promise.all(sessions.map(async (each) => (await refresh(auth, each.refresh_token)).status === 200));
  const expected = { local: [false, true, true], others: [true, false, false], global: [false, false, false] };
  for (const [scope, outcome] of Object.entries(expected)) {
    const sessions = [await signIn(), await signIn(), await signIn()];
    const headers = { authorization: `Bearer ${sessions[0]?.access_token}` };
    assert.equal((await auth.post(`/logout?scope=${scope}`, "", headers)).status, 204);
    assert.deepEqual(await alive(sessions), outcome, scope);
  }
  const { access_token: accessToken } = await signIn();
  assert.equal((await auth.post("/logout?scope=elsewhere", "", { authorization: `Bearer ${accessToken}` })).status, 400);
  assert.equal(code(await auth.post("/logout", "")), "no_authorization");
});

test("POST /logout is nothing for a token whose session has ended, that has none, or whose user is banned", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const old = await signUp(auth);
  const owner = (await auth.post("/token?grant_type=password", ana)).body as Session;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const changed = await auth.call("/user", {
    method: "PUT",
    body: { password: "another one" },
    headers: bearer(owner.access_token),
  });
  assert.equal(changed.status, 200, changed.text);
  const { keys, db } = auth.service.world;
  const { session_id: _session, warnings: _warnings, ...claims } = keys.verify(owner.access_token, auth.clock.now());
  const sessionless = bearer(keys.sign(claims));
  for (const headers of [bearer(old.access_token), sessionless]) {
    for (const scope of ["global", "local", "others"])
      assert.equal(code(await auth.post(`/logout?scope=${scope}`, "", headers)), "session_not_found", scope);
  }
  assert.equal(code(await auth.get("/user", sessionless)), "session_not_found");
  assert.equal((await refresh(auth, owner.refresh_token)).status, 200, "the owner is still signed in");
  await db.run(sql`update users set banned_until = '9999-01-01'`);
  assert.equal(code(await auth.post("/logout", "", bearer(owner.access_token))), "user_banned");
});

test("POST /token refuses what it cannot read, in words", async () => {
  await using auth = await startTestAuth();
  const cases: [string, unknown, number, string][] = [
    ["", ana, 400, "invalid_credentials"],
    ["?grant_type=magic", ana, 400, "invalid_credentials"],
    ["?grant_type=toString", ana, 400, "invalid_credentials"],
    ["?grant_type=password", {}, 400, "validation_failed"],
    ["?grant_type=password", { ...ana, phone: "5511999990000" }, 400, "validation_failed"],
    ["?grant_type=password", { ...ana, email: 1 }, 400, "validation_failed"],
    ["?grant_type=password", { phone: "5511999990000", password: "x" }, 422, "phone_provider_disabled"],
    ["?grant_type=refresh_token", {}, 400, "validation_failed"],
    ["?grant_type=refresh_token", { refresh_token: ["a"] }, 400, "validation_failed"],
    ["?grant_type=pkce", {}, 400, "validation_failed"],
  ];
  for (const [query, body, status, errorCode] of cases) {
    const reply = await auth.post(`/token${query}`, body);
    assert.deepEqual([reply.status, code(reply)], [status, errorCode], `${query} ${reply.text}`);
  }
  await using closed = await startTestAuth({ EXTERNAL_EMAIL_ENABLED: "false" });
  assert.equal(code(await closed.post("/token?grant_type=password", ana)), "email_provider_disabled");
});

test("the audit log tells a renewed token, one asked for again, and one that was misused", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const first = await signUp(auth);
  const step = async (token: string) => {
    auth.clock.advance(1);
    return (await refresh(auth, token)).body as Session;
  };
  const second = await step(first.refresh_token);
  await step(first.refresh_token);
  await step(second.refresh_token);
  await step(first.refresh_token);
  const acts = await auth.service.world.db.many(sql`
    select payload ->> 'action' as action, payload -> 'traits' ->> 'reason' as reason
      from audit_log_entries where payload ->> 'log_type' = 'token' order by created_at`);
  const renewed = { action: "token_refreshed", reason: null };
  assert.deepEqual(acts, [renewed, renewed, renewed, { action: "token_revoked", reason: "reuse" }]);
});
