// Test support: walks through endpoints that reach their statements, for the check of query plans.
import assert from "node:assert/strict";
import { bearer, signIn } from "../account/testing.ts";
import { answer, enroll, post, show, wrongCode } from "../factors/testing.ts";
import { newOwnerCode } from "../grants/testing.ts";
import {
  authorizeClient,
  decide,
  exchange,
  form,
  look,
  makeClient,
  renew,
  requestAuthorization,
  tokensFor,
} from "../oauth_server/testing.ts";
import { register, signInBy } from "../passkeys/testing.ts";
import { startIdp } from "../sso/testing.ts";
import type { TestAuth } from "../testing.ts";

/** A factor that is enrolled, shown and taken off again, by its owner and by an administrator. */
export async function walkFactors(auth: TestAuth): Promise<void> {
  const created = { email: "factors@example.com", password: "correct horse", email_confirm: true };
  const { id } = (await auth.post("/admin/users", created, auth.admin)).body as { id: string };
  const first = await signIn(auth, created);
  const factor = await enroll(auth, first);
  assert.equal((await answer(auth, first, factor.id, wrongCode(auth, factor))).status, 422);
  const session = await show(auth, first, factor);
  const other = await enroll(auth, session, "other");
  const path = `/admin/users/${id}/factors`;
  assert.equal((await auth.get(path, auth.admin)).status, 200);
  const naming = { method: "PUT", body: { friendly_name: "named" }, headers: auth.admin };
  assert.equal((await auth.call(`${path}/${other.id}`, naming)).status, 200);
  assert.equal((await auth.call(`${path}/${other.id}`, { method: "DELETE", headers: auth.admin })).status, 200);
  const recovery = (path: string, body: unknown = {}) => post(auth, session, `/factors/recovery-codes${path}`, body);
  assert.equal((await recovery("")).status, 200);
  assert.equal((await recovery("/verify", { code: "x" })).status, 422);
  const { codes } = (await recovery("/regenerate")).body as { codes: string[] };
  assert.equal((await recovery("/verify", { code: codes[0] })).status, 200);
  assert.equal((await auth.get("/factors/recovery-codes", bearer(session))).status, 200);
  assert.equal((await auth.call("/factors/recovery-codes", { method: "DELETE", headers: bearer(session) })).status, 200);
  assert.equal(
    (await auth.call(`/factors/${factor.id}`, { method: "DELETE", headers: bearer(await show(auth, session, factor)) })).status,
    200,
  );
}

export async function walkSso(auth: TestAuth): Promise<void> {
  await using idp = await startIdp(async () => (await fetch(`${auth.url}/sso/saml/metadata`)).text());
  idp.now = () => auth.clock.now();
  const added = { type: "saml", metadata_xml: idp.metadata, domains: ["company.example"], allow_idp_initiated: true };
  const { id } = (await auth.post("/admin/sso/providers", added, auth.admin)).body as { id: string };
  const path = `/admin/sso/providers/${id}`;
  for (const each of ["/admin/sso/providers", path, "/admin/sso/providers/resource_x"]) await auth.get(each, auth.admin);
  assert.equal((await auth.post(`${path}/test`, { attributes: [] }, auth.admin)).status, 200);
  assert.equal((await auth.call(path, { method: "PUT", body: { metadata_xml: idp.metadata }, headers: auth.admin })).status, 200);
  const { url } = (await auth.post("/sso", { domain: "company.example", skip_http_redirect: true })).body as { url: string };
  const opened = await fetch(`${auth.url}/sso${new URL(url).search}`, { redirect: "manual" });
  const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
  for (const [name, fields] of Object.entries({
    asked: await idp.answer(opened.headers.get("location") ?? ""),
    unasked: { SAMLResponse: await idp.unasked(), RelayState: "" },
  })) {
    const answer = { method: "POST", body: new URLSearchParams(fields), headers: { cookie }, redirect: "manual" } as const;
    assert.equal((await fetch(`${auth.url}/sso/saml/acs`, answer)).status, 302, name);
  }
  assert.equal((await auth.call(path, { method: "DELETE", headers: auth.admin })).status, 200);
}

export async function walkPasskeys(auth: TestAuth): Promise<void> {
  const created = { email: "passkeys@example.com", password: "correct horse", email_confirm: true };
  const { id } = (await auth.post("/admin/users", created, auth.admin)).body as { id: string };
  const session = await signIn(auth, created);
  const { device, reply } = await register(auth, session);
  const { id: passkeyId } = reply.body as { id: string };
  assert.equal((await signInBy(auth, device)).status, 200);
  assert.equal((await auth.get("/passkeys", bearer(session))).status, 200);
  const naming = { method: "PATCH", body: { friendly_name: "named" }, headers: bearer(session) };
  assert.equal((await auth.call(`/passkeys/${passkeyId}`, naming)).status, 200);
  assert.equal((await auth.get(`/admin/users/${id}/passkeys`, auth.admin)).status, 200);
  const other = (await register(auth, session)).reply.body as { id: string };
  assert.equal(
    (await auth.call(`/admin/users/${id}/passkeys/${other.id}`, { method: "DELETE", headers: auth.admin })).status,
    204,
  );
  assert.equal((await auth.call(`/passkeys/${passkeyId}`, { method: "DELETE", headers: bearer(session) })).status, 204);
}

