// Apps that sign people in here: by OAuth 2.1 and OpenID Connect.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { bearer, signIn, signUp, type TestSession } from "../account/testing.ts";
import { routes } from "../routes.ts";
import type { TestAuth } from "../testing.ts";
import { type ProfiledUser, profileOf } from "./profile.ts";
import {
  authorizeClient,
  authorizePath,
  CALLBACK,
  claimsOf,
  decide,
  errorOf,
  exchange,
  follow,
  form,
  ISSUER,
  landing,
  look,
  makeClient,
  OAUTH,
  RESOURCE,
  renew,
  requestAuthorization,
  startOauth,
  type TestClient,
  type Tokens,
  tokensFor,
  VERIFIER,
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

test("an app gets a code from its user, and for it tokens that say who the user is, for the app alone", async () => {
  // What is not known, or asks for nothing that there is, is ignored.
  const hints = { display: "popup", login_hint: "ana", ui_locales: "pt", claims_locales: "pt", acr_values: "1", extra: "x" };
  const id = await requestAuthorization(auth, client, { nonce: "n1", ...hints });
  assert.equal(id.length, 32);
  assert.deepEqual((await look(auth, session, id)).body, {
    authorization_id: id,
    redirect_uri: CALLBACK,
    client: {
      id: client.client_id,
      name: "Notes",
      uri: "",
      logo_uri: "",
      registration_type: "manual",
      created_at: "2026-01-31T12:00:00.000Z",
    },
    user: { id: session.user.id, email: "ana@example.com" },
    scope: "openid email",
    resources: [],
    renewable: true,
  });
  const { redirect_url: url } = (await decide(auth, session, id)).body as { redirect_url: string };
  const { page, query } = landing(url);
  assert.deepEqual([page, query.state, query.iss], [CALLBACK, "s1", ISSUER]);
  const reply = await exchange(auth, client, query.code as string);
  const tokens = reply.body as Tokens;
  assert.deepEqual([reply.status, tokens.scope, tokens.expires_in], [200, "openid email", 3600]);
  assert.equal(reply.headers["cache-control"], "no-store");
  const seconds = auth.clock.now().getTime() / 1000;
  const { jti: _, ...access } = claimsOf(tokens.access_token);
  assert.deepEqual(
    [access.iss, access.sub, access.aud, access.client_id, access.scope, access.email, access.user_metadata],
    [ISSUER, session.user.id, "authenticated", client.client_id, "openid email", "ana@example.com", {}],
  );
  const half = createHash("sha256").update(tokens.access_token).digest().subarray(0, 16).toString("base64url");
  assert.deepEqual(claimsOf(tokens.id_token), {
    iss: ISSUER,
    sub: session.user.id,
    aud: client.client_id,
    azp: client.client_id,
    exp: seconds + 3600,
    iat: seconds,
    auth_time: seconds,
    nonce: "n1",
    at_hash: half,
    sid: access.session_id,
    email: "ana@example.com",
    email_verified: true,
  });
  const info = await auth.get("/oauth/userinfo", { authorization: `Bearer ${tokens.access_token}` });
  assert.deepEqual(info.body, { sub: session.user.id, email: "ana@example.com", email_verified: true });
  const posted = await form(auth, "/oauth/userinfo", { access_token: tokens.access_token });
  assert.deepEqual(posted.body, info.body);
  const byHeader = await form(auth, "/oauth/userinfo", {}, { authorization: `Bearer ${tokens.access_token}` });
  assert.deepEqual(byHeader.body, info.body);
});

test("what an app was given opens nothing at auth but userinfo: every route, as bearer", async () => {
  const tokens = await tokensFor(auth, session, client, { scope: "openid email profile phone offline_access" });
  const own = routes.filter(({ access }) => access !== "public");
  assert.ok(own.length > 40);
  for (const token of [tokens.access_token, tokens.id_token]) {
    for (const { method, path } of own) {
      const url = path.replace(/:\w+/g, "7c9e6679-7425-40de-944b-e07fc1f90ae7");
      const reply = await auth.call(url, { method, headers: { authorization: `Bearer ${token}` } });
      assert.equal(verdict(reply), "403 no_authorization", `${method} ${path}`);
    }
  }
  const linking = { provider: "google", id_token: "x", link_identity: true };
  const link = await auth.post("/token?grant_type=id_token", linking, { authorization: `Bearer ${tokens.access_token}` });
  assert.notEqual(link.status, 200);
  const refreshed = await auth.post("/token?grant_type=refresh_token", { refresh_token: tokens.refresh_token });
  assert.equal(verdict(refreshed), "400 refresh_token_not_found");
  assert.equal(errorOf(await auth.get("/oauth/userinfo", { authorization: `Bearer ${tokens.id_token}` })), "401 invalid_token");
  assert.equal(errorOf(await auth.get("/oauth/userinfo", bearer(session))), "401 invalid_token");
});

test("a code is good once over all replicas, and when it comes again what it gave ends", async () => {
  const code = await authorizeClient(auth, session, client);
  const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => exchange(n % 2 ? auth : other, client, code)));
  assert.deepEqual(replies.map(errorOf).sort(), ["200 undefined", ...Array<string>(7).fill("400 invalid_grant")]);
  const { body } = replies.find(({ status }) => status === 200) ?? {};
  const { access_token: token, refresh_token: refresh } = body as Tokens;
  assert.equal(errorOf(await auth.get("/oauth/userinfo", { authorization: `Bearer ${token}` })), "401 invalid_token");
  assert.equal(errorOf(await renew(auth, client, refresh)), "400 invalid_grant");
});

