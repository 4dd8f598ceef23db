// Providers that operators describe, through HTTP: by the published client, by variables, and by what strangers and their servers try.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { AUTOCONFIRM, bearer, signUp, type TestSession, type TestUser, verdict } from "../account/testing.ts";
import { good, openAdmin, refusal } from "../client_tests/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { CUSTOM_CLIENT, type CustomStandIn, startCustomStandIn } from "./testing/custom_stand_in.ts";
import { startRealm } from "./testing/realm.ts";
import { begin, comeBack, errorOf, type Landing } from "./testing.ts";

let auth: TestAuth;
let standIn: CustomStandIn;
const PATH = "/admin/custom-providers";

before(async () => {
  standIn = await startCustomStandIn(() => auth.clock.now());
  const linking = { SECURITY_MANUAL_LINKING_ENABLED: "true", RATE_LIMIT_TOKEN_REFRESH: "0" };
  auth = await startTestAuth({ ...AUTOCONFIRM, ...linking, CUSTOM_OAUTH_ALLOWED_HOSTS: `${standIn.host},localhost` });
});

after(async () => {
  for (const each of [auth, standIn]) await each[Symbol.asyncDispose]();
});

beforeEach(async () => {
  const { db } = auth.service.world;
  await db.run(sql`delete from custom_providers`);
  await db.run(sql`delete from users`);
  Object.assign(standIn, { lies: {}, document: {}, knowsClientBy: "basic" });
  standIn.person = { sub: "7", email: "ana@example.com", email_verified: true, name: "Ana Lima" };
});

async function describe(type: "oidc" | "oauth2", changes: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const reply = await auth.post(PATH, standIn.described(type, changes), auth.admin);
  assert.equal(reply.status, 201, reply.text);
  return reply.body as Record<string, unknown>;
}

async function visit(query: Record<string, string> = {}, fields: Record<string, string> = {}): Promise<Landing> {
  const flow = await begin(auth, { provider: "custom:work", ...query });
  return comeBack(auth, flow, { state: flow.state, code: standIn.codeFor(flow), ...fields });
}

async function userOf({ fragment }: Landing): Promise<TestUser & { identities: (TestUser["identities"][0] & { id: string })[] }> {
  assert.ok(fragment.access_token, JSON.stringify(fragment));
  return (await auth.get("/user", { authorization: `Bearer ${fragment.access_token}` })).body as never;
}

test("admin.customProviders of auth-js makes, lists, shows, changes and deletes providers, and shows no secret", async () => {
  const { customProviders } = openAdmin(auth);
  type Params = Parameters<typeof customProviders.createProvider>[0];
  const provider = good(await customProviders.createProvider(standIn.described("oidc") as unknown as Params));
  assert.deepEqual(provider.scopes, ["openid", "email", "profile"]);
  assert.deepEqual(
    [provider.identifier, provider.pkce_enabled, provider.enabled, provider.issuer],
    ["custom:work", true, true, standIn.url],
  );
  const other = standIn.described("oauth2", { identifier: "custom:plain" });
  good(await customProviders.createProvider(other as unknown as Params));
  const names = ({ providers }: { providers: { identifier: string }[] }) => providers.map(({ identifier }) => identifier);
  assert.deepEqual(names(good(await customProviders.listProviders())), ["custom:plain", "custom:work"]);
  assert.deepEqual(names(good(await customProviders.listProviders({ type: "oidc" }))), ["custom:work"]);
  assert.deepEqual(good(await customProviders.getProvider("custom:work")), provider);
  auth.clock.advance(1);
  const changed = good(await customProviders.updateProvider("custom:work", { name: "Work", email_optional: true }));
  assert.deepEqual(changed, { ...provider, name: "Work", email_optional: true, updated_at: auth.clock.now().toISOString() });
  assert.deepEqual(refusal(await customProviders.createProvider(other as unknown as Params)), [400, "conflict"]);
  good(await customProviders.deleteProvider("custom:plain"));
  for (const odd of ["google", "custom:%E2%80%AE", "x".repeat(90)])
    assert.deepEqual(verdict(await auth.get(`${PATH}/${odd}`, auth.admin)), [404, "custom_provider_not_found"], odd);
  const nobody = await auth.get("/authorize?provider=custom:%00");
  assert.deepEqual(verdict(nobody), [400, "validation_failed"]);
  for (const notFound of [
    await customProviders.getProvider("custom:plain"),
    await customProviders.deleteProvider("custom:plain"),
  ])
    assert.deepEqual(refusal(notFound), [404, "custom_provider_not_found"]);
  const rows = await auth.service.world.db.many<{ text: string }>(
    sql`select custom_providers::text as text from custom_providers`,
  );
  assert.ok(!JSON.stringify([rows, provider, changed]).includes("a secret"), "sealed, and never shown");
  const acts = await auth.service.world.db.many<{ action: string; identifier: string }>(sql`
    select payload ->> 'action' as action, payload -> 'traits' ->> 'identifier' as identifier from audit_log_entries
     where payload ->> 'action' like 'custom_provider%'`);
  assert.deepEqual(acts.map(({ action, identifier }) => `${action} ${identifier}`).sort(), [
    "custom_provider_created custom:plain",
    "custom_provider_created custom:work",
    "custom_provider_deleted custom:plain",
    "custom_provider_updated custom:work",
  ]);
});

