import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sql } from "../kernel/sql/sql.ts";
import type { Call } from "../kernel/testing/client.ts";
import { AUTOCONFIRM, ana, signIn, signUp, type TestSession, verdict } from "./account/testing.ts";
import { stateOf } from "./admin/testing.ts";
import { idTokenOf, startWithProviders, type TestPerson } from "./external/testing.ts";
import { routes } from "./routes.ts";
import { startTestAuth, type TestAuth } from "./testing.ts";

const MINUTE = 60;
const EVERYTHING = {
  IMPERSONATION_ENABLED: "true",
  ...AUTOCONFIRM,
  SECURITY_MANUAL_LINKING_ENABLED: "true",
  JWT_ADMIN_ROLES: "service_role,authenticated",
  OAUTH_SERVER_ENABLED: "true",
};
const LIMITS: [name: string, variables: Record<string, string>][] = [
  ["its time-box", { SESSIONS_TIMEBOX: "30m" }],
  ["its inactivity limit", { SESSIONS_INACTIVITY_TIMEOUT: "30m" }],
];

/** What a signed-in user can call beside GET /user, and what the administrative role opens to them. */
const CALLS: Record<string, Call> = {
  "POST /factors": { method: "POST", body: { factor_type: "totp" } },
  "DELETE /factors/:factor_id": { method: "DELETE" },
  "POST /factors/:factor_id/challenge": { method: "POST", body: {} },
  "POST /factors/:factor_id/verify": { method: "POST", body: { challenge_id: randomUUID(), code: "123456" } },
  "GET /factors/recovery-codes": {},
  "POST /factors/recovery-codes": { method: "POST", body: "" },
  "DELETE /factors/recovery-codes": { method: "DELETE" },
  "POST /factors/recovery-codes/regenerate": { method: "POST", body: "" },
  "POST /factors/recovery-codes/verify": { method: "POST", body: { code: "x" } },
  "GET /passkeys": {},
  "PATCH /passkeys/:passkey_id": { method: "PATCH", body: { friendly_name: "x" } },
  "DELETE /passkeys/:passkey_id": { method: "DELETE" },
  "POST /passkeys/registration/options": { method: "POST", body: "" },
  "POST /passkeys/registration/verify": { method: "POST", body: { challenge_id: randomUUID(), credential: {} } },
  "GET /sessions": {},
  "DELETE /sessions/:session_id": { method: "DELETE" },
  "POST /logout": { method: "POST", body: "" },
  "GET /reauthenticate": {},
  "POST /user/support-code": { method: "POST", body: "" },
  "PUT /user": { method: "PUT", body: { data: { a: 1 } } },
  "DELETE /user": { method: "DELETE", body: {} },
  "DELETE /user/identities/:identity_id": { method: "DELETE" },
  "GET /user/identities/authorize": {},
  "GET /user/oauth/grants": {},
  "DELETE /user/oauth/grants": { method: "DELETE" },
  "GET /oauth/authorizations/:id": {},
  "POST /oauth/authorizations/:id/consent": { method: "POST", body: { action: "approve" } },
  "GET /server": {},
  "POST /server/invitations": { method: "POST", body: { email: "bob@example.com" } },
  "GET /server/mailbox": {},
  "GET /server/mailbox/:name": {},
  "PUT /server/owner": { method: "PUT", body: { code: "x".repeat(32) } },
};
const MORE_WRITES: [path: string, call: Call][] = [
  ["/user", { method: "PUT", body: { password: "another horse" } }],
  ["/user", { method: "PUT", body: { password: "another horse", nonce: "123456" } }],
  ["/user", { method: "PUT", body: { email: "new@example.com" } }],
  ["/logout?scope=others", { method: "POST", body: "" }],
  ["/admin/users", { method: "POST", body: { email: "bob@example.com" } }],
  ["/admin/users", {}],
];

const pathOf = (route: string) =>
  route
    .replace(/^\S+ /, "")
    .replace(/:(\w+_)?id/, randomUUID())
    .replace(/grants$/, `grants?client_id=${randomUUID()}`)
    .replace(/authorize$/, "authorize?provider=github");

/** The bearer of a token that was made while no limit held: by the rules of today it would have ended with its session. */
async function bearerOfOld(auth: TestAuth, session: TestSession) {
  const { db, keys } = auth.service.world;
  await db.run(sql`insert into token_lives (seconds) values (4102444800)`);
  const { warnings: _ours, ...claims } = keys.verify(session.access_token, auth.clock.now());
  return { authorization: `Bearer ${keys.sign({ ...claims, iat: 1, exp: 4_102_444_800 })}` };
}

const sendToken = (auth: TestAuth, person: TestPerson, more: object = {}, headers: Record<string, string> = {}) =>
  auth.post("/token?grant_type=id_token", { provider: "google", id_token: idTokenOf(person), ...more }, headers);

test("every call of a signed-in user is in this walk", () => {
  const ofUsers = routes.filter(({ access }) => access === "user").map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(ofUsers.toSorted(), [...Object.keys(CALLS), "GET /user"].toSorted());
});

