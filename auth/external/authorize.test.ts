import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { begin, startWithProviders } from "./testing.ts";

const answerOf = ({ status, body }: { status: number; body: unknown }) => {
  const { error_code: code, msg } = body as { error_code: string; msg: string };
  return [status, code, msg];
};

test("GET /authorize sends the browser to the provider, with one statement and a state that is not stored", async () => {
  await using auth = await startWithProviders();
  const { db } = auth.service.world;
  const before = db.roundTrips;
  const { state, url } = await begin(auth, { scopes: "repo, read:org  gist", redirect_to: "https://app.example.com/done?a=1#x" });
  assert.equal(db.roundTrips - before, 1);
  assert.equal(url.origin, "https://google.example");
  assert.equal(url.searchParams.get("scope"), "base repo read:org gist");
  assert.match(state, /^[\w-]{43}$/);
  const flow = await db.one<Record<string, unknown>>(sql`select * from flow_states`);
  assert.deepEqual(flow.state_hash, createHash("sha256").update(state).digest());
  assert.deepEqual([flow.provider, flow.redirect_to], ["google", "https://app.example.com/done?a=1"]);
  assert.ok(!JSON.stringify(flow).includes(state));
  assert.ok(!Buffer.from(flow.sealed_memory as Buffer).includes("remembers"));
});

test("GET /authorize takes the provider's name in any case, and says which cannot be used", async () => {
  await using auth = await startWithProviders({ EXTERNAL_GITHUB_ENABLED: "false" });
  assert.equal((await begin(auth, { provider: "GooGle" })).url.origin, "https://google.example");
  const disabled = "Unsupported provider: provider is not enabled";
  for (const [provider, message] of [
    ["github", disabled],
    ["facebook", disabled],
    ["nobody", "Unsupported provider: Provider nobody could not be found"],
    ["__proto__", "Unsupported provider: Provider __proto__ could not be found"],
    ["", "Unsupported provider: Provider  could not be found"],
  ]) {
    assert.deepEqual(answerOf(await auth.get(`/authorize?provider=${provider}`)), [400, "validation_failed", message]);
  }
  assert.equal((await auth.get("/authorize")).status, 400);
  assert.deepEqual(await auth.service.world.db.many(sql`select id from flow_states where provider <> 'google'`), []);
});

test("GET /authorize sends nobody where they may not go: a redirect_to that is not allowed becomes SITE_URL", async () => {
  await using auth = await startWithProviders({ URI_ALLOW_LIST: "myapp://**" });
  for (const [request, stored] of [
    ["https://evil.test/", "https://app.example.com"],
    ["javascript:alert(1)", "https://app.example.com"],
    ["myapp://done", "myapp://done"],
    ["", "https://app.example.com"],
  ] as const) {
    await auth.service.world.db.run(sql`delete from flow_states`);
    await begin(auth, { redirect_to: request });
    assert.deepEqual(await auth.service.world.db.one(sql`select redirect_to from flow_states`), { redirect_to: stored });
  }
});

test("GET /authorize refuses parameters that come twice", async () => {
  await using auth = await startWithProviders();
  for (const twice of [
    "redirect_to=https://app.example.com/&redirect_to=https://app.example.com/2",
    "provider=github",
    "scopes=a&scopes=b",
    "prompt=none&prompt=login",
    "code_challenge=a&code_challenge=b",
  ]) {
    const reply = await auth.get(`/authorize?provider=google&${twice}`);
    assert.equal(reply.status, 400, twice);
    assert.match(reply.text, /is given more than once/);
  }
  assert.deepEqual(await auth.service.world.db.many(sql`select id from flow_states`), []);
});

test("GET /authorize passes other parameters on, but none that has a meaning between the provider and us", async () => {
  await using auth = await startWithProviders();
  const passed = { prompt: "consent", access_type: "offline", login_hint: "ana@example.com", hd: "a&redirect_uri=b" };
  const reserved = [
    ...["client_id", "CLIENT_ID", "Client_Secret", "redirect_uri", "REDIRECT_URI", "response_type", "response_mode", "state"],
    ...["State", "scope", "code", "code_verifier", "nonce", "Nonce", "nonce_x", "request", "request_uri", "grant_type", "apikey"],
    ...["client_assertion", "client_assertion_type", "oauth_token", "oauth_callback", "oauth_signature", "iss", "id_token"],
    ...["client.id", "client id", "redirect_uri[]", "redirect_uri ", "\u212A"],
  ];
  const query = { ...passed, ...Object.fromEntries(reserved.map((name) => [name, "evil"])), skip_http_redirect: "false" };
  const { url, state } = await begin(auth, query);
  assert.deepEqual(Object.fromEntries(url.searchParams), { ...passed, client_id: "google-client", scope: "base", state });
  assert.notEqual(state, "evil");
});