test("who changes a provider that was changed meanwhile is told, an address can be taken back, and the log has what was deleted", async () => {
  const { updated_at: readAt } = await describe("oidc", { discovery_url: `${standIn.url}/elsewhere` });
  const at = `${PATH}/custom:work`;
  auth.clock.advance(1);
  const first = await auth.call(at, { method: "PUT", body: { discovery_url: "", updated_at: readAt }, headers: auth.admin });
  assert.equal(first.status, 200, first.text);
  assert.ok(!("discovery_url" in (first.body as object)));
  const second = await auth.call(at, { method: "PUT", body: { name: "Late", updated_at: readAt }, headers: auth.admin });
  assert.deepEqual(verdict(second), [400, "conflict"]);
  const { providers, redirect_uri: redirectUri } = (await auth.get(PATH, auth.admin)).body as {
    providers: { name: string }[];
    redirect_uri: string;
  };
  assert.deepEqual([providers.map(({ name }) => name), redirectUri.endsWith("/callback")], [["The works"], true]);
  assert.equal((await auth.call(at, { method: "DELETE", headers: auth.admin })).status, 204);
  const { acts } = (await auth.get("/admin/acts?action=custom_provider_deleted", auth.admin)).body as {
    acts: { changes: Record<string, unknown> }[];
  };
  assert.deepEqual(acts[0]?.changes.name, { before: "The works", after: null });
});

test("people sign in with a provider of OpenID Connect and of OAuth 2.0, whichever way it knows its client, and are the same ones again", async () => {
  for (const [type, knowsClientBy, sub] of [
    ["oidc", "basic", "7"],
    ["oidc", "body", "8"],
    ["oauth2", "basic", "9"],
    ["oauth2", "body", "10"],
  ] as const) {
    standIn.knowsClientBy = knowsClientBy;
    standIn.person = { ...standIn.person, sub, email: `${sub}@example.com`, groups: ["staff"], secret: "x" };
    await describe(type, { custom_claims_allowlist: ["groups"], authorization_params: { hd: "example.com" }, scopes: ["email"] });
    const flow = await begin(auth, { provider: "custom:work", prompt: "login" });
    const { searchParams: request } = flow.url;
    assert.deepEqual(
      [request.get("hd"), request.get("prompt"), request.get("client_id")],
      ["example.com", "login", CUSTOM_CLIENT.id],
    );
    assert.equal(request.get("scope"), type === "oidc" ? "openid email" : "email");
    assert.deepEqual([request.has("nonce"), request.get("code_challenge_method")], [type === "oidc", "S256"]);
    const first = await userOf(await comeBack(auth, flow, { state: flow.state, code: standIn.codeFor(flow) }));
    assert.deepEqual([first.email, first.app_metadata.provider], [`${sub}@example.com`, "custom:work"]);
    const [identity] = first.identities;
    assert.deepEqual([identity?.id, identity?.provider], [sub, "custom:work"]);
    assert.deepEqual(identity?.identity_data.custom_claims, { groups: ["staff"] });
    assert.equal((await userOf(await visit())).id, first.id);
    assert.equal((await auth.call(`${PATH}/custom:work`, { method: "DELETE", headers: auth.admin })).status, 204);
    const authorizeReply = await auth.get("/authorize?provider=custom:work");
    assert.deepEqual(
      [authorizeReply.status, (authorizeReply.body as { error_code: string }).error_code],
      [400, "validation_failed"],
    );
  }
});

