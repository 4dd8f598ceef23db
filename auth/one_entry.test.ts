import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sql } from "../kernel/sql/sql.ts";
import type { Call, Reply } from "../kernel/testing/client.ts";
import { AUTOCONFIRM, ana, bob, type TestSession } from "./account/testing.ts";
import { begin, codeOf, comeBack, idTokenOf, startWithProviders } from "./external/testing.ts";
import { startTestAuth, type TestAuth } from "./testing.ts";

interface Entry {
  action: string;
  traits?: Record<string, unknown>;
}

type Traits = Record<string, unknown> | ((body: { id: string }) => Record<string, unknown>);

const VARIABLES = { JWT_EXP: "24h", REQUEST_ID_HEADER: "X-Request-Id", SECURITY_MANUAL_LINKING_ENABLED: "true" };
const VERIFIER = "a-verifier-that-is-long-enough-to-be-one-or-so-it-is-said";
const PKCE = { code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"), code_challenge_method: "s256" };

/** Calls that name themselves, and what the log has of each. */
function journal(auth: TestAuth) {
  let count = 0;
  const entries = (requestId: string) =>
    auth.service.world.db.many<Entry>(
      sql`select payload ->> 'action' as action, payload -> 'traits' as traits
            from audit_log_entries where payload ->> 'request_id' = ${requestId}`,
    );
  const total = async () => (await auth.service.world.db.one<{ n: number }>(sql`select count(*) as n from audit_log_entries`)).n;

  /** Makes the call, and holds that the log has got exactly this entry, or none. */
  return async (path: string, call: Call, expected: [action: string, traits?: Traits] | undefined) => {
    auth.clock.advance(1000);
    const id = `request-${++count}`;
    const before = await total();
    const reply = await auth.call(path, { ...call, headers: { ...call.headers, "x-request-id": id } });
    const what = `${call.method ?? "GET"} ${path}: ${reply.status} ${reply.text}`;
    assert.ok(reply.status < 400, what);
    assert.equal((await total()) - before, expected ? 1 : 0, what);
    const [entry] = await entries(id);
    if (!expected) return reply;
    const [action, traits = {}] = expected;
    const target = typeof traits === "function" ? traits(reply.body as { id: string }) : traits;
    assert.deepEqual([entry?.action, entry?.traits ?? {}], [action, target], what);
    return reply;
  };
}

const post = (body: unknown, headers: Record<string, string> = {}): Call => ({ method: "POST", body, headers });
const put = (body: unknown, headers: Record<string, string> = {}): Call => ({ method: "PUT", body, headers });
const bearer = (reply: Reply) => ({ authorization: `Bearer ${(reply.body as TestSession).access_token}` });

async function lastMail(auth: TestAuth, to: string) {
  return (await auth.messages()).filter((message) => message.to === to).at(-1)?.variables ?? {};
}

test("each act of a user is one entry, which has the id of its request", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, ...VARIABLES, EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  const act = journal(auth);
  const signedUp = await act("/signup", post(ana), ["user_signedup", { provider: "email", created: true, login: true }]);
  const session = await act("/token?grant_type=password", post(ana), ["login", { provider: "password" }]);
  const { refresh_token: token } = signedUp.body as TestSession;
  const renewal = post({ refresh_token: token });
  await act("/token?grant_type=refresh_token", renewal, ["token_refreshed"]);
  auth.clock.advance(-1000);
  await act("/token?grant_type=refresh_token", renewal, ["token_refreshed"]);
  const headers = bearer(session);
  await act("/user", { headers }, undefined);
  await act("/user", put({ data: { a: 1 } }, headers), ["user_modified", { fields: "data" }]);
  await act("/reauthenticate", { headers }, ["user_reauthenticate_requested"]);
  await act("/user", put({ password: "another horse" }, headers), ["user_updated_password", { fields: "password" }]);
  const both = { password: "a third horse", data: { b: 2 }, email: "" };
  await act("/user", put(both, headers), ["user_updated_password", { fields: "password,data" }]);
  await act("/user", put({ email: "new@example.com" }, headers), ["user_modified", { fields: "email" }]);
  const [fresh, current] = [await lastMail(auth, "new@example.com"), await lastMail(auth, ana.email)];
  auth.clock.advance(-1000);
  await act("/verify", post({ type: "email_change", token_hash: fresh.tokenHash }), [
    "user_modified",
    { confirmed: "one of two" },
  ]);
  auth.clock.advance(-1000);
  const moved = await act("/verify", post({ type: "email_change", token_hash: current.tokenHash }), [
    "user_modified",
    { login: true },
  ]);
  await act("/logout?scope=local", post("", bearer(moved)), ["logout"]);
  await act("/signup", post({}), ["login", { provider: "anonymous", created: true }]);
  await act("/otp", post({ email: "otto@example.com" }), ["user_signedup", { provider: "email", created: true }]);
  await act("/otp", post({ email: "otto@example.com" }), ["user_recovery_requested"]);
  await act("/otp", post({ email: "nobody@example.com", create_user: false }), undefined);
});

