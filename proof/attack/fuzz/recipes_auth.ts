// The fuzzer's data at auth: an authorized app, passkeys, users with a second factor, providers, companies, webhooks.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { makeKeys, startIdp } from "../../../auth/sso/testing.ts";
import { type Options, SoftwareAuthenticator } from "../../../auth/webauthn/testing.ts";
import type { Reply } from "../../../kernel/testing/client.ts";
import { type App, authorize, CALLBACK, codeFor, exchange, proof, queryOf, type Tokens } from "../auth/apps.ts";
import { answer, challenge, code, enrolled, passkeyOf } from "../auth/factors.ts";
import { sessionOf } from "../people.ts";
import { SITE_URL } from "../settings.ts";
import type { Stock } from "./recipe.ts";

const USERS = "/admin/users/:id";

export async function stockAuth(stock: Stock): Promise<void> {
  const parts = [stockApp, stockClients, stockPasskeys, stockFactors, stockRecoveryCodes, stockUsers];
  await Promise.all([...parts, stockProviders, stockCompanies, stockWebhooks].map((part) => part(stock)));
}

async function stockApp(stock: Stock): Promise<void> {
  const { pair } = stock;
  const grants = ["authorization_code", "refresh_token", "client_credentials"];
  const input = { client_name: "fuzzed", redirect_uris: [CALLBACK], grant_types: grants };
  const app = create<App>(await pair.auth.post("/admin/oauth/clients", input, pair.admin));
  const credentials = { client_id: app.client_id, client_secret: app.client_secret };
  const user = await pair.people.signedIn();
  const caller = stock.caller("user of an app", user.bearer);
  const { verifier, challenge: hashed } = proof();
  const [first, second, third, fourth] = [
    await codeFor(pair, app, user, hashed),
    await codeFor(pair, app, user, hashed),
    await codeFor(pair, app, user, hashed),
    await codeFor(pair, app, user, hashed),
  ];
  const [stored, spare] = [
    create<Tokens>(await exchange(pair, app, first, verifier)),
    create<Tokens>(await exchange(pair, app, second, verifier)),
  ];
  const byCode = (one: string) => ({ ...credentials, grant_type: "authorization_code", code: one, code_verifier: verifier });
  stock.add(
    "auth POST /oauth/token",
    { body: byCode(third) },
    { body: byCode(fourth) },
    { body: { ...credentials, grant_type: "refresh_token", refresh_token: stored.refresh_token } },
    { body: { ...credentials, grant_type: "client_credentials" } },
  );
  stock.add("auth POST /oauth/introspect", { body: { ...credentials, token: stored.access_token } });
  stock.add("auth POST /oauth/revoke", { body: { ...credentials, token: spare.refresh_token } });
  const byApp = stock.caller("app", { authorization: `Bearer ${stored.access_token}` });
  for (const method of ["GET", "POST"]) stock.add(`auth ${method} /oauth/userinfo`, { caller: byApp });
  const request = {
    ...{ client_id: app.client_id, redirect_uri: CALLBACK, response_type: "code", scope: "email" },
    ...{ code_challenge: hashed, code_challenge_method: "S256" },
  };
  stock.add("auth GET /oauth/authorize", { query: request });
  stock.add("auth POST /oauth/authorize", { body: request });
  for (let each = 0; each < 3; each++) {
    const id = String(queryOf(await authorize(pair, app, hashed)).get("authorization_id"));
    await pair.auth.get(`/oauth/authorizations/${id}`, user.bearer);
    stock.add("auth GET /oauth/authorizations/:id", { params: { id }, caller });
    const action = each === 0 ? "deny" : "approve";
    stock.add("auth POST /oauth/authorizations/:id/consent", { params: { id }, body: { action }, caller });
  }
  stock.add("auth DELETE /user/oauth/grants", { query: { client_id: app.client_id }, caller });
}

async function stockClients(stock: Stock): Promise<void> {
  const { auth, admin } = stock.pair;
  const request = { client_name: "fuzzed", redirect_uris: [CALLBACK] };
  const { client_id: id } = create<App>(await auth.post("/admin/oauth/clients", request, admin));
  stock.add("auth POST /admin/oauth/clients", { body: request });
  stock.add("auth POST /oauth/clients/register", { body: request });
  stock.add("auth GET /admin/oauth/clients/:id", { params: { id } });
  stock.add("auth PUT /admin/oauth/clients/:id", { params: { id }, body: { client_name: "renamed" } });
  stock.add("auth POST /admin/oauth/clients/:id/regenerate_secret", { params: { id } });
  stock.add("auth DELETE /admin/oauth/clients/:id", { params: { id } });
}