test("a server that others wrote is found by its issuer alone, and an identity is linked and named on the page", async () => {
  await using realm = await startRealm();
  const allowed = { CUSTOM_OAUTH_ALLOWED_HOSTS: new URL(realm.url).host };
  await using own = await startTestAuth({ ...AUTOCONFIRM, ...allowed, SECURITY_MANUAL_LINKING_ENABLED: "true" });
  own.clock.set(new Date());
  const client = {
    client_id: realm.variables.EXTERNAL_KEYCLOAK_CLIENT_ID,
    client_secret: realm.variables.EXTERNAL_KEYCLOAK_SECRET,
  };
  const body = { provider_type: "oidc", identifier: "custom:family", name: "Família", issuer: realm.url, ...client };
  assert.equal((await own.post(PATH, body, own.admin)).status, 201);
  const flow = await begin(own, { provider: "custom:family" });
  const { openBrowser } = await import("./testing/browser.ts");
  const browser = openBrowser((url) => (url.origin === new URL(realm.url).origin ? url.href : undefined));
  const back = await browser.open(flow.url.href);
  const landing = await comeBack(own, flow, Object.fromEntries(back.searchParams));
  assert.ok(landing.fragment.access_token, JSON.stringify(landing));
  const session = await signUp(own, { email: "bob@example.com", password: "battery staple" });
  realm.account = { sub: "f:realm:bob", name: "Bob", email: "bob@example.net", email_verified: true };
  const linking = await own.get("/user/identities/authorize?provider=custom:family", bearer(session));
  const cookie = linking.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  const fresh = openBrowser((url) => (url.origin === new URL(realm.url).origin ? url.href : undefined));
  const callbackUrl = await fresh.open(linking.headers.location as string);
  const page = await comeBack(own, { cookie }, Object.fromEntries(callbackUrl.searchParams));
  assert.equal(page.status, 200, page.body);
  assert.ok(page.body.includes("Família"));
});

test("provider lies about who somebody is end in an error, and make no user (AX-20)", async () => {
  await describe("oidc");
  const lies: [what: string, lies: Record<string, unknown>][] = [
    ["another issuer", { iss: "https://accounts.google.com" }],
    ["for somebody else", { aud: "another" }],
    ["another nonce", { nonce: "x" }],
    ["no nonce", { nonce: undefined }],
    ["too old", { exp: 1 }],
    ["another subject than its userinfo", { sub: "8" }],
  ];
  for (const [what, claims] of lies) {
    standIn.lies = claims;
    assert.deepEqual(errorOf(await visit()), ["server_error", "unexpected_failure"], what);
  }
  standIn.lies = {};
  for (const iss of ["https://accounts.google.com", `${standIn.url}/`, "x"])
    assert.deepEqual(errorOf(await visit({}, { iss })), ["server_error", "unexpected_failure"], `iss=${iss}`);
  await describe("oauth2", { identifier: "custom:plain" });
  const mixed = await visit({ provider: "custom:plain" }, { iss: "https://accounts.google.com" });
  assert.deepEqual(errorOf(mixed), ["server_error", "unexpected_failure"], "an answer of another provider");
  const { count } = await auth.service.world.db.one<{ count: number }>(sql`select count(*)::int as count from users`);
  assert.equal(count, 0);
  assert.ok((await userOf(await visit({}, { iss: standIn.url }))).id, "what is left is good");
});

