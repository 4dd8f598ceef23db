import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { codeOf, comeBack, errorOf, press, questionOf, startWithProviders, type TestPerson } from "../external/testing.ts";
import { enroll, show, signUpWithFactor } from "../factors/testing.ts";
import type { TestAuth } from "../testing.ts";
import { AUTOCONFIRM, acts, bearer, bob, put, signUp, type TestSession, verdict } from "./testing.ts";

const LINKING = { SECURITY_MANUAL_LINKING_ENABLED: "true", ...AUTOCONFIRM };
const VERIFIER = "a verifier that nobody else knows, long enough for the rules";
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");
const octo: TestPerson = { subject: "77", email: "octo@example.com", metadata: { user_name: "octo" } };

const PKCE = { code_challenge: CHALLENGE, code_challenge_method: "s256" };

/** The state in an address that a program asks for in somebody's session. */
async function begin(auth: TestAuth, session: TestSession, provider = "github", proof: Record<string, string> = PKCE) {
  const request = new URLSearchParams({ provider, skip_http_redirect: "true", ...proof });
  const reply = await auth.get(`/user/identities/authorize?${request}`, bearer(session));
  assert.equal(reply.status, 200, reply.text);
  return new URL((reply.body as { url: string }).url).searchParams.get("state") as string;
}

const returning = (auth: TestAuth, state: string, person = octo, method: "GET" | "POST" = "GET") =>
  comeBack(auth, { cookie: "" }, { state, code: codeOf(person) }, method);

/** What comes of such an address, in whatever browser it is opened. */
async function open(auth: TestAuth, session: TestSession, person = octo, method: "GET" | "POST" = "GET") {
  return returning(auth, await begin(auth, session, method === "POST" ? "apple" : "github"), person, method);
}

const exchange = (auth: TestAuth, code: string | undefined, verifier = VERIFIER) =>
  auth.post("/token?grant_type=pkce", { auth_code: code, code_verifier: verifier });
const linked = async (auth: TestAuth) =>
  auth.service.world.db.many<{ user_id: string }>(sql`select user_id from identities where provider in ('github', 'apple')`);

test("a link by PKCE is made when the code is exchanged with its verifier, and not before", async () => {
  await using auth = await startWithProviders(LINKING);
  const session = await signUp(auth);
  for (const method of ["GET", "POST"] as const) {
    const before = await linked(auth);
    const { status, query, fragment } = await open(auth, session, { ...octo, subject: method }, method);
    assert.deepEqual([status, fragment, Object.keys(query)], [302, {}, ["code"]]);
    assert.deepEqual(await linked(auth), before, "who opens the address has linked nothing yet");
    for (const wrong of [`${VERIFIER}x`, CHALLENGE]) {
      assert.deepEqual(verdict(await exchange(auth, query.code, wrong)), [400, "bad_code_verifier"]);
    }
    assert.deepEqual(await linked(auth), before, "a code is worth nothing without its verifier");
    auth.clock.advance(1);
    const reply = await exchange(auth, query.code);
    assert.equal(reply.status, 200, reply.text);
    const { user, provider_token: token, profile } = reply.body as TestSession & { provider_token: string; profile: unknown };
    assert.deepEqual([user.id, token, profile], [session.user.id, method === "GET" ? "github-token" : "apple-token", undefined]);
    assert.equal((await linked(auth)).length, before.length + 1);
    assert.deepEqual((await acts(auth)).slice(-1), ["identity_linked"]);
    assert.deepEqual(verdict(await exchange(auth, query.code)), [404, "flow_state_not_found"]);
  }
  assert.deepEqual(await auth.service.world.db.many(sql`select id from flow_states`), []);
});

test("of fifty exchanges of one code of a link at the same time one makes the link and opens a session", async () => {
  await using auth = await startWithProviders({ ...LINKING, RATE_LIMIT_TOKEN_REFRESH: "0" });
  const session = await signUp(auth);
  const { query } = await open(auth, session);
  const replies = await Promise.all(Array.from({ length: 50 }, () => exchange(auth, query.code)));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(49).fill(404)]);
  assert.deepEqual(await linked(auth), [{ user_id: session.user.id }]);
});

