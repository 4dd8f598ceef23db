import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import type { TestAuth } from "../testing.ts";
import { providerTimeoutMs } from "./flow/timeout.ts";
import { ana, begin, codeOf, comeBack, errorOf, type Landing, startWithProviders, visit } from "./testing.ts";

const count = async (auth: TestAuth, table: "users" | "sessions" | "identities" | "flow_states") => {
  const counts = {
    users: sql`select count(*)::int as n from users`,
    sessions: sql`select count(*)::int as n from sessions`,
    identities: sql`select count(*)::int as n from identities`,
    flow_states: sql`select count(*)::int as n from flow_states`,
  };
  return (await auth.service.world.db.one<{ n: number }>(counts[table])).n;
};

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] as string, "base64url").toString());

test("GET /callback signs a new person in: session, provider tokens and provider in the fragment", async () => {
  await using auth = await startWithProviders();
  const landing = await visit(auth, { ...ana, metadata: { name: "Ana", picture: "https://pictures.example/ana" } });
  const { access_token: accessToken, refresh_token: refreshToken, ...rest } = landing.fragment;
  const expiresAt = auth.clock.now().getTime() / 1000 + 3600;
  assert.deepEqual([landing.status, landing.page, landing.query], [302, "https://app.example.com/", {}]);
  assert.deepEqual(rest, {
    expires_at: String(expiresAt),
    expires_in: "3600",
    provider: "google",
    provider_token: "google-token",
    provider_refresh_token: "again",
    sb: "",
    token_type: "bearer",
  });
  const claims = claimsOf(accessToken as string);
  assert.deepEqual([claims.email, claims.amr[0].method, claims.app_metadata], ["ana@example.com", "oauth", provided("google")]);
  const reply = await auth.get("/user", { authorization: `Bearer ${accessToken}` });
  const user = reply.body as { [key: string]: unknown; identities: Record<string, unknown>[] };
  assert.equal(user.email_confirmed_at, auth.clock.now().toISOString());
  assert.equal(user.last_sign_in_at, auth.clock.now().toISOString());
  const data = {
    sub: "1001",
    provider_id: "1001",
    name: "Ana",
    picture: "https://pictures.example/ana",
    email: "ana@example.com",
    email_verified: true,
    phone_verified: false,
  };
  assert.deepEqual(user.user_metadata, data);
  assert.equal(user.identities.length, 1);
  const [identity] = user.identities;
  assert.deepEqual([identity?.provider, identity?.id, identity?.identity_data], ["google", "1001", data]);
  const again = await auth.post("/token?grant_type=refresh_token", { refresh_token: refreshToken });
  assert.equal(again.status, 200);
  assert.equal(await count(auth, "flow_states"), 0);
});

const provided = (...providers: string[]) => ({ provider: providers[0], providers });

test("GET /callback signs a known person in again, and brings what the provider says up to date", async () => {
  await using auth = await startWithProviders();
  await visit(auth, ana);
  auth.clock.advance(60);
  const landing = await visit(auth, { ...ana, email: "moved@example.com", metadata: { name: "Ana Silva" } });
  const reply = await auth.get("/user", { authorization: `Bearer ${landing.fragment.access_token}` });
  const user = reply.body as { email: string; user_metadata: Record<string, unknown>; identities: { email: string }[] };
  assert.deepEqual([user.email, user.user_metadata.name, user.user_metadata.full_name], ["ana@example.com", "Ana Silva", "Ana"]);
  assert.deepEqual(
    user.identities.map(({ email }) => email),
    ["moved@example.com"],
  );
  assert.equal(await count(auth, "users"), 1);
  assert.deepEqual(await actsOf(auth), [
    ["user_signedup", "google"],
    ["login", "google"],
  ]);
});

async function actsOf(auth: TestAuth): Promise<(string | undefined)[][]> {
  const rows = await auth.service.world.db.many<{ payload: { action: string; traits?: { provider?: string } } }>(
    sql`select payload from audit_log_entries order by created_at, id`,
  );
  return rows.map(({ payload }) => [payload.action, payload.traits?.provider]);
}

