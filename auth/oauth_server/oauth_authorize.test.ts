// Authorization requests of apps, and how users answer them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { bearer, signIn, signUp, type TestSession } from "../account/testing.ts";
import { enroll, show } from "../factors/testing.ts";
import type { TestAuth } from "../testing.ts";
import {
  authorizeClient,
  authorizePath,
  CALLBACK,
  claimsOf,
  decide,
  follow,
  ISSUER,
  landing,
  look,
  makeClient,
  RESOURCE,
  requestAuthorization,
  startOauth,
  type TestClient,
  tokensFor,
} from "./testing.ts";

let auth: TestAuth;
/** Another replica, on the same database. */
let other: TestAuth;
let client: TestClient;
let session: TestSession;

const UNLIMITED = { RATE_LIMIT_TOKEN_REFRESH: "0", OAUTH_SERVER_RESOURCES: JSON.stringify({ [RESOURCE]: ["accounts:read"] }) };

before(async () => {
  auth = await startOauth(UNLIMITED);
  other = await startOauth(UNLIMITED, () => auth.database.url);
  client = await makeClient(auth);
  session = await signUp(auth);
});

after(async () => {
  for (const each of [other, auth]) await each[Symbol.asyncDispose]();
});

const verdict = ({ status, body }: { status: number; body: unknown }) =>
  `${status} ${(body as { error_code?: string })?.error_code ?? ""}`.trim();

test("PKCE is always by S256, and what is wrong goes back to the app, with who says so", async () => {
  const refusals: [changes: Record<string, string | undefined>, error: string][] = [
    [{ code_challenge: undefined }, "invalid_request"],
    [{ code_challenge_method: "plain" }, "invalid_request"],
    [{ code_challenge_method: undefined }, "invalid_request"],
    [{ code_challenge: "short" }, "invalid_request"],
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ response_type: "code id_token" }, "unsupported_response_type"],
    [{ response_mode: "fragment" }, "invalid_request"],
    [{ request: "x" }, "request_not_supported"],
    [{ request_uri: "https://x.example.com" }, "request_uri_not_supported"],
    [{ scope: "openid admin" }, "invalid_scope"],
    [{ scope: "accounts:read" }, "invalid_scope"],
    [{ resource: "https://other.example.com" }, "invalid_target"],
    [{ resource: `${RESOURCE}#x` }, "invalid_target"],
    [{ prompt: "none" }, "login_required"],
    [{ prompt: "none login" }, "invalid_request"],
    [{ max_age: "-1" }, "invalid_request"],
  ];
  for (const [changes, error] of refusals) {
    const { page, query } = await follow(auth, authorizePath(client, changes));
    assert.deepEqual([page, query.error, query.state, query.iss], [CALLBACK, error, "s1", ISSUER], JSON.stringify(changes));
  }
});

test("an error repeats nothing of a request that is long or no plain text: it travels in a header", async () => {
  const notice = async (changes: Record<string, string>) => {
    const { page, query } = await follow(auth, authorizePath(client, changes));
    return [page, query.error, query.error_description, query.state];
  };
  assert.deepEqual(await notice({ scope: "admin" }), [CALLBACK, "invalid_scope", "unknown scope admin", "s1"]);
  assert.deepEqual(await notice({ scope: "😀".repeat(1000) }), [CALLBACK, "invalid_scope", "unknown scope", "s1"]);
  assert.deepEqual(await notice({ scope: "x".repeat(101) }), [CALLBACK, "invalid_scope", "unknown scope", "s1"]);
  for (const state of ["x".repeat(4097), "😀".repeat(1000)])
    assert.deepEqual(await notice({ state }), [CALLBACK, "invalid_request", "state is too long", undefined]);
});

test("nobody is sent anywhere but to a redirect URI of the app, letter by letter", async () => {
  const tricks = [
    ...["https://notes.example.com/callback/", "https://notes.example.com/callback?x=1", "https://notes.example.com/callback#x"],
    ...["https://notes.example.com:443/callback", "https://NOTES.example.com/callback", "http://notes.example.com/callback"],
    ...["https://notes.example.com.evil.example/callback", "https://notes.example.com@evil.example/callback", "//evil.example"],
    ...["https://notes.example.com/callback/../x", "https://notes.example.com/%63allback", "javascript:alert(1)", "/callback"],
  ];
  for (const redirect_uri of tricks)
    assert.equal((await auth.get(authorizePath(client, { redirect_uri }))).status, 400, redirect_uri);
  assert.equal((await auth.get(authorizePath(client, { redirect_uri: undefined }))).status, 400);
  assert.equal(verdict(await auth.get(authorizePath({ client_id: "x" }))), "400 oauth_client_not_found");
  assert.equal((await auth.get(`${authorizePath(client)}&redirect_uri=https://evil.example`)).status, 400, "given twice");
  const native = await makeClient(auth, {
    token_endpoint_auth_method: "none",
    redirect_uris: ["http://127.0.0.1/cb", "http://localhost:3000/cb", "com.example.notes://cb"],
  });
  for (const [uri, isGood] of [
    ["http://127.0.0.1:51004/cb", true],
    ["http://localhost:51004/cb", true],
    ["com.example.notes://cb", true],
    ["http://127.0.0.1:51004/other", false],
    ["http://127.0.0.1:51004@evil.example/cb", false],
    ["http://127.0.0.1.evil.example/cb", false],
    ["http://[::1]:51004/cb", false],
    ["https://127.0.0.1:51004/cb", false],
  ] as const)
    assert.equal((await auth.get(authorizePath(native, { redirect_uri: uri }))).status, isGood ? 302 : 400, uri);
});