test("an address links only where what vouches for it is about that address, and mapping moves no subject (AX-21)", async () => {
  const owner = await signUp(auth, { email: "owner@example.com", password: "correct horse" });
  const claim = { email: "ana@example.com", email_verified: true, mail: "owner@example.com", profile: { name: "Nested" } };
  const cases: [what: string, changes: Record<string, unknown>, person: Record<string, unknown>, links: boolean][] = [
    ["an address of another claim", { attribute_mapping: { email: "mail" } }, {}, false],
    [
      "one that the operator says is vouched for",
      { attribute_mapping: { email: "mail", email_verified: "ok" } },
      { ok: true },
      true,
    ],
    ["the same, and it is not", { attribute_mapping: { email: "mail", email_verified: "ok" } }, { ok: false }, false],
    ["one that nobody verified", {}, { email: "owner@example.com", email_verified: false }, false],
    ["one that says so in other words", {}, { email: "owner@example.com", email_verified: "yes" }, false],
    ["never, says the operator", { attribute_mapping: { email_verified: false } }, { email: "owner@example.com" }, false],
  ];
  for (const [index, [what, changes, person, links]] of cases.entries()) {
    for (const type of ["oidc", "oauth2"] as const) {
      const identifier = `custom:work${index}${type}`;
      await describe(type, { identifier, ...changes });
      standIn.person = { sub: `${index}${type}`, ...claim, ...person };
      const { fragment } = await visit({ provider: identifier });
      const sub = fragment.access_token && (await userOf({ fragment } as Landing)).id;
      assert.equal(sub === owner.user.id, links, `${what}, ${type}`);
    }
  }
  const mapping = { sub: "uid", name: "profile.name", user_name: "https://x.example/login.name" };
  await describe("oauth2", { attribute_mapping: mapping });
  const text = { id: 1, sub: "not this", uid: "u-1", email: "u@example.com", email_verified: true, provider_id: "x", app: "x" };
  standIn.person = { ...text, profile: { name: "Nested" }, "https://x.example/login.name": "nest" };
  const [identity] = (await userOf(await visit())).identities;
  const { name, user_name: userName, provider_id: providerId, sub } = identity?.identity_data ?? {};
  assert.deepEqual([identity?.id, name, userName, providerId, sub], ["u-1", "Nested", "nest", "u-1", "u-1"]);
  for (const [wrong, type] of [
    [{ sub: "uid" }, "oidc"],
    [{ email_verified: "" }, "oidc"],
    [{ name: true }, "oauth2"],
    [{ app_metadata: "x" }, "oauth2"],
    [{ __proto__: null, role: "x" }, "oauth2"],
  ] as const) {
    const body = standIn.described(type, { identifier: "custom:wrong", attribute_mapping: wrong });
    assert.deepEqual(verdict(await auth.post(PATH, body, auth.admin)), [400, "validation_failed"], JSON.stringify(wrong));
  }
});

test("a number that is nobody's joins nobody: two people with the id 0 are refused", async () => {
  await describe("oauth2", { email_optional: true });
  for (const id of [0, -1, 0.5]) {
    standIn.person = { id, email: `zero${id}@example.com`, email_verified: true };
    assert.deepEqual(errorOf(await visit())[0], "server_error", String(id));
  }
  await describe("oauth2", { identifier: "custom:mapped", attribute_mapping: { sub: "uid" } });
  standIn.person = { uid: 0, email: "mapped@example.com", email_verified: true };
  assert.deepEqual(errorOf(await visit({ provider: "custom:mapped" }))[0], "server_error");
  const { count } = await auth.service.world.db.one<{ count: number }>(sql`select count(*) as count from users`);
  assert.equal(count, 0);
});