test("GET /callback without a state, or with one that we did not give, ends at SITE_URL and does nothing (AX-01)", async () => {
  await using auth = await startWithProviders();
  const flow = await begin(auth, { redirect_to: "https://app.example.com/in" });
  const code = codeOf(ana);
  for (const fields of [
    {},
    { code },
    { state: "", code },
    { state: "random", code },
    { state: `${flow.state}x`, code },
    { state: flow.state.slice(0, -1), code },
    { state: flow.state.toLowerCase(), code },
    { error: "access_denied" },
  ]) {
    for (const method of ["GET", "POST"] as const) {
      const landing = await comeBack(auth, flow, fields, method);
      fields.state ? assertBadState(landing) : assertBadState(landing, "OAuth state parameter missing", "bad_oauth_callback");
    }
  }
  const twice = await auth.get(`/callback?state=${flow.state}&state=${flow.state}&code=${code}`, { cookie: flow.cookie });
  assert.match(String(twice.headers.location), /error_code=bad_oauth_callback/);
  assert.deepEqual([await count(auth, "users"), await count(auth, "sessions")], [0, 0]);
  const landing = await comeBack(auth, flow, { state: flow.state, code });
  assert.equal(landing.page, "https://app.example.com/in", "the state itself is still good");
});

function assertBadState(landing: Landing, description = "OAuth callback with invalid state", code = "bad_oauth_state"): void {
  assert.deepEqual([landing.status, landing.page, landing.body], [303, "https://app.example.com/", ""]);
  assert.deepEqual(errorOf(landing), ["invalid_request", code]);
  assert.equal(landing.fragment.error_description, description);
}

test("a state is good once: fifty callbacks with it at the same time are one session and one user (AX-03)", async () => {
  await using auth = await startWithProviders();
  for (const query of [{}, { code_challenge: "a".repeat(43), code_challenge_method: "plain" }]) {
    const flow = await begin(auth, query);
    const all = Array.from({ length: 50 }, () => comeBack(auth, flow, { state: flow.state, code: codeOf(ana) }));
    const landings = await Promise.all(all);
    assert.deepEqual(landings.map(({ status }) => status).sort(), [302, ...Array(49).fill(303)]);
    assertBadState(await comeBack(auth, flow, { state: flow.state, code: codeOf(ana) }));
  }
  assert.deepEqual([await count(auth, "users"), await count(auth, "sessions")], [1, 1]);
});

test("a state that was begun in one browser is no good in another one (AX-04)", async () => {
  await using auth = await startWithProviders();
  const flow = await begin(auth);
  const other = await begin(auth);
  const fields = { state: flow.state, code: codeOf(ana) };
  assertBadState(await comeBack(auth, { cookie: "" }, fields));
  assertBadState(await comeBack(auth, other, fields));
  assertBadState(await comeBack(auth, { cookie: flow.cookie.replace("__Host-", "") }, fields));
  assert.equal(await count(auth, "users"), 0);
  assert.equal((await comeBack(auth, flow, fields)).status, 302);
});

test("no parameter makes a state good in another browser: neither PKCE nor skip_http_redirect", async () => {
  await using auth = await startWithProviders();
  const pkce = { code_challenge: "a".repeat(43), code_challenge_method: "plain" };
  for (const query of [{ skip_http_redirect: "true" }, pkce, { ...pkce, skip_http_redirect: "true" }]) {
    const flow = await begin(auth, query);
    const fields = { state: flow.state, code: codeOf(ana) };
    for (const method of ["GET", "POST"] as const) assertBadState(await comeBack(auth, { cookie: "" }, fields, method));
    assert.equal(await count(auth, "users"), 0);
  }
  const flow = await begin(auth, { skip_http_redirect: "true" });
  const landing = await comeBack(auth, flow, { state: flow.state, code: codeOf(ana) });
  assert.ok(landing.fragment.access_token, "the browser that opened the address is the one that got the cookie");
});

test("a flow of which no browser is known lets nobody in", async () => {
  await using auth = await startWithProviders();
  const flow = await begin(auth);
  await auth.service.world.db.run(sql`update flow_states set browser_hash = null`);
  assertBadState(await comeBack(auth, flow, { state: flow.state, code: codeOf(ana) }));
});