test("what stands in the way of a link by PKCE is told in the redirect; what comes between, at the exchange", async () => {
  await using auth = await startWithProviders(LINKING);
  const [session, other] = [await signUp(auth), await signUp(auth, bob)];
  const [first, late] = [await open(auth, session), await open(auth, other)];
  assert.equal((await exchange(auth, first.query.code)).status, 200);
  assert.deepEqual(verdict(await exchange(auth, late.query.code)), [422, "identity_already_exists"]);
  assert.deepEqual(verdict(await exchange(auth, late.query.code)), [404, "flow_state_not_found"]);
  assert.deepEqual(errorOf(await open(auth, other)), ["server_error", "identity_already_exists"]);
  assert.deepEqual(await linked(auth), [{ user_id: session.user.id }]);
});

test("a code of a link does not outlive the session that asked, a ban, a new password or five minutes", async () => {
  await using auth = await startWithProviders(LINKING);
  const { db } = auth.service.world;
  const session = await signUp(auth);
  const late = await open(auth, session);
  auth.clock.advance(5 * 60 + 1);
  assert.deepEqual(verdict(await exchange(auth, late.query.code)), [422, "flow_state_expired"]);
  const banned = await open(auth, session);
  await db.run(sql`update users set banned_until = '9999-01-01'`);
  assert.deepEqual(verdict(await exchange(auth, banned.query.code)), [403, "user_banned"]);
  await db.run(sql`update users set banned_until = null`);
  const renewed = await open(auth, session);
  assert.equal((await put(auth, session, { password: "another horse" })).status, 200);
  assert.deepEqual(verdict(await exchange(auth, renewed.query.code)), [404, "flow_state_not_found"]);
  const signedOut = await open(auth, session);
  await auth.post("/logout?scope=local", "", bearer(session));
  assert.deepEqual(verdict(await exchange(auth, signedOut.query.code)), [403, "session_not_found"]);
  assert.deepEqual(await linked(auth), []);
});

test("an address that the provider has not verified waits for its confirmation, and the exchange says so", async () => {
  await using auth = await startWithProviders({
    ...LINKING,
    MAILER_AUTOCONFIRM: "false",
    EXTERNAL_ANONYMOUS_USERS_ENABLED: "true",
  });
  const session = await signUp(auth, {});
  const { query } = await open(auth, session, { ...octo, verified: false });
  assert.deepEqual(await auth.messages(), [], "nobody is mailed before the proof");
  assert.deepEqual(verdict(await exchange(auth, query.code)), [422, "email_not_confirmed"]);
  const [mail] = await auth.messages();
  assert.deepEqual([mail?.template, mail?.to], ["email_change", "octo@example.com"]);
  const { search } = new URL(String(mail?.variables.confirmationUrl));
  // The verifier is spent, so the link in the mail must need none.
  assert.match(String((await auth.get(`/verify${search}`)).headers.location), /access_token=/);
});

test("a link that was begun at aal2 is finished at aal2 alone: not by a code, nor by the page, nor by coming back", async () => {
  await using auth = await startWithProviders(LINKING);
  const { session: first } = await signUpWithFactor(auth);
  const second = await enroll(auth, first, "second");
  const session = await show(auth, first, second);
  const pending = await open(auth, session);
  const page = await returning(auth, await begin(auth, session, "github", {}));
  const away = await begin(auth, session);
  // The session was aal2 by this factor, and the other one is still there.
  const removed = await auth.call(`/factors/${second.id}`, { method: "DELETE", headers: bearer(session) });
  assert.equal(removed.status, 200, removed.text);
  assert.deepEqual(verdict(await exchange(auth, pending.query.code)), [403, "insufficient_aal"]);
  assert.equal(errorOf(await press(auth, questionOf(page)))[1], "insufficient_aal");
  assert.equal(errorOf(await returning(auth, away))[1], "insufficient_aal");
  assert.deepEqual(await linked(auth), []);
});
