// Providers may verify only addresses of their own domains, in user objects and in claims for apps.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import type { TestSession } from "../account/testing.ts";
import { startCustomStandIn } from "../external/testing/custom_stand_in.ts";
import { begin, comeBack } from "../external/testing.ts";
import { claimsOf, makeClient, startOauth, type TestClient, tokensFor } from "../oauth_server/testing.ts";
import type { TestAuth } from "../testing.ts";
import { makeKeys, startIdp, type TestIdp, variableOf } from "./testing.ts";

const VERIFIER = "v".repeat(43);
const PKCE = { code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"), code_challenge_method: "s256" };
let auth: TestAuth;
let idp: TestIdp;
let provider: { id: string };
let app: TestClient;
let standIn: Awaited<ReturnType<typeof startCustomStandIn>>;

before(async () => {
  standIn = await startCustomStandIn(() => auth.clock.now());
  auth = await startOauth({
    SAML_ENABLED: "true",
    SAML_PRIVATE_KEY: variableOf(makeKeys()),
    SAML_RATE_LIMIT_ASSERTION: "0",
    RATE_LIMIT_SSO: "0",
    CUSTOM_OAUTH_ALLOWED_HOSTS: standIn.host,
    RATE_LIMIT_TOKEN_REFRESH: "0",
  });
  idp = await startIdp(async () => (await fetch(`${auth.url}/sso/saml/metadata`)).text());
  idp.now = () => auth.clock.now();
  const providerReply = await auth.post(
    "/admin/sso/providers",
    { type: "saml", metadata_xml: idp.metadata, domains: ["a.test"] },
    auth.admin,
  );
  assert.equal(providerReply.status, 201, providerReply.text);
  provider = providerReply.body as { id: string };
  app = await makeClient(auth);
});

after(async () => {
  for (const each of [auth, idp, standIn]) await each[Symbol.asyncDispose]();
});

async function signInBySaml(nameId: string, email: string): Promise<TestSession> {
  idp.person = { nameId, attributes: { email: [email] } };
  const flow = await auth.post("/sso", { provider_id: provider.id, skip_http_redirect: true, ...PKCE });
  const fields = await idp.answer((flow.body as { url: string }).url);
  const { headers } = await fetch(`${auth.url}/sso/saml/acs`, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  const code = new URL(headers.get("location") ?? "").searchParams.get("code");
  const reply = await auth.post("/token?grant_type=pkce", { auth_code: code, code_verifier: VERIFIER });
  assert.equal(reply.status, 200, reply.text);
  return reply.body as TestSession;
}

/** What everybody who asks is told: the user, the app by its identity token, and the app by userinfo. */
async function notice(session: TestSession) {
  const { user } = session;
  const { id_token: idToken, access_token: token } = await tokensFor(auth, session, app);
  const userinfo = await auth.get("/oauth/userinfo", { authorization: `Bearer ${token}` });
  return {
    email: claimsOf(idToken).email,
    idToken: claimsOf(idToken).email_verified,
    userinfo: (userinfo.body as { email_verified?: boolean }).email_verified,
    metadata: user.user_metadata.email_verified,
    identities: user.identities.map((each) => each.identity_data.email_verified),
  };
}

const everywhere = (email: string, verified: boolean) => ({
  email,
  idToken: verified,
  userinfo: verified,
  metadata: verified,
  identities: [verified],
});

test("an assertion vouches for addresses of the provider's domains, and for no other", async () => {
  const own = await signInBySaml("own", "ceo@A.test");
  assert.ok(own.user.email_confirmed_at);
  assert.deepEqual(await notice(own), everywhere("ceo@a.test", true));
  for (const email of ["ceo@b.test", "ceo@sub.a.test", "ceo@nota.test", "ceo@a.test.b.test"]) {
    const foreign = await signInBySaml(email, email);
    assert.equal(foreign.user.email_confirmed_at, undefined, email);
    assert.deepEqual(await notice(foreign), everywhere(email, false));
  }
  // Whose address changes at the provider loses and gains by the new one.
  const moved = await signInBySaml("own", "ceo@b.test");
  assert.equal(moved.user.id, own.user.id);
  assert.equal(moved.user.email_confirmed_at, undefined);
  assert.deepEqual(await notice(moved), everywhere("ceo@b.test", false));
  assert.deepEqual(await notice(await signInBySaml("own", "ceo@a.test")), everywhere("ceo@a.test", true));
  // Nor does an administrator make it so: it would be an identity by mail of somebody who has none.
  const confirmed = await auth.call(`/admin/users/${(await signInBySaml("x", "x@b.test")).user.id}`, {
    method: "PUT",
    headers: auth.admin,
    body: { email_confirm: true },
  });
  assert.deepEqual([confirmed.status, (confirmed.body as { error_code: string }).error_code], [422, "user_sso_managed"]);
});

test("when the domains of a provider change, so does what counts of its users, at once", async () => {
  const before = await signInBySaml("dora", "dora@c.test");
  const view = async () => {
    const { body } = await auth.get(`/admin/users/${before.user.id}`, auth.admin);
    const { email_confirmed_at: at, user_metadata: data, identities } = body as TestSession["user"];
    return [at !== undefined, data.email_verified, identities[0]?.identity_data.email_verified];
  };
  const setDomains = async (domains: string[]) => {
    const reply = await auth.call(`/admin/sso/providers/${provider.id}`, {
      method: "PUT",
      headers: auth.admin,
      body: { domains },
    });
    assert.equal(reply.status, 200, reply.text);
  };
  assert.deepEqual(await view(), [false, false, false]);
  await setDomains(["a.test", "c.test"]);
  assert.deepEqual(await view(), [true, true, true]);
  await setDomains(["a.test"]);
  assert.deepEqual(await view(), [false, false, false]);
  assert.deepEqual(await notice(before), { ...everywhere("dora@c.test", false) });
});

test("users of before are brought in line by the migration", async () => {
  const [own, foreign] = [await signInBySaml("old own", "own@a.test"), await signInBySaml("old foreign", "foreign@b.test")];
  const { db } = auth.service.world;
  const text = '{"email_verified": true}';
  await db.run(sql`
    update users set email_confirmed_at = now(), raw_user_meta_data = raw_user_meta_data || ${text}::text::jsonb
     where id = ${foreign.user.id}`);
  await db.run(sql`
    update identities set identity_data = identity_data || ${text}::text::jsonb where user_id = ${foreign.user.id}`);
  assert.equal((await notice(foreign)).idToken, true);
  const migration = readFileSync(new URL("../migrations/023_vouched_addresses.sql", import.meta.url), "utf8");
  for (const statement of migration.split(";\n").filter((each) => each.trim() !== "")) await db.run(trusted(statement));
  assert.equal((await notice(foreign)).idToken, false);
  assert.equal((await notice(own)).idToken, true);
});

test("a custom provider vouches by its own rule, also where MAILER_AUTOCONFIRM confirms everybody", async () => {
  const providerReply = await auth.post("/admin/custom-providers", standIn.described("oidc"), auth.admin);
  assert.equal(providerReply.status, 201, providerReply.text);
  const cases: [claim: unknown, verified: boolean][] = [
    [true, true],
    [false, false],
    ["true", false],
    [1, false],
    [undefined, false],
  ];
  for (const [index, [claim, verified]] of cases.entries()) {
    const email = `person${index}@example.com`;
    standIn.person = { sub: `person ${index}`, email, email_verified: claim };
    const flow = await begin(auth, { provider: "custom:work" });
    const { fragment } = await comeBack(auth, flow, { state: flow.state, code: standIn.codeFor(flow) });
    const session = { access_token: fragment.access_token as string } as TestSession;
    const { body } = await auth.get("/user", { authorization: `Bearer ${session.access_token}` });
    assert.deepEqual(await notice({ ...session, user: body as TestSession["user"] }), everywhere(email, verified), String(claim));
  }
});