/** Sessions that are seen and ended, by their user and by an administrator. */
export async function walkSessions(auth: TestAuth): Promise<void> {
  const created = { email: "sessions@example.com", password: "correct horse", email_confirm: true };
  const { id } = (await auth.post("/admin/users", created, auth.admin)).body as { id: string };
  const [mine, ...others] = [await signIn(auth, created), await signIn(auth, created), await signIn(auth, created)];
  const [one, two] = others.map(({ access_token: token }) => auth.service.world.keys.verify(token, auth.clock.now()).session_id);
  const remove = async (path: string, headers: Record<string, string>) =>
    (await auth.call(path, { method: "DELETE", headers })).status;
  assert.equal((await auth.get("/sessions", bearer(mine))).status, 200);
  assert.equal((await auth.get("/admin/sessions?page=2", auth.admin)).status, 200);
  assert.equal((await auth.get(`/admin/users/${id}/sessions`, auth.admin)).status, 200);
  assert.equal(await remove(`/sessions/${one}`, bearer(mine)), 204);
  assert.equal(await remove(`/admin/sessions/${two}`, auth.admin), 204);
  assert.equal(await remove(`/admin/users/${id}/sessions/${two}`, auth.admin), 404);
  assert.equal(await remove(`/admin/users/${id}/sessions`, auth.admin), 204);
  const leaving = await signIn(auth, created);
  assert.equal(await remove("/user", bearer(leaving)), 204);
  assert.equal((await auth.get("/service/deleted_users", auth.admin)).status, 200);
  assert.equal(await remove(`/service/deleted_users/${id}`, auth.admin), 204);
}

/** An app that is let in, comes back, and goes. */
export async function walkApps(auth: TestAuth): Promise<void> {
  const created = { email: "apps@example.com", password: "correct horse", email_confirm: true };
  await auth.post("/admin/users", created, auth.admin);
  const session = await signIn(auth, created);
  const app = await makeClient(auth);
  const path = `/admin/oauth/clients/${app.client_id}`;
  const tokens = await tokensFor(auth, session, app);
  assert.equal((await renew(auth, app, tokens.refresh_token)).status, 200);
  await exchange(auth, app, await authorizeClient(auth, session, app));
  const code = await authorizeClient(auth, session, app);
  for (const _ of ["first", "again"]) await exchange(auth, app, code);
  const denied = await requestAuthorization(auth, app, { prompt: "consent" });
  await look(auth, session, denied);
  assert.equal((await decide(auth, session, denied, { action: "deny" })).status, 200);
  const own = { client_id: app.client_id, client_secret: app.client_secret };
  assert.equal((await auth.get("/oauth/userinfo", { authorization: `Bearer ${tokens.access_token}` })).status, 200);
  for (const each of ["/oauth/introspect", "/oauth/revoke"]) await form(auth, each, { ...own, token: tokens.access_token });
  for (const each of ["/oauth/userinfo", "/oauth/authorize"]) await form(auth, each, own);
  await auth.get(`/oauth/end_session?id_token_hint=${(await tokensFor(auth, session, app)).id_token}`);
  await form(auth, "/oauth/end_session", {});
  await auth.post("/oauth/clients/register", { redirect_uris: ["https://a.example.com"] });
  for (const each of ["oauth-authorization-server", "openid-configuration"])
    for (const suffix of ["", "/auth/v1"]) assert.equal((await auth.get(`/.well-known/${each}${suffix}`)).status, 200);
  assert.equal((await auth.get("/user/oauth/grants", bearer(session))).status, 200);
  const query = `?client_id=${app.client_id}`;
  assert.equal((await auth.call(`/user/oauth/grants${query}`, { method: "DELETE", headers: bearer(session) })).status, 204);
  assert.equal((await auth.get("/admin/oauth/clients?page=2", auth.admin)).status, 200);
  assert.equal((await auth.get(path, auth.admin)).status, 200);
  assert.equal((await auth.call(path, { method: "PUT", body: { client_name: "x" }, headers: auth.admin })).status, 200);
  assert.equal((await auth.post(`${path}/regenerate_secret`, {}, auth.admin)).status, 200);
  assert.equal((await auth.call(path, { method: "DELETE", headers: auth.admin })).status, 204);
}

/** An owner by a code, somebody else by another, and what owners may do. */
export async function walkServer(auth: TestAuth): Promise<void> {
  const code = await newOwnerCode(auth, "first");
  assert.equal((await auth.post("/server/owner/code", { code })).status, 200);
  const created = { email: "owner@example.com", password: "correct horse" };
  assert.equal((await auth.post("/server/owner", { code, ...created })).status, 200);
  const other = { email: "other.owner@example.com", password: "correct horse", email_confirm: true };
  await auth.post("/admin/users", other, auth.admin);
  const session = await signIn(auth, other);
  const accepted = { method: "PUT", body: { code: await newOwnerCode(auth) }, headers: bearer(session) };
  assert.equal((await auth.call("/server/owner", accepted)).status, 204);
  for (const path of ["/server", "/server/mailbox"]) assert.equal((await auth.get(path, bearer(session))).status, 200);
  assert.equal((await auth.get("/server/mailbox/x.eml", bearer(session))).status, 404);
  const guest = { email: "guest.of.owner@example.com" };
  assert.equal((await auth.post("/server/invitations", guest, bearer(session))).status, 200);
}