test("the misuse of a refresh token is one entry", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, ...VARIABLES });
  const act = journal(auth);
  const { refresh_token: token } = (
    await act("/signup", post(ana), ["user_signedup", { provider: "email", created: true, login: true }])
  ).body as TestSession;
  await act("/token?grant_type=refresh_token", post({ refresh_token: token }), ["token_refreshed"]);
  auth.clock.advance(1000);
  const headers = { "x-request-id": "replay" };
  assert.equal((await auth.post("/token?grant_type=refresh_token", { refresh_token: token }, headers)).status, 400);
  const rows = await auth.service.world.db.many(sql`
    select payload ->> 'action' as action, payload -> 'traits' ->> 'reason' as reason
      from audit_log_entries where payload ->> 'request_id' = 'replay'`);
  assert.deepEqual(rows, [{ action: "token_revoked", reason: "reuse" }]);
});

test("each act by mail is one entry, with PKCE and without", async () => {
  await using auth = await startTestAuth(VARIABLES);
  const act = journal(auth);
  await act("/signup", post(ana), ["user_confirmation_requested", { provider: "email", created: true }]);
  await act("/signup", post(ana), ["user_confirmation_requested"]);
  await act("/resend", post({ type: "signup", email: ana.email }), ["user_confirmation_requested"]);
  const { tokenHash } = await lastMail(auth, ana.email);
  await act(`/verify?type=signup&token=${tokenHash}`, {}, ["user_signedup", { confirmed: "email", login: true }]);
  await act("/signup", post(ana), ["user_repeated_signup"]);
  await act("/recover", post({ email: ana.email }), ["user_recovery_requested"]);
  const recovery = await lastMail(auth, ana.email);
  await act("/verify", post({ type: "recovery", token_hash: recovery.tokenHash }), ["login"]);
  await act("/otp", post({ email: ana.email, ...PKCE }), ["user_recovery_requested"]);
  const magic = await lastMail(auth, ana.email);
  const back = await act(`/verify?type=magiclink&token=${magic.tokenHash}`, {}, undefined);
  auth.clock.advance(-1000);
  const code = new URL(String(back.headers.location)).searchParams.get("code");
  await act("/token?grant_type=pkce", post({ auth_code: code, code_verifier: VERIFIER }), ["login"]);
  await act("/signup", post({ ...bob, ...PKCE }), ["user_confirmation_requested", { provider: "email", created: true }]);
  const confirmation = await lastMail(auth, bob.email);
  await act(`/verify?type=signup&token=${confirmation.tokenHash}`, {}, ["user_signedup", { confirmed: "email" }]);
});