test("an identity token that says verified as text, or has links that a page could run, is taken without them", async () => {
  await describe("oidc");
  const send = async (claims: Record<string, unknown>) =>
    auth.post("/token?grant_type=id_token", { provider: "custom:work", id_token: await standIn.idToken(claims) });
  const owner = await signUp(auth, { email: "owner@example.com", password: "correct horse" });
  for (const text of ["true", "1", 1, "yes"]) {
    const reply = await send({ sub: `text ${text}`, email: "owner@example.com", email_verified: text });
    assert.notEqual((reply.body as TestSession).user?.id, owner.user.id, String(text));
  }
  const lies = { picture: "javascript:alert(1)", profile: "data:text/html,x", website: "JavaScript:alert(1)" };
  const { body } = await send({ sub: "links", email: "links@example.com", email_verified: true, ...lies });
  const { user } = body as TestSession;
  assert.equal(user.email, "links@example.com");
  assert.doesNotMatch(JSON.stringify(user), /javascript|data:text/i);
  for (const azp of ["somebody else", "", null])
    assert.deepEqual(verdict(await send({ sub: "links", azp })), [400, "validation_failed"], String(azp));
});

test("no description leads a request to where only this machine gets, and none is taken that is not whole (AX-19)", async () => {
  const inside = [
    "http://127.0.0.1:1",
    "https://127.0.0.1",
    "https://10.0.0.1",
    "https://[::1]",
    "https://169.254.169.254/latest",
  ];
  const odd = ["http://example.com", "ftp://example.com", "https://a:b@example.com", "//example.com", "https://2130706433/", ""];
  const before = standIn.requests.length;
  for (const url of [...inside, ...odd]) {
    for (const changes of [{ issuer: url }, { discovery_url: url || "x" }])
      assert.deepEqual(
        verdict(await auth.post(PATH, standIn.described("oidc", changes), auth.admin)),
        [400, "validation_failed"],
        url,
      );
    for (const name of ["authorization_url", "token_url", "userinfo_url"]) {
      const reply = await auth.post(PATH, standIn.described("oauth2", { [name]: url }), auth.admin);
      assert.deepEqual(verdict(reply), [400, "validation_failed"], `${name} ${url}`);
    }
  }
  assert.equal(standIn.requests.length, before, "nobody was asked");
  const wrong: Record<string, unknown>[] = [
    ...[
      { identifier: "google" },
      { identifier: "custom:" },
      { identifier: "custom:A" },
      { identifier: "custom:a/b" },
      { name: "" },
    ],
    ...[{ client_id: null }, { client_secret: "" }, { provider_type: "saml" }, { scopes: ["a b"] }, { name: "a\u0000b" }],
    ...[{ authorization_params: { redirect_uri: "https://evil.test" } }, { authorization_params: { STATE: "x" } }],
    ...[{ authorization_params: { a: 1 } }, { attribute_mapping: [] }, { acceptable_client_ids: "x" }, { enabled: "x" }],
  ];
  for (const changes of wrong) {
    const reply = await auth.post(PATH, standIn.described("oauth2", changes), auth.admin);
    assert.deepEqual(verdict(reply), [400, "validation_failed"], JSON.stringify(changes));
  }
  const documents: [what: string, document: Record<string, unknown>][] = [
    ["another issuer", { issuer: "https://accounts.google.com" }],
    ["no token endpoint", { token_endpoint: undefined }],
    ["keys that are no address", { jwks_uri: "file:///etc/passwd" }],
  ];
  for (const [at, [what, document]] of documents.entries()) {
    standIn.document = document;
    const described = standIn.described("oidc", { discovery_url: `${standIn.url}/elsewhere?${at}` });
    const reply = await auth.post(PATH, described, auth.admin);
    assert.deepEqual(verdict(reply), [400, "validation_failed"], what);
  }
});

test("what a document names inside is not asked, though its issuer may be", async () => {
  const trap = "http://127.0.0.1:9/";
  standIn.document = { issuer: `${standIn.url}/inside`, token_endpoint: trap, jwks_uri: trap };
  const changes = { issuer: `${standIn.url}/inside`, discovery_url: `${standIn.url}/elsewhere` };
  await describe("oidc", changes);
  assert.deepEqual(errorOf(await visit()), ["server_error", "unexpected_failure"]);
  assert.ok(auth.logged.some((line) => JSON.stringify(line).includes("its address is not public")));
});

