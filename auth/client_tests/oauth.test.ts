// Published clients, unmodified, against Cofre as the provider: @supabase/auth-js, openid-client and oauth4webapi.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { CALLBACK, ISSUER, landing, makeClient, OAUTH } from "../oauth_server/testing.ts";
import type { TestAuth } from "../testing.ts";
import { good, openAdmin, openClient, startForClients } from "./testing.ts";

const ana = { email: "ana@example.com", password: "correct horse" };
let auth: TestAuth;
let user: ReturnType<typeof openClient>;

before(async () => {
  auth = await startForClients(OAUTH);
  user = openClient(auth);
  good(await user.signUp(ana));
});

after(() => auth[Symbol.asyncDispose]());

/** The service under the name by which clients know it. */
const reach = (url: string, init: object) => fetch(url.replace(ISSUER, auth.url), init as RequestInit);

/** The user's part: where their page, which has auth-js, sends the browser. */
async function approve(authorizeUrl: URL): Promise<URL> {
  const answer = await reach(authorizeUrl.href, { redirect: "manual" });
  const { query } = landing(String(answer.headers.get("location")));
  const id = String(query.authorization_id);
  const details = good(await user.oauth.getAuthorizationDetails(id));
  if ("redirect_url" in details) return new URL(details.redirect_url);
  assert.equal(details.client.name, "Notes");
  return new URL(good(await user.oauth.approveAuthorization(id, { skipBrowserRedirect: true }))?.redirect_url ?? "");
}

test("auth.admin.oauth: createClient, listClients, getClient, updateClient, regenerateClientSecret, deleteClient", async () => {
  const { oauth: clients } = openAdmin(auth);
  const app = good(await clients.createClient({ client_name: "Notes", redirect_uris: [CALLBACK] }));
  const id = String(app?.client_id);
  assert.ok(app?.client_secret);
  const { clients: listed, total } = good(await clients.listClients({ page: 1, perPage: 10 }));
  assert.ok(listed.some((each) => each.client_id === id) && total >= 1);
  assert.equal(good(await clients.getClient(id))?.client_name, "Notes");
  assert.equal(good(await clients.updateClient(id, { client_name: "Other" }))?.client_name, "Other");
  assert.notEqual(good(await clients.regenerateClientSecret(id))?.client_secret, app?.client_secret);
  assert.equal((await clients.deleteClient(id)).error, null);
  assert.equal((await clients.getClient(id)).error?.code, "oauth_client_not_found");
});

test("openid-client signs in by discovery, renews, reads userinfo, introspects and revokes; auth.oauth lists and revokes", async () => {
  const client = await makeClient(auth);
  const { client_id: id, client_secret: secret } = client;
  const options = { [openid.customFetch]: reach };
  const config = await openid.discovery(new URL(ISSUER), id, secret, undefined, options);
  const verifier = openid.randomPKCECodeVerifier();
  const [state, nonce] = [openid.randomState(), openid.randomNonce()];
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: "openid email profile",
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  const back = await approve(url);
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
  const tokens = await openid.authorizationCodeGrant(config, back, checks);
  const subject = String(tokens.claims()?.sub);
  assert.equal(tokens.claims()?.email, ana.email);
  const renewed = await openid.refreshTokenGrant(config, String(tokens.refresh_token));
  assert.equal((await openid.fetchUserInfo(config, renewed.access_token, subject)).email, ana.email);
  assert.equal((await openid.tokenIntrospection(config, renewed.access_token)).active, true);
  await openid.tokenRevocation(config, String(renewed.refresh_token));
  assert.equal((await openid.tokenIntrospection(config, renewed.access_token)).active, false);
  assert.equal((await openid.tokenIntrospection(config, String(renewed.refresh_token))).active, false);
  assert.deepEqual(
    good(await user.oauth.listGrants())?.map((each) => [each.client.id, each.scopes.length]),
    [[id, 3]],
  );
  assert.equal((await user.oauth.revokeGrant({ clientId: id })).error, null);
  assert.deepEqual(good(await user.oauth.listGrants()), []);
});

test("oauth4webapi signs in a public app, with the signature of the identity token checked, and is told no by a user who says so", async () => {
  const { client_id: id } = await makeClient(auth, { token_endpoint_auth_method: "none" });
  const options = { [oauth.customFetch]: reach };
  const rows = await oauth.discoveryRequest(new URL(ISSUER), { ...options, algorithm: "oauth2" });
  const server = await oauth.processDiscoveryResponse(new URL(ISSUER), rows);
  const client = { client_id: id, id_token_signed_response_alg: "ES256" };
  const verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const url = new URL(String(server.authorization_endpoint));
  url.search = new URLSearchParams({
    client_id: id,
    redirect_uri: CALLBACK,
    response_type: "code",
    scope: "openid email",
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  }).toString();
  const parameters = oauth.validateAuthResponse(server, client, await approve(url), state);
  const reply = await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), parameters, CALLBACK, verifier, options);
  const checks = { expectedNonce: nonce, requireIdToken: true };
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, reply, checks);
  await oauth.validateApplicationLevelSignature(server, reply, options);
  const { sub } = oauth.getValidatedIdTokenClaims(tokens) ?? { sub: "" };
  const info = await oauth.userInfoRequest(server, client, tokens.access_token, options);
  assert.equal((await oauth.processUserInfoResponse(server, client, sub, info)).email, ana.email);
  url.searchParams.set("prompt", "consent");
  const authorizationId = landing(String((await reach(url.href, { redirect: "manual" })).headers.get("location"))).query
    .authorization_id;
  good(await user.oauth.getAuthorizationDetails(String(authorizationId)));
  const denied = good(await user.oauth.denyAuthorization(String(authorizationId), { skipBrowserRedirect: true }));
  const say = () => oauth.validateAuthResponse(server, client, new URL(denied?.redirect_url ?? ""), state);
  assert.throws(say, { error: "access_denied" });
});