test("each arrival from a provider is one entry", async () => {
  await using auth = await startWithProviders({ ...AUTOCONFIRM, ...VARIABLES });
  const act = journal(auth);
  const person = { subject: "1", email: "octo@example.com" };
  const token = (who: object, more: object = {}) => ({ provider: "google", id_token: idTokenOf({ ...person, ...who }), ...more });
  const grant = "/token?grant_type=id_token";
  await act(grant, post(token({})), ["user_signedup", { provider: "google", created: true, login: true }]);
  await act(grant, post(token({})), ["login", { provider: "google" }]);
  const session = await act("/signup", post(ana), ["user_signedup", { provider: "email", created: true, login: true }]);
  const linked: [string, Traits] = ["identity_linked", { provider: "google", login: true }];
  await act(grant, post(token({ subject: "2", email: ana.email })), linked);
  const mine = { subject: "3", email: "third@example.com" };
  await act(grant, post(token(mine, { link_identity: true }), bearer(session)), linked);
  const { identities } = (await auth.get("/user", bearer(session))).body as { identities: { identity_id: string; id: string }[] };
  const third = identities.find(({ id }) => id === "3")?.identity_id;
  const unlinked = { identity_id: third, provider: "google", provider_id: "3" };
  await act(`/user/identities/${third}`, { method: "DELETE", headers: bearer(session) }, ["identity_unlinked", unlinked]);
  await auth.post("/invite", { email: "eva@example.com" }, auth.admin);
  const { tokenHash } = await lastMail(auth, "eva@example.com");
  const flow = await begin(auth, { provider: "google", invite_token: String(tokenHash) });
  await comeBack(auth, flow, { state: flow.state, code: codeOf({ subject: "4", email: "eva@example.com" }) });
  const rows = await auth.service.world.db.many(sql`
    select payload ->> 'action' as action, payload -> 'traits' as traits
      from audit_log_entries where payload ->> 'actor_username' = 'eva@example.com'`);
  assert.deepEqual(rows, [{ action: "invite_accepted", traits: { provider: "google", login: true } }]);
});

test("each act of an administrator is one entry, and a ban is called one", async () => {
  await using auth = await startTestAuth(VARIABLES);
  const act = journal(auth);
  const admin = auth.admin;
  const person = (email: string) => (body: { id: string }) => ({ user_id: body.id, user_email: email, created: true });
  const reply = await act("/admin/users", post({ ...ana, email_confirm: true }, admin), ["user_signedup", person(ana.email)]);
  const { id } = reply.body as { id: string };
  const whom = { user_id: id, user_email: ana.email };
  const change = (body: object, expected: [string, Record<string, unknown>]) =>
    act(`/admin/users/${id}`, put(body, admin), [expected[0], { ...whom, ...expected[1] }]);
  const inAnHour = (pauseMs = 1_000_000) => new Date(auth.clock.now().getTime() + pauseMs + 3_600_000).toISOString();
  await change({ role: "editor" }, ["user_modified", { fields: "role" }]);
  await change({ password: "another horse" }, ["user_updated_password", { fields: "password" }]);
  await change({ ban_duration: "1h" }, ["user_banned", { fields: "ban_duration", banned_until: inAnHour() }]);
  await change({ user_metadata: { a: 1 } }, ["user_modified", { fields: "user_metadata" }]);
  await change({ ban_duration: "none" }, ["user_unbanned", { fields: "ban_duration" }]);
  await change({ ban_duration: "none" }, ["user_modified", { fields: "ban_duration" }]);
  const much = { password: "a third horse", ban_duration: "1h", role: "" };
  await change(much, ["user_banned", { fields: "password,ban_duration", banned_until: inAnHour() }]);
  const lock = ({ id: user_id }: { id: string }) => ({
    user_id,
    user_email: bob.email,
    banned_until: inAnHour(0),
    created: true,
  });
  await act("/admin/users", post({ ...bob, ban_duration: "1h" }, admin), ["user_signedup", lock]);
  await act("/invite", post({ email: "eva@example.com" }, admin), ["user_invited", person("eva@example.com")]);
  const generate = (body: object, expected: string) =>
    act("/admin/generate_link", post({ email: ana.email, ...body }, admin), [expected, whom]);
  await generate({ type: "magiclink" }, "user_recovery_requested");
  await generate({ type: "recovery" }, "user_recovery_requested");
  await generate({ type: "email_change_new", new_email: "new@example.com" }, "user_modified");
  const forgotten = { method: "DELETE", body: { should_soft_delete: true }, headers: admin } as const;
  await act(`/admin/users/${id}`, forgotten, ["user_deleted", whom]);
  await act(`/admin/users/${id}`, forgotten, undefined);
});