test("GET /authorize keeps scopes one value, whatever they hold", async () => {
  await using auth = await startWithProviders();
  const { url } = await begin(auth, { scopes: "email&redirect_uri=https://evil.test\r\nLocation: x" });
  assert.deepEqual(url.searchParams.getAll("scope"), ["base email&redirect_uri=https://evil.test Location: x"]);
  assert.deepEqual([...url.searchParams.keys()].sort(), ["client_id", "scope", "state"]);
});

test("GET /authorize holds the PKCE parameters to the rules", async () => {
  await using auth = await startWithProviders();
  const challenge = "a".repeat(43);
  for (const [query, message] of [
    [`code_challenge=${challenge}`, "PKCE flow requires code_challenge_method and code_challenge"],
    ["code_challenge_method=s256", "PKCE flow requires code_challenge_method and code_challenge"],
    ["code_challenge=short&code_challenge_method=s256", "code challenge has to be between 43 and 128 characters"],
    [`code_challenge=${challenge}&code_challenge_method=md5`, "code challenge method has to be s256 or plain"],
  ]) {
    assert.deepEqual(answerOf(await auth.get(`/authorize?provider=google&${query}`)), [400, "validation_failed", message]);
  }
  assert.equal((await auth.get(`/authorize?provider=google&code_challenge=${challenge}&code_challenge_method=S256`)).status, 302);
});

test("GET /authorize gives the browser a key in a cookie that only we get, and that no neighbour can set", async () => {
  await using auth = await startWithProviders();
  const { setCookie } = await begin(auth);
  assert.match(setCookie, /^__Host-cofre-state=[\w-]{43}; Path=\/; Max-Age=300; HttpOnly; Secure; SameSite=Lax$/);
  const posted = await begin(auth, { provider: "apple" });
  assert.match(posted.setCookie, /^__Host-cofre-state-post=[\w-]{43}; Path=\/; Max-Age=300; HttpOnly; Secure; SameSite=None$/);
  const { browser_hash: hash } = await auth.service.world.db.one<{ browser_hash: Buffer }>(
    sql`select browser_hash from flow_states where provider = 'google'`,
  );
  const key = setCookie.split(/[=;]/)[1] as string;
  assert.deepEqual(hash, createHash("sha256").update(key).digest());
});

test("GET /authorize by plain HTTP, as in development, sets a cookie that browsers take there", async () => {
  await using auth = await startWithProviders({ API_EXTERNAL_URL: "http://localhost:8081" });
  assert.match((await begin(auth)).setCookie, /^cofre-state=[\w-]{43}; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax$/);
  const posted = await begin(auth, { provider: "apple" });
  assert.match(posted.setCookie, /^cofre-state-post=[\w-]{43}; Path=\/; Max-Age=300; HttpOnly$/);
});

test("GET /authorize uses a good key again, and no other text", async () => {
  await using auth = await startWithProviders({ EXTERNAL_FLOW_STATE_EXPIRY_DURATION: "10m" });
  const first = await begin(auth);
  const second = await begin(auth, {}, `other=1; ${first.cookie}`);
  assert.equal(second.cookie, first.cookie);
  assert.match(second.setCookie, /Max-Age=600/);
  assert.notEqual(second.state, first.state);
  for (const bad of [
    "__Host-cofre-state=short",
    "__Host-cofre-state=",
    "__Host-cofre-state",
    `cofre-state=${"a".repeat(43)}`,
    ";;=",
  ]) {
    const { cookie } = await begin(auth, {}, bad);
    assert.match(cookie, /^__Host-cofre-state=[\w-]{43}$/);
    assert.ok(!bad.includes(cookie));
  }
});

test("GET /authorize with skip_http_redirect binds the flow to the browser that opens it, as without", async () => {
  await using auth = await startWithProviders();
  for (const value of ["true", "1", "yes", ""]) {
    const { setCookie, url } = await begin(auth, { skip_http_redirect: value });
    assert.match(setCookie, /^__Host-cofre-state=[\w-]{43}; /, value);
    assert.equal(url.searchParams.has("skip_http_redirect"), false);
  }
  const unbound = await auth.service.world.db.many(sql`select id from flow_states where browser_hash is null`);
  assert.deepEqual(unbound, []);
});

test("GET /authorize tells the application when the provider cannot be reached", async () => {
  await using auth = await startWithProviders();
  const { url } = await begin(auth, { fails: "yes", redirect_to: "https://app.example.com/in" });
  assert.equal(url.origin + url.pathname, "https://app.example.com/in");
  assert.deepEqual([url.searchParams.get("error"), url.searchParams.get("error_code")], ["server_error", "unexpected_failure"]);
  assert.ok(auth.logged.some(({ message, level }) => level === "warn" && message === "an external provider failed"));
  assert.deepEqual(await auth.service.world.db.many(sql`select id from flow_states`), []);
});

test("GET /authorize with an invitation that is none is 404", async () => {
  await using auth = await startWithProviders();
  const reply = await auth.get("/authorize?provider=google&invite_token=00");
  assert.deepEqual(answerOf(reply), [404, "user_not_found", "User identified by token not found"]);
});