test("a code without its verifier ends nothing, whoever found it", async () => {
  const code = await authorizeClient(auth, session, client);
  const { access_token: token } = (await exchange(auth, client, code)).body as Tokens;
  assert.equal(errorOf(await exchange(auth, client, code, { code_verifier: "x".repeat(43) })), "400 invalid_grant");
  assert.equal((await auth.get("/oauth/userinfo", { authorization: `Bearer ${token}` })).status, 200);
});

test("/oauth/token refuses in the words of RFC 6749", async () => {
  const stranger = await makeClient(auth);
  const fresh = () => authorizeClient(auth, session, client);
  const code = await fresh();
  const refusals: [changes: Record<string, string | undefined>, error: string][] = [
    [{ grant_type: undefined }, "400 invalid_request"],
    [{ grant_type: "password" }, "400 unsupported_grant_type"],
    [{ grant_type: "client_credentials" }, "400 unauthorized_client"],
    [{ client_secret: "wrong" }, "401 invalid_client"],
    [{ client_secret: undefined }, "401 invalid_client"],
    [{ client_id: undefined }, "401 invalid_client"],
    [{ client_id: stranger.client_id, client_secret: stranger.client_secret }, "400 invalid_grant"],
    [{ code: undefined }, "400 invalid_request"],
    [{ code: "x" }, "400 invalid_grant"],
    [{ code_verifier: undefined }, "400 invalid_request"],
    [{ code_verifier: VERIFIER.toLowerCase() }, "400 invalid_grant"],
    [{ redirect_uri: "https://notes.example.com/other" }, "400 invalid_grant"],
    [{ resource: RESOURCE }, "400 invalid_target"],
  ];
  for (const [changes, error] of refusals)
    assert.equal(errorOf(await exchange(auth, client, code, changes)), error, JSON.stringify(changes));
  const twice = `grant_type=authorization_code&code=${code}&code=x`;
  const type = { "content-type": "application/x-www-form-urlencoded" };
  assert.equal(errorOf(await auth.call("/oauth/token", { method: "POST", headers: type, body: twice })), "400 invalid_request");
  const bad = await exchange(auth, client, code, { client_secret: "wrong" });
  assert.match(String(bad.headers["www-authenticate"]), /^Basic /);
  assert.equal((await exchange(auth, client, code)).status, 200, "none of these spent the code");
  const late = await fresh();
  auth.clock.advance(121);
  assert.equal(errorOf(await exchange(auth, client, late)), "400 invalid_grant");
  auth.clock.advance(-121);
  const body = { grant_type: "authorization_code", code: await fresh(), code_verifier: VERIFIER };
  const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString("base64");
  assert.equal((await auth.post("/oauth/token", body, { authorization: `Basic ${basic}` })).status, 200, "JSON and Basic");
});

test("an exchange of a code and a refresh are two round trips each", async () => {
  const { db } = auth.service.world;
  const observed: string[] = [];
  const code = await authorizeClient(auth, session, client);
  db.observer = ({ text }) => observed.push(text);
  const { refresh_token: token } = (await exchange(auth, client, code)).body as Tokens;
  assert.equal(observed.length, 2);
  await renew(auth, client, token);
  assert.equal(observed.length, 4);
  db.observer = undefined;
});

test("a refresh token makes one child, and an old one that comes again ends all, over all replicas", async () => {
  const { refresh_token: first } = await tokensFor(auth, session, client);
  const second = (await renew(other, client, first)).body as Tokens;
  const third = (await renew(auth, client, second.refresh_token)).body as Tokens;
  assert.equal(third.scope, "openid email");
  assert.equal(errorOf(await renew(auth, client, third.refresh_token, { scope: "phone" })), "400 invalid_scope");
  assert.equal(errorOf(await renew(auth, await makeClient(auth), third.refresh_token)), "400 invalid_grant");
  assert.equal(errorOf(await renew(other, client, first)), "400 invalid_grant");
  assert.equal(errorOf(await renew(auth, client, third.refresh_token)), "400 invalid_grant");
  const own = await signIn(auth);
  assert.equal(errorOf(await renew(auth, client, own.refresh_token)), "400 invalid_grant", "the user's own is none of an app");
});