async function stockPasskeys(stock: Stock): Promise<void> {
  const { pair } = stock;
  const user = await pair.people.signedIn();
  const caller = stock.caller("user with passkeys", user.bearer);
  const begun = async (ceremony: string) =>
    create<{ challenge_id: string; options: Options }>(await pair.auth.post(`/passkeys/${ceremony}/options`, {}, user.bearer));
  const devices = [await passkeyOf(pair, user.bearer), await passkeyOf(pair, user.bearer), await passkeyOf(pair, user.bearer)];
  for (const device of devices) {
    const { challenge_id, options } = await begun("authentication");
    stock.add("auth POST /passkeys/authentication/verify", { body: { challenge_id, credential: device.get(options) } });
  }
  for (let each = 0; each < 2; each++) {
    const { challenge_id, options } = await begun("registration");
    const credential = new SoftwareAuthenticator(SITE_URL).create(options);
    stock.add("auth POST /passkeys/registration/verify", { body: { challenge_id, credential }, caller });
  }
  const [renamed, own, others] = create<{ id: string }[]>(await pair.auth.get("/passkeys", user.bearer)).map(({ id }) => id);
  assert.ok(renamed && own && others, "there are three passkeys");
  stock.add("auth PATCH /passkeys/:passkey_id", { params: { passkey_id: renamed }, body: { friendly_name: "fuzzed" }, caller });
  stock.add("auth DELETE /passkeys/:passkey_id", { params: { passkey_id: own }, caller });
  stock.add(`auth DELETE ${USERS}/passkeys/:passkey_id`, { params: { id: user.id, passkey_id: others } });
}

async function stockFactors(stock: Stock): Promise<void> {
  const { pair } = stock;
  const owner = await enrolled(pair);
  const caller = stock.caller("user with a factor", owner.low.bearer);
  const body = { challenge_id: await challenge(pair, owner, owner.low), code: code(owner.factor.secret) };
  const factor = { params: { factor_id: owner.factor.id }, caller };
  stock.add("auth POST /factors/:factor_id/challenge", { ...factor, body: {} });
  stock.add("auth POST /factors/:factor_id/verify", { ...factor, body });
  const other = await enrolled(pair);
  const byAdmin = { params: { id: other.id, factor_id: other.factor.id } };
  stock.add(`auth PUT ${USERS}/factors/:factor_id`, { ...byAdmin, body: { friendly_name: "fuzzed" } });
  stock.add(`auth DELETE ${USERS}/factors/:factor_id`, byAdmin);
  const third = await enrolled(pair);
  const leaving = stock.caller("user without a factor soon", third.low.bearer);
  stock.add("auth DELETE /factors/:factor_id", { params: { factor_id: third.factor.id }, caller: leaving });
}

async function stockRecoveryCodes(stock: Stock): Promise<void> {
  const { pair } = stock;
  const path = "/factors/recovery-codes";
  const withFactor = async () => {
    const { low, ...owner } = await enrolled(pair);
    return { ...owner, session: sessionOf(await answer(pair, owner, low, code(owner.factor.secret))) };
  };
  const [shower, changer] = [await withFactor(), await withFactor()];
  const callers = [shower, changer].map(({ session }, at) => stock.caller(`user with recovery codes ${at}`, session.bearer));
  const { codes } = create<{ codes: string[] }>(await pair.auth.post(path, {}, shower.session.bearer));
  create(await pair.auth.post(path, {}, changer.session.bearer));
  const [showing, changing] = callers as [string, string];
  stock.add(`auth GET ${path}`, { caller: showing });
  for (const view of codes.slice(0, 4)) stock.add(`auth POST ${path}/verify`, { body: { code: view }, caller: showing });
  stock.add(`auth POST ${path}/regenerate`, { body: {}, caller: changing });
  stock.add(`auth DELETE ${path}`, { caller: changing });
  stock.add(`auth POST ${path}`, { body: {}, caller: changing });
}