test("POST /token?grant_type=id_token takes its tokens for any of its client ids, with their nonce", async () => {
  await describe("oidc", { acceptable_client_ids: ["phone"] });
  const show = (idToken: string, more: object = {}) =>
    auth.post("/token?grant_type=id_token", { provider: "custom:work", id_token: idToken, ...more });
  const nonce = { nonce: createHash("sha256").update("raw").digest("hex") };
  for (const aud of [CUSTOM_CLIENT.id, "phone"]) {
    const reply = await show(await standIn.idToken({ aud, ...nonce }), { nonce: "raw" });
    assert.equal(reply.status, 200, reply.text);
    assert.equal((reply.body as TestSession).user.app_metadata.provider, "custom:work");
  }
  for (const [claims, more] of [
    [{ aud: "stranger" }, {}],
    [nonce, { nonce: "other" }],
    [nonce, {}],
    [{ iss: "https://accounts.google.com" }, {}],
  ] as const)
    assert.equal((await show(await standIn.idToken(claims), more)).status, 400, JSON.stringify(claims));
  const good = await standIn.idToken();
  assert.equal((await auth.post("/token?grant_type=id_token", { provider: "custom:none", id_token: good })).status, 400);
  await auth.call(`${PATH}/custom:work`, { method: "PUT", body: { enabled: false }, headers: auth.admin });
  assert.deepEqual(verdict(await show(good)), [400, "provider_disabled"]);
  assert.deepEqual(verdict(await auth.get("/authorize?provider=custom:work")), [400, "validation_failed"]);
});

test("CUSTOM_OAUTH_PROVIDERS, _EXTERNAL_URL, _MAX_PROVIDERS and _ENABLED: by variables, at another address, bounded, or not at all", async () => {
  const variables = {
    CUSTOM_OAUTH_ALLOWED_HOSTS: standIn.host,
    CUSTOM_OAUTH_PROVIDERS: JSON.stringify([standIn.described("oidc")]),
    CUSTOM_OAUTH_EXTERNAL_URL: "https://sign-in.example.com/auth/v1/",
    CUSTOM_OAUTH_MAX_PROVIDERS: "1",
  };
  await using own = await startTestAuth({ ...AUTOCONFIRM, ...variables });
  const flow = await begin(own, { provider: "custom:work" });
  assert.equal(flow.url.searchParams.get("redirect_uri"), "https://sign-in.example.com/auth/v1/callback");
  assert.ok((await comeBack(own, flow, { state: flow.state, code: standIn.codeFor(flow) })).fragment.access_token);
  const listed = await own.get(PATH, own.admin);
  assert.ok(listed.text.includes('"custom:work"') && !listed.text.includes("a secret"));
  const one = await own.get(`${PATH}/custom:work`, own.admin);
  assert.equal((one.body as { id: string }).id, "custom:work");
  const change = { body: { name: "x" }, headers: own.admin };
  assert.deepEqual(verdict(await own.call(`${PATH}/custom:work`, { method: "PUT", ...change })), [400, "conflict"]);
  assert.deepEqual(verdict(await own.call(`${PATH}/custom:work`, { method: "DELETE", headers: own.admin })), [400, "conflict"]);
  assert.deepEqual(verdict(await own.post(PATH, standIn.described("oidc"), own.admin)), [400, "conflict"]);
  const add = (n: number) => own.post(PATH, standIn.described("oauth2", { identifier: `custom:n${n}` }), own.admin);
  const added = await Promise.all([1, 2, 3].map(add));
  assert.deepEqual(added.map((reply) => verdict(reply).join(" ")).sort(), [
    "201 ",
    "400 over_custom_provider_quota",
    "400 over_custom_provider_quota",
  ]);
  await using off = await startTestAuth({ ...variables, CUSTOM_OAUTH_ENABLED: "false" });
  for (const [method, path] of [
    ["GET", PATH],
    ["POST", PATH],
    ["GET", `${PATH}/custom:work`],
    ["PUT", `${PATH}/custom:work`],
    ["DELETE", `${PATH}/custom:work`],
  ] as const) {
    const body = method === "POST" || method === "PUT" ? { body: {} } : {};
    assert.deepEqual(verdict(await off.call(path, { method, headers: off.admin, ...body })), [404, "feature_disabled"]);
  }
  assert.deepEqual(verdict(await off.get("/authorize?provider=custom:work")), [400, "validation_failed"]);
});