for (const [name, variables] of LIMITS) {
  test(`a session past ${name} is one that was signed out of: it reads, and changes nothing`, async () => {
    await using auth = await startWithProviders({ ...EVERYTHING, ...variables });
    const session = await signUp(auth);
    const headers = await bearerOfOld(auth, session);
    auth.clock.advance(30 * MINUTE);
    const before = await stateOf(auth);
    const writes = [...Object.entries(CALLS).map(([route, call]) => [pathOf(route), call] as const), ...MORE_WRITES];
    for (const [path, call] of writes) {
      const what = `${call.method ?? "GET"} ${path} ${JSON.stringify(call.body)}`;
      assert.deepEqual(verdict(await auth.call(path, { ...call, headers })), [403, "session_not_found"], what);
    }
    const person = { subject: "77", email: "octo@example.com" };
    assert.deepEqual(verdict(await sendToken(auth, person, { link_identity: true }, headers)), [403, "session_not_found"]);
    const refusal = await auth.post("/token?grant_type=refresh_token", { refresh_token: session.refresh_token });
    assert.deepEqual(verdict(refusal), [400, "session_expired"]);
    assert.equal(await stateOf(auth), before);
    assert.equal((await auth.get("/user", headers)).status, 200);
  });

  test(`one second before the end by ${name} a session still changes things`, async () => {
    await using auth = await startTestAuth({ ...EVERYTHING, ...variables });
    const headers = await bearerOfOld(auth, await signUp(auth));
    auth.clock.advance(30 * MINUTE - 1);
    assert.equal((await auth.call("/user", { method: "PUT", body: { data: { a: 1 } }, headers })).status, 200);
  });
}

interface Tokens extends TestSession {
  expires_in: number;
  expires_at: number;
}

function lifetimeOf(auth: TestAuth, session: TestSession): number {
  const { access_token: token, expires_in: seconds, expires_at: at } = session as Tokens;
  const { exp = 0, iat = 0 } = auth.service.world.keys.verify(token, auth.clock.now());
  assert.deepEqual([at, seconds], [exp, exp - iat]);
  return seconds;
}

const refresh = async (auth: TestAuth, { refresh_token: token }: TestSession) =>
  (await auth.post("/token?grant_type=refresh_token", { refresh_token: token })).body as TestSession;

test("an access token ends with its session at the latest, and the answer says so", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, SESSIONS_TIMEBOX: "90m", SESSIONS_INACTIVITY_TIMEOUT: "45m" });
  const first = await signUp(auth);
  assert.equal(lifetimeOf(auth, first), 45 * MINUTE);
  auth.clock.advance(30 * MINUTE);
  assert.equal(lifetimeOf(auth, await refresh(auth, first)), 45 * MINUTE, "a refresh is activity");
  auth.clock.advance(5);
  const other = await signIn(auth);
  auth.clock.advance(30 * MINUTE);
  const second = await refresh(auth, other);
  auth.clock.advance(30 * MINUTE);
  const third = await refresh(auth, second);
  assert.equal(lifetimeOf(auth, third), 30 * MINUTE, "what is left of the time-box");
  const headers = { authorization: `Bearer ${third.access_token}` };
  auth.clock.advance(30 * MINUTE - 1);
  assert.equal((await auth.get("/user", headers)).status, 200);
  auth.clock.advance(1);
  assert.deepEqual(verdict(await auth.get("/user", headers)), [403, "bad_jwt"]);
});

test("an access token ends with its session wherever sessions are opened", async () => {
  await using auth = await startWithProviders({
    ...AUTOCONFIRM,
    SESSIONS_TIMEBOX: "10m",
    EXTERNAL_ANONYMOUS_USERS_ENABLED: "true",
  });
  const sessions = [
    await signUp(auth),
    await signIn(auth),
    (await auth.post("/signup", {})).body as TestSession,
    (await sendToken(auth, { subject: "77", email: "octo@example.com" })).body as TestSession,
  ];
  const { hashed_token: hash } = (await auth.post("/admin/generate_link", { type: "magiclink", email: ana.email }, auth.admin))
    .body as { hashed_token: string };
  sessions.push((await auth.post("/verify", { type: "magiclink", token_hash: hash })).body as TestSession);
  for (const session of sessions) assert.equal(lifetimeOf(auth, session), 10 * MINUTE);
});

test("a session that began in the middle of a second ends at a whole one, with its tokens", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, SESSIONS_TIMEBOX: "2s" });
  auth.clock.advance(0.9);
  const session = await signUp(auth);
  assert.equal(lifetimeOf(auth, session), 2);
  auth.clock.advance(1.05);
  assert.equal(lifetimeOf(auth, await refresh(auth, session)), 1);
  auth.clock.advance(0.05);
  const over = await auth.post("/token?grant_type=refresh_token", { refresh_token: session.refresh_token });
  assert.deepEqual(verdict(over), [400, "session_expired"]);
});

test("a session that was given an end of its own keeps to it", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const session = await signUp(auth);
  const headers = await bearerOfOld(auth, session);
  await auth.service.world.db.run(sql`update sessions set not_after = ${new Date(auth.clock.now().getTime() + 10_500)}`);
  assert.equal(lifetimeOf(auth, await refresh(auth, session)), 10);
  auth.clock.advance(10);
  const changed = await auth.call("/user", { method: "PUT", body: { data: { a: 1 } }, headers });
  assert.deepEqual(verdict(changed), [403, "session_not_found"]);
});