/** A user with two identities, and others with a pending link. */
async function stockUsers(stock: Stock): Promise<void> {
  const { pair } = stock;
  for (const method of ["GET", "POST"]) {
    const { email } = await pair.people.user();
    const { hashed_token: hash } = create<{ hashed_token: string }>(
      await pair.auth.post("/admin/generate_link", { type: "magiclink", email }, pair.admin),
    );
    if (method === "GET") stock.add("auth GET /verify", { query: { type: "magiclink", token: hash } });
    else stock.add("auth POST /verify", { body: { type: "magiclink", token_hash: hash } });
  }
  const invited = { email: pair.address(), inviter: pair.address(), token: unique(), days: 7 };
  stock.add("auth POST /service/invitations", { body: invited });
  const user = await pair.people.signedIn({ phone: pair.phone(), phone_confirm: true });
  const { identities } = create<{ identities: { identity_id: string; provider: string }[] }>(
    await pair.auth.get("/user", user.bearer),
  );
  const phone = identities.find(({ provider }) => provider === "phone");
  assert.ok(phone, "a phone is an identity of its own");
  const caller = stock.caller("user with two identities", user.bearer);
  stock.add("auth DELETE /user/identities/:identity_id", { params: { identity_id: phone.identity_id }, caller });
}

async function stockProviders(stock: Stock): Promise<void> {
  const { auth, admin } = stock.pair;
  const path = "/admin/custom-providers";
  const at = "https://localhost:9";
  const described = () => ({
    ...{ provider_type: "oauth2", identifier: `custom:${unique()}`, name: "fuzzed", client_id: "x", client_secret: "y" },
    ...{ authorization_url: `${at}/authorize`, token_url: `${at}/token`, userinfo_url: `${at}/user` },
  });
  const { identifier } = create<{ identifier: string }>(await auth.post(path, described(), admin));
  const { identifier: spare } = create<{ identifier: string }>(await auth.post(path, described(), admin));
  stock.add(`auth POST ${path}`, ...[1, 2, 3].map(() => ({ body: described() })));
  stock.add(`auth GET ${path}/:identifier`, { params: { identifier } });
  stock.add(`auth PUT ${path}/:identifier`, { params: { identifier }, body: { name: "renamed" } });
  stock.add(`auth DELETE ${path}/:identifier`, { params: { identifier: spare } });
}

/** Created once, because generating keys is slow. */
const idpKeys = makeKeys();

async function stockCompanies(stock: Stock): Promise<void> {
  const { auth, admin } = stock.pair;
  const path = "/admin/sso/providers";
  const described = async () => {
    await using idp = await startIdp(async () => "", idpKeys);
    return { type: "saml", metadata_xml: idp.metadata, domains: [`${unique()}.example`] };
  };
  const reply = await described();
  const { id } = create<{ id: string }>(await auth.post(path, reply, admin));
  const { id: spare } = create<{ id: string }>(await auth.post(path, await described(), admin));
  stock.add(`auth POST ${path}`, { body: await described() }, { body: await described() });
  stock.add(`auth GET ${path}/:id`, { params: { id } });
  stock.add(`auth PUT ${path}/:id`, { params: { id }, body: { domains: [`${unique()}.example`, ...reply.domains] } });
  stock.add(`auth DELETE ${path}/:id`, { params: { id: spare } });
  stock.add("auth POST /sso", { body: { provider_id: id, skip_http_redirect: true } }, { body: { domain: reply.domains[0] } });
}

async function stockWebhooks(stock: Stock): Promise<void> {
  const { auth, admin } = stock.pair;
  const path = "/admin/webhooks";
  const described = { url: "https://localhost:9/fuzzed" };
  // The fuzzer reaches the limit of webhooks.
  const { webhooks } = (await auth.get(path, admin)).body as { webhooks: { id: string }[] };
  for (const each of webhooks) await auth.delete(`${path}/${each.id}`, undefined, admin);
  const { id } = create<{ id: string }>(await auth.post(path, described, admin));
  const { id: spare } = create<{ id: string }>(await auth.post(path, described, admin));
  const ping = create<{ id: string }>(await auth.post(`${path}/${id}/ping`, {}, admin));
  stock.add(`auth POST ${path}`, { body: described });
  stock.add(`auth GET ${path}/:id`, { params: { id } });
  stock.add(`auth PUT ${path}/:id`, { params: { id }, body: { description: "fuzzed" } });
  stock.add(`auth DELETE ${path}/:id`, { params: { id: spare } });
  stock.add(`auth POST ${path}/:id/ping`, { params: { id }, body: {} });
  stock.add(`auth POST ${path}/:id/rotate_secret`, { params: { id }, body: {} });
  stock.add(`auth GET ${path}/:id/deliveries`, { params: { id } });
  stock.add(`auth POST ${path}/:id/deliveries/:delivery_id/resend`, { params: { id, delivery_id: ping.id }, body: {} });
}

const unique = () => `fuzzed-${randomBytes(6).toString("hex")}`;

function create<Body>({ status, body, text }: Reply): Body {
  assert.ok(status < 300, `what the fuzzer needs was answered ${status} ${text}`);
  return body as Body;
}