test("a request belongs to whoever looks at it first, is answered once, and not by a look alone", async () => {
  const bob = await signUp(auth, { email: "bob@example.com", password: "battery staple" });
  const id = await requestAuthorization(auth, client, { prompt: "consent" });
  assert.equal(verdict(await decide(auth, session, id)), "404 oauth_authorization_not_found", "not looked at yet");
  assert.equal((await look(auth, session, id)).status, 200);
  assert.equal(verdict(await look(auth, bob, id)), "404 oauth_authorization_not_found");
  assert.equal(verdict(await decide(auth, bob, id)), "404 oauth_authorization_not_found");
  assert.equal(verdict(await decide(auth, session, id, { action: "maybe" })), "400 validation_failed");
  const denied = (await decide(auth, session, id, { action: "deny" })).body as { redirect_url: string };
  assert.deepEqual([landing(denied.redirect_url).query.error, landing(denied.redirect_url).query.iss], ["access_denied", ISSUER]);
  assert.equal(verdict(await decide(auth, session, id)), "400 validation_failed");
  assert.equal(verdict(await look(auth, session, id)), "400 validation_failed");
  const foreign = { ...bearer(session), origin: "https://evil.example" };
  assert.equal((await auth.get(`/oauth/authorizations/${await requestAuthorization(auth, client)}`, foreign)).status, 400);
  const races = await requestAuthorization(auth, client, { prompt: "consent" });
  await look(auth, session, races);
  const all = await Promise.all([decide(auth, session, races), decide(other, session, races)]);
  assert.deepEqual(all.map(({ status }) => status).sort(), [200, 400]);
});

test("a remembered answer spares the question, for no more than was granted, and never where anybody could be the app", async () => {
  const asksFor = async (app: TestClient, changes: Record<string, string>) => {
    const consent = (await look(auth, session, await requestAuthorization(auth, app, changes))).body as { redirect_url?: string };
    return consent.redirect_url === undefined;
  };
  const app = await makeClient(auth);
  assert.equal(await asksFor(app, { scope: "email" }), true);
  await authorizeClient(auth, session, app, { scope: "email profile" });
  assert.equal(await asksFor(app, { scope: "email" }), false);
  assert.equal(await asksFor(app, { scope: "email phone" }), true);
  assert.equal(await asksFor(app, { scope: "email", resource: RESOURCE }), true);
  assert.equal(await asksFor(app, { scope: "email", prompt: "consent" }), true);
  const once = await makeClient(auth);
  const id = await requestAuthorization(auth, once);
  await look(auth, session, id);
  await decide(auth, session, id, { action: "approve", remember: false });
  assert.equal(await asksFor(once, {}), true);
  const native = await makeClient(auth, { token_endpoint_auth_method: "none", redirect_uris: ["http://127.0.0.1/cb"] });
  const uri = { redirect_uri: "http://127.0.0.1:4000/cb" };
  await authorizeClient(auth, session, native, uri);
  assert.equal(await asksFor(native, uri), true);
});

test("an app may ask for a new sign-in, and users with a second factor show it", async () => {
  const carol = { email: "carol@example.com", password: "battery staple" };
  const early = await signUp(auth, carol);
  auth.clock.advance(60);
  const request = await requestAuthorization(auth, client, { prompt: "login" });
  assert.equal(verdict(await look(auth, early, request)), "403 reauthentication_needed");
  assert.equal(
    verdict(await look(auth, early, await requestAuthorization(auth, client, { max_age: "59" }))),
    "403 reauthentication_needed",
  );
  assert.equal((await look(auth, early, await requestAuthorization(auth, client, { max_age: "60" }))).status, 200);
  const late = await signIn(auth, carol);
  assert.equal((await look(auth, late, request)).status, 200);
  const { access_token: token } = await tokensFor(auth, late, client);
  assert.equal(claimsOf(token).aal, "aal1");
  const full = await show(auth, late, await enroll(auth, late));
  const low = await signIn(auth, carol);
  assert.equal(verdict(await look(auth, low, await requestAuthorization(auth, client))), "403 insufficient_aal");
  assert.equal(claimsOf((await tokensFor(auth, full, client)).access_token).aal, "aal2");
});