test("two tabs of a browser sign in side by side, whichever comes back first", async () => {
  await using auth = await startWithProviders();
  const first = await begin(auth, { redirect_to: "https://app.example.com/first" });
  const second = await begin(auth, { provider: "github", redirect_to: "https://app.example.com/second" }, first.cookie);
  const third = await begin(auth, { provider: "apple", redirect_to: "https://app.example.com/third" }, first.cookie);
  const jar = { cookie: `${second.cookie}; ${third.cookie}` };
  const landings = [
    await comeBack(auth, { cookie: third.cookie }, { state: third.state, code: codeOf(ana) }, "POST"),
    await comeBack(auth, jar, { state: second.state, code: codeOf(ana) }),
    await comeBack(auth, jar, { state: first.state, code: codeOf(ana) }),
  ];
  assert.deepEqual(
    landings.map(({ page, fragment }) => [page, fragment.provider]),
    [
      ["https://app.example.com/third", "apple"],
      ["https://app.example.com/second", "github"],
      ["https://app.example.com/first", "google"],
    ],
  );
});

test("POST /callback takes the form of a provider's page, and only a form", async () => {
  await using auth = await startWithProviders();
  const landing = await visit(auth, ana, { provider: "apple", redirect_to: "https://app.example.com/in" });
  assert.deepEqual([landing.status, landing.page, landing.fragment.provider], [302, "https://app.example.com/in", "apple"]);
  assert.equal((await auth.post("/callback", { state: "x" })).status, 415);
  assert.equal(
    (await auth.post("/callback", "state=a%00b", { "content-type": "application/x-www-form-urlencoded" })).status,
    400,
  );
});

test("a state ends with its time, wherever the browser was meanwhile", async () => {
  await using auth = await startWithProviders({ EXTERNAL_FLOW_STATE_EXPIRY_DURATION: "600" });
  const [late, inTime] = [await begin(auth), await begin(auth)];
  auth.clock.advance(600);
  assert.equal((await comeBack(auth, inTime, { state: inTime.state, code: codeOf(ana) })).status, 302);
  auth.clock.advance(0.001);
  assertBadState(await comeBack(auth, late, { state: late.state, code: codeOf(ana) }), "OAuth state has expired");
  assertBadState(await comeBack(auth, late, { state: late.state, code: codeOf(ana) }));
});

test("a state belongs to its provider: another issuer's answer is refused (AX-06)", async () => {
  await using auth = await startWithProviders();
  const flow = await begin(auth);
  const landing = await comeBack(auth, flow, { state: flow.state, code: codeOf(ana), iss: "https://github.example" });
  assert.deepEqual(errorOf(landing), ["server_error", "unexpected_failure"]);
  assert.equal(await count(auth, "users"), 0);
});

test("what the provider says when the person refuses reaches the application, cleaned", async () => {
  await using auth = await startWithProviders();
  for (const [fields, error, description] of [
    [{ error: "access_denied", error_description: "Ana said no" }, "access_denied", "Ana said no"],
    [{ error: "access_denied" }, "access_denied", undefined],
    [{ error: "bad\r\nSet-Cookie: x", error_description: "a\u0007b\u202Ec\r\nd" }, "server_error", "a b c d"],
    [{ error: "access_denied", error_description: "y".repeat(5_000) }, "access_denied", "y".repeat(500)],
    [{ error: "login_required" }, "login_required", undefined],
    [{ error: "user_cancelled_login" }, "user_cancelled_login", undefined],
    [{ error: "Your account is locked, call 555-0100", error_description: "why" }, "server_error", "why"],
    [{ error: "x".repeat(5_000) }, "server_error", undefined],
    [{ error: "ACCESS_DENIED" }, "server_error", undefined],
    [{ error: "constructor" }, "server_error", undefined],
    [{ denied: "a request token" }, "access_denied", undefined],
  ] as const) {
    const flow = await begin(auth, { redirect_to: "https://app.example.com/in?a=1" });
    const landing = await comeBack(auth, flow, { state: flow.state, code: codeOf(ana), ...fields });
    const input = { error, ...(description && { error_description: description }) };
    assert.deepEqual([landing.status, landing.page], [302, "https://app.example.com/in"]);
    assert.deepEqual(
      [landing.query, landing.fragment],
      [
        { a: "1", ...input },
        { ...input, sb: "" },
      ],
    );
    assertBadState(await comeBack(auth, flow, { state: flow.state, code: codeOf(ana) }));
  }
  assert.equal(await count(auth, "users"), 0);
});

