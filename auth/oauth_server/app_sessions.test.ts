// Sessions of apps: introspection, revocation, and what ends them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { bearer, signUp, type TestSession } from "../account/testing.ts";
import type { TestAuth } from "../testing.ts";
import {
  authorizeClient,
  errorOf,
  exchange,
  follow,
  form,
  ISSUER,
  makeClient,
  RESOURCE,
  renew,
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

test("introspection tells an app of its own tokens, and revocation ends their session", async () => {
  const tokens = await tokensFor(auth, session, client);
  const stranger = await makeClient(auth);
  const about = async (token: string, app = client) => {
    const { client_id: id, client_secret: secret } = app;
    return (await form(auth, "/oauth/introspect", { token, client_id: id, client_secret: secret })).body as { active: boolean };
  };
  const { exp: _, iat: __, ...existing } = (await about(tokens.access_token)) as Record<string, unknown>;
  assert.deepEqual(existing, {
    active: true,
    client_id: client.client_id,
    sub: session.user.id,
    iss: ISSUER,
    scope: "openid email",
    aud: "authenticated",
    token_type: "bearer",
  });
  assert.equal((await about(tokens.refresh_token)).active, true);
  const unknown = [tokens.id_token, session.access_token, session.refresh_token, "x"];
  for (const token of unknown) assert.deepEqual(await about(token), { active: false });
  assert.deepEqual(await about(tokens.access_token, stranger), { active: false });
  const asOperator = await form(auth, "/oauth/introspect", { token: tokens.access_token }, auth.admin);
  assert.deepEqual((asOperator.body as { sub: string }).sub, session.user.id);
  const asUser = await form(auth, "/oauth/introspect", { token: tokens.access_token }, bearer(session));
  assert.equal(errorOf(asUser), "401 invalid_client");
  const revoke = (token: string, app: TestClient) =>
    form(auth, "/oauth/revoke", { token, client_id: app.client_id, client_secret: app.client_secret });
  for (const token of [...unknown, tokens.refresh_token]) assert.equal((await revoke(token, stranger)).status, 200);
  assert.equal((await about(tokens.access_token)).active, true, "nobody else's token is revoked");
  assert.equal((await revoke(tokens.refresh_token, client)).status, 200);
  assert.deepEqual(await about(tokens.access_token), { active: false });
  assert.equal(errorOf(await renew(auth, client, tokens.refresh_token)), "400 invalid_grant");
  assert.equal((await auth.get("/user", bearer(session))).status, 200, "the user's own session goes on");
  assert.equal(errorOf(await form(auth, "/oauth/introspect", { token: "x" })), "401 invalid_client");
});

test("users see the apps that they let in, and send them away at once; their own sessions are another list", async () => {
  const app = await makeClient(auth);
  const tokens = await tokensFor(auth, session, app);
  const code = await authorizeClient(auth, session, app);
  const grants = (await auth.get("/user/oauth/grants", bearer(session))).body as { client: { id: string }; scopes: string[] }[];
  assert.deepEqual(grants.find((each) => each.client.id === app.client_id)?.scopes.toSorted(), ["email", "openid"]);
  const sessions = (await auth.get("/sessions", bearer(session))).body as { amr: string[] }[];
  assert.ok(sessions.every(({ amr }) => !amr.includes("oauth_provider/authorization_code")));
  const remove = () => auth.call(`/user/oauth/grants?client_id=${app.client_id}`, { method: "DELETE", headers: bearer(session) });
  assert.equal((await remove()).status, 204);
  assert.equal(verdict(await remove()), "404 oauth_consent_not_found");
  assert.equal(errorOf(await renew(auth, app, tokens.refresh_token)), "400 invalid_grant");
  assert.equal(errorOf(await exchange(auth, app, code)), "400 invalid_grant");
  const asBearer = { authorization: `Bearer ${tokens.access_token}` };
  assert.equal(errorOf(await auth.get("/oauth/userinfo", asBearer)), "401 invalid_token");
});

test("an app that is removed, a user who is banned or forgotten: their tokens end", async () => {
  const app = await makeClient(auth);
  const dora = await signUp(auth, { email: "dora@example.com", password: "battery staple" });
  const tokens = await tokensFor(auth, dora, app);
  const code = await authorizeClient(auth, dora, app);
  const asBearer = { authorization: `Bearer ${tokens.access_token}` };
  const put = (body: object) => auth.call(`/admin/users/${dora.user.id}`, { method: "PUT", body, headers: auth.admin });
  await put({ ban_duration: "1h" });
  assert.equal(errorOf(await auth.get("/oauth/userinfo", asBearer)), "401 invalid_token");
  assert.equal(errorOf(await exchange(auth, app, code)), "400 invalid_grant");
  await put({ ban_duration: "none" });
  assert.equal((await auth.get("/oauth/userinfo", asBearer)).status, 200);
  await auth.call(`/admin/oauth/clients/${app.client_id}`, { method: "DELETE", headers: auth.admin });
  assert.equal(errorOf(await auth.get("/oauth/userinfo", asBearer)), "401 invalid_token");
  assert.equal(errorOf(await renew(auth, app, tokens.refresh_token)), "401 invalid_client");
  await tokensFor(auth, dora, client);
  const soft = { method: "DELETE", body: { should_soft_delete: true }, headers: auth.admin };
  await auth.call(`/admin/users/${dora.user.id}`, soft);
  const consents = await auth.service.world.db.many(sql`select from oauth_consents where user_id = ${dora.user.id}`);
  assert.equal(consents.length, 0);
});

test("an app signs its user out of itself, by the identity token, and the browser goes where the app has registered", async () => {
  const uri = "https://notes.example.com/bye";
  const app = await makeClient(auth, { post_logout_redirect_uris: [uri] });
  const tokens = await tokensFor(auth, session, app);
  const path = (fields: Record<string, string>) => `/oauth/end_session?${new URLSearchParams(fields)}`;
  for (const fields of [
    { post_logout_redirect_uri: uri },
    { id_token_hint: tokens.id_token, post_logout_redirect_uri: `${uri}/x` },
    { id_token_hint: `${tokens.id_token}x` },
    { id_token_hint: session.access_token },
    { id_token_hint: tokens.id_token, client_id: client.client_id },
  ])
    assert.equal((await auth.get(path(fields))).status, 400, JSON.stringify(fields));
  auth.clock.advance(4000);
  const { page, query } = await follow(auth, path({ id_token_hint: tokens.id_token, post_logout_redirect_uri: uri, state: "z" }));
  assert.deepEqual([page, query], [uri, { state: "z" }]);
  assert.equal(errorOf(await renew(auth, app, tokens.refresh_token)), "400 invalid_grant");
  auth.clock.advance(-4000);
});