test("a token is bound to the resource that it was asked for, and says no more than that needs", async () => {
  const tokens = await tokensFor(auth, session, client, { scope: "openid accounts:read", resource: RESOURCE });
  const { exp: _, iat: __, jti: ___, session_id: ____, ...claims } = claimsOf(tokens.access_token);
  assert.deepEqual(claims, {
    iss: ISSUER,
    sub: session.user.id,
    aud: RESOURCE,
    aal: "aal1",
    is_anonymous: false,
    client_id: client.client_id,
    scope: "openid accounts:read",
  });
  const asBearer = { authorization: `Bearer ${tokens.access_token}` };
  assert.equal(errorOf(await auth.get("/oauth/userinfo", asBearer)), "401 invalid_token");
  assert.equal(claimsOf(((await renew(auth, client, tokens.refresh_token)).body as Tokens).access_token).aud, RESOURCE);
});

test("an app that acts for itself has a token that names no user", async () => {
  const robot = await makeClient(auth, { redirect_uris: [], grant_types: ["client_credentials"] });
  const fields = { client_id: robot.client_id, client_secret: robot.client_secret, grant_type: "client_credentials" };
  const get = (changes: object) => form(auth, "/oauth/token", { ...fields, ...changes });
  const reply = await get({ scope: "accounts:read", resource: RESOURCE });
  const { access_token: token, ...rest } = reply.body as Tokens;
  assert.deepEqual(rest, { token_type: "bearer", expires_in: 3600, scope: "accounts:read" });
  assert.deepEqual([claimsOf(token).sub, claimsOf(token).aud], [robot.client_id, RESOURCE]);
  assert.equal(verdict(await auth.get("/user", { authorization: `Bearer ${token}` })), "403 no_authorization");
  assert.equal(errorOf(await get({ scope: "email" })), "400 invalid_scope");
  assert.equal(errorOf(await get({ resource: "https://other.example.com" })), "400 invalid_target");
  assert.equal(errorOf(await get({ client_secret: "x" })), "401 invalid_client");
});

test("each scope shows its own part of the user, by the names of OpenID Connect", async () => {
  const born = new Date(0);
  const metadata = { full_name: "Ana", avatar_url: "https://a.example.com/a.png", name: 7 };
  const user = {
    id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
    email: "ana@example.com",
    email_confirmed_at: null,
    phone: "5511999990000",
    phone_confirmed_at: born,
    is_email_vouched_for: true,
  } as ProfiledUser;
  const whole = { ...user, raw_user_meta_data: metadata, updated_at: born };
  assert.deepEqual(profileOf(whole, ["openid"]), {});
  assert.deepEqual(profileOf(whole, ["email"]), { email: "ana@example.com", email_verified: false });
  assert.deepEqual(profileOf(whole, ["phone"]), { phone_number: "+5511999990000", phone_number_verified: true });
  assert.deepEqual(profileOf(whole, ["profile"]), {
    name: "Ana",
    picture: metadata.avatar_url,
    preferred_username: "ana",
    updated_at: 0,
  });
  assert.deepEqual(profileOf({ ...whole, email: null, phone: null }, ["email", "phone"]), {});
  // Users write it themselves: nothing that a page of the app could run.
  for (const picture of ["javascript:alert(1)", "data:text/html,x", "//a.example.com/a.png", "", 7]) {
    const lies = { ...whole, raw_user_meta_data: { picture, avatar_url: picture } };
    assert.equal("picture" in profileOf(lies, ["profile"]), false, String(picture));
    const half = { ...whole, raw_user_meta_data: { ...metadata, picture } };
    assert.equal(profileOf(half, ["profile"]).picture, metadata.avatar_url);
  }
});

test("what an app gets that asks for nothing, and how long its user has to answer", async () => {
  const own = { OAUTH_SERVER_DEFAULT_SCOPE: "profile", OAUTH_SERVER_AUTHORIZATION_TTL: "30" };
  await using strict = await startOauth(own, () => auth.database.url);
  const mine = await signIn(strict);
  const id = await requestAuthorization(strict, await makeClient(strict), { scope: undefined });
  assert.equal(((await look(strict, mine, id)).body as { scope: string }).scope, "profile");
  strict.clock.advance(30);
  assert.equal(verdict(await look(strict, mine, id)), "404 oauth_authorization_not_found");
});

test("without an asymmetric key there are no identity tokens, and the app is told so", async () => {
  const { JWT_KEYS: _, ...rest } = OAUTH;
  await using plain = await startOauth({ ...rest, JWT_KEYS: "" }, () => auth.database.url);
  const { query } = await follow(plain, authorizePath(client));
  assert.equal(query.error, "invalid_scope");
  assert.match(String(query.error_description), /JWT_KEYS/);
  const { body } = await plain.get("/.well-known/openid-configuration");
  assert.deepEqual((body as { id_token_signing_alg_values_supported: string[] }).id_token_signing_alg_values_supported, []);
  const alice = await signIn(plain);
  const { access_token: token } = await tokensFor(plain, alice, client, { scope: "email" });
  assert.equal(verdict(await plain.get("/user", { authorization: `Bearer ${token}` })), "403 no_authorization");
});