test("a provider that fails ends in a redirect that says so, without the code, and nobody is made", async () => {
  await using auth = await startWithProviders();
  for (const [fails, description] of [
    ["exchange", "Unable to exchange external code"],
    ["profile", "Error getting user profile from external provider"],
    ["id_token", "Error getting user profile from external provider"],
    ["email", "Error getting user email from external provider"],
    ["bug", "Unexpected failure, please check server logs for more information"],
  ] as const) {
    const landing = await visit(auth, { ...ana, fails }, { redirect_to: "https://app.example.com/in" });
    assert.deepEqual([landing.status, landing.page], [302, "https://app.example.com/in"]);
    assert.deepEqual(errorOf(landing), ["server_error", "unexpected_failure"]);
    assert.equal(landing.query.error_description, description);
  }
  const flow = await begin(auth);
  assert.deepEqual(errorOf(await comeBack(auth, flow, { state: flow.state })), ["invalid_request", "bad_oauth_callback"]);
  assert.equal(await count(auth, "users"), 0);
  const lines = auth.logged.filter(({ fields }) => fields.provider === "google");
  assert.deepEqual(
    lines.map(({ level }) => level),
    ["warn", "warn", "warn", "warn", "error"],
  );
  assert.ok(!JSON.stringify(lines).includes(codeOf({ ...ana, fails: "exchange" })));
});

test("a provider that never answers ends in a redirect, also where requests are held shorter", async () => {
  await using auth = await startWithProviders({ API_MAX_REQUEST_DURATION: "1s", INTERNAL_HTTP_TIMEOUT: "1500ms" });
  const startedAt = performance.now();
  const landing = await visit(auth, { ...ana, fails: "hang" });
  assert.deepEqual(errorOf(landing), ["server_error", "unexpected_failure"]);
  const took = performance.now() - startedAt;
  assert.ok(took > 1_400 && took < 10_000, `it took ${took} ms`);
  const { config } = auth.service.world;
  assert.ok(providerTimeoutMs({ ...config, internalHttpTimeoutSeconds: 60 }) < 10_000);
});

test("a provider that was switched off meanwhile lets nobody in", async () => {
  await using auth = await startWithProviders();
  const flow = await begin(auth);
  await auth.service.world.db.run(sql`update flow_states set provider = 'facebook'`);
  const landing = await comeBack(auth, flow, { state: flow.state, code: codeOf(ana) });
  assert.deepEqual(errorOf(landing), ["invalid_request", "oauth_provider_not_supported"]);
});

test("what a flow remembers cannot be moved to another row", async () => {
  await using auth = await startWithProviders();
  const [one, other] = [await begin(auth), await begin(auth)];
  const hashOf = (state: string) => createHash("sha256").update(state).digest();
  await auth.service.world.db.run(sql`
    update flow_states set sealed_memory = (select sealed_memory from flow_states where state_hash = ${hashOf(other.state)})
     where state_hash = ${hashOf(one.state)}`);
  const landing = await comeBack(auth, one, { state: one.state, code: codeOf(ana) });
  assert.deepEqual(errorOf(landing), ["invalid_request", "bad_oauth_state"]);
});

test("a redirect_to that brings tokens of its own keeps none of them", async () => {
  await using auth = await startWithProviders();
  const redirectTo = "https://app.example.com/in?access_token=evil&error=evil&a=1#refresh_token=evil";
  const landing = await visit(auth, ana, { redirect_to: redirectTo });
  assert.deepEqual(landing.query, { a: "1" });
  assert.notEqual(landing.fragment.access_token, "evil");
  assert.notEqual(landing.fragment.refresh_token, "evil");
});
