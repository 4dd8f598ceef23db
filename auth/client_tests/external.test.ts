import assert from "node:assert/strict";
import { createHash, randomInt, randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Provider as ClientProvider, GoTrueClient, Session, User } from "@supabase/auth-js";
import { PROVIDERS, type Provider } from "../config.ts";
import { type Browser, openBrowser } from "../external/testing/browser.ts";
import { type OidcStandIn, startOidcStandIn } from "../external/testing/oidc_stand_in.ts";
import { startRealm } from "../external/testing/realm.ts";
import { type StandIn, startStandIn, variablesOf } from "../external/testing/stand_in.ts";
import type { TestAuth } from "../testing.ts";
import { good, openClient, refusal, startForClients } from "./testing.ts";

const WELCOME = "https://app.example.com/welcome";
const PICTURE = "https://pictures.example.com/ana.png";

interface World extends AsyncDisposable {
  auth: TestAuth;
  oauth: StandIn;
  oidc: OidcStandIn;
}

/** A service that knows all providers. */
async function startWorld(variables: Record<string, string> = {}): Promise<World> {
  const [oauth, oidc] = await Promise.all([startStandIn(), startOidcStandIn()]);
  const auth = await startForClients({
    ...oauth.variables,
    ...oidc.variables,
    // One of them never tells that an address is verified.
    MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: "true",
    SECURITY_MANUAL_LINKING_ENABLED: "true",
    ...variables,
  });
  const all = [auth, oauth, oidc];
  return {
    auth,
    oauth,
    oidc,
    [Symbol.asyncDispose]: async () => void (await Promise.all(all.map((each) => each[Symbol.asyncDispose]()))),
  };
}

/** Whoever is at the keyboard, wherever they sign in from now on. */
function sitDown({ oauth, oidc }: World, person: { subject?: string; email?: string }) {
  const someone = { subject: String(randomInt(1e12)), email: `${randomUUID()}@example.com`, ...person };
  for (const standIn of [oauth, oidc]) Object.assign(standIn.person, someone);
  return someone;
}

/** A browser for which the service is where it says to be, and whose pages of the application nobody serves. */
function browserOf(auth: TestAuth): Browser {
  return openBrowser((url) => {
    if (url.host === "auth.example.com") return `${auth.url}${url.pathname}${url.search}`;
    return url.hostname === "127.0.0.1" ? url.href : undefined;
  });
}

/** One whose user presses this button when a page asks. */
function pressing(auth: TestAuth, presses: string): Browser {
  return Object.assign(browserOf(auth), { presses });
}

/** What the application finds in its URL, as the client takes it. */
async function takeSession(client: GoTrueClient, landed: URL): Promise<{ session: Session; fragment: Record<string, string> }> {
  assert.equal(`${landed.origin}${landed.pathname}`, WELCOME);
  const fragment = Object.fromEntries(new URLSearchParams(landed.hash.slice(1)));
  const code = landed.searchParams.get("code");
  const { access_token = "", refresh_token = "" } = fragment;
  const answer = code ? await client.exchangeCodeForSession(code) : await client.setSession({ access_token, refresh_token });
  const { session } = good(answer);
  assert.ok(session, landed.href);
  return { session, fragment };
}

async function signInBy(auth: TestAuth, client: GoTrueClient, provider: Provider, browser = browserOf(auth)) {
  const flow = good(await client.signInWithOAuth({ provider: provider as ClientProvider, options: { redirectTo: WELCOME } }));
  return takeSession(client, await browser.open(flow.url));
}

const userOf = async (client: GoTrueClient): Promise<User> => good(await client.getUser()).user;
const PLAIN = { name: "Ana Lima", avatar_url: PICTURE };

/** What differs from one to the next in what a provider tells of the same person. */
const described: Record<Provider, { name: string; avatar_url?: RegExp | string }> = {
  ...(Object.fromEntries(PROVIDERS.map((provider) => [provider, PLAIN])) as Record<Provider, typeof PLAIN>),
  apple: { name: "Ana Lima" },
  azure: { name: "Ana Lima" },
  fly: { name: "Ana Lima" },
  discord: { name: "ana#0", avatar_url: /^https:\/\/cdn\.discordapp\.com\/avatars\/\d+\/a_0123456789abcdef\.gif$/ },
  twitch: { name: "ana", avatar_url: PICTURE },
  workos: { name: "Ana Lima" },
};

/** These give no refresh token. */
const ONE_TOKEN: Provider[] = ["facebook", "github", "linkedin", "notion", "slack", "twitter", "workos"];

test("signInWithOAuth opens a session by each provider, and the same one by PKCE", async (t) => {
  await using world = await startWorld();
  const { auth, oauth, oidc } = world;
  for (const provider of PROVIDERS) {
    await t.test(provider, async () => {
      const person = sitDown(world, { email: `${provider}@Example.com` });
      const email = `${provider}@example.com`;
      const client = openClient(auth, { flowType: "implicit" });
      const { session, fragment } = await signInBy(auth, client, provider);

      assert.deepEqual([fragment.provider, fragment.token_type, fragment.expires_in], [provider, "bearer", "3600"]);
      const issued = [...oauth.secrets, ...oidc.secrets];
      assert.ok(fragment.provider_token && issued.includes(fragment.provider_token), fragment.provider_token);
      assert.equal(issued.includes(fragment.provider_refresh_token ?? ""), !ONE_TOKEN.includes(provider));

      const user = await userOf(client);
      const verified = provider !== "spotify";
      const { name, avatar_url } = described[provider];
      // An address that nobody verified is not theirs yet: they are asked by mail.
      assert.deepEqual([user.email, user.new_email], verified ? [email, undefined] : ["", email]);
      assert.deepEqual([user.email_confirmed_at !== undefined, user.is_anonymous], [verified, false]);
      assert.deepEqual(user.app_metadata, { provider, providers: [provider] });
      const [identity, ...others] = user.identities ?? [];
      assert.equal(others.length, 0);
      assert.deepEqual([identity?.provider, identity?.id, identity?.user_id], [provider, person.subject, user.id]);
      for (const data of [user.user_metadata, identity?.identity_data ?? {}]) {
        assert.deepEqual([data.email, data.email_verified, data.sub, data.name], [email, verified, person.subject, name]);
        if (avatar_url instanceof RegExp) assert.match(data.avatar_url, avatar_url);
        else assert.equal(data.avatar_url, avatar_url);
      }
      assert.notEqual(good(await client.refreshSession()).session?.refresh_token, session.refresh_token);

      const again = openClient(auth, { flowType: "pkce" });
      const second = await signInBy(auth, again, provider);
      assert.deepEqual(second.fragment, {});
      assert.ok(second.session.provider_token && second.session.provider_token !== fragment.provider_token);
      assert.equal(second.session.provider_refresh_token === undefined, ONE_TOKEN.includes(provider));
      assert.equal(second.session.user.id, user.id);
      assert.equal((await userOf(again)).identities?.length, 1);
    });
  }
  assert.deepEqual([oauth.refusals, oidc.refusals], [[], []]);
});

test("signInWithOAuth with skipBrowserRedirect, as apps on phones use it, works in the browser that opens the address", async () => {
  await using world = await startWorld();
  for (const provider of ["apple", "github"] as const) {
    for (const flowType of ["pkce", "implicit"] as const) {
      sitDown(world, {});
      const client = openClient(world.auth, { flowType });
      // This client keeps it to itself; others send it along.
      const options = { redirectTo: WELCOME, skipBrowserRedirect: true, queryParams: { skip_http_redirect: "true" } };
      const { url } = good(await client.signInWithOAuth({ provider, options }));
      const { session } = await takeSession(client, await browserOf(world.auth).open(url));
      assert.equal(session.user.app_metadata.provider, provider);
    }
  }
});

test("signInWithOAuth in one browser is not finished by another", async () => {
  await using world = await startWorld();
  sitDown(world, {});
  for (const provider of ["apple", "github", "twitter"] as const) {
    const { url } = good(await openClient(world.auth).signInWithOAuth({ provider, options: { redirectTo: WELCOME } }));
    const page = await fetch(url, { redirect: "manual" });
    const landed = await browserOf(world.auth).open(page.headers.get("location") ?? "");
    assert.deepEqual([landed.origin, landed.searchParams.get("error_code")], ["https://app.example.com", "bad_oauth_state"]);
    assert.equal(landed.hash.includes("access_token"), false);
  }
});

test("signInWithOAuth in several tabs at once opens a session for each", async () => {
  await using world = await startWorld();
  sitDown(world, {});
  const client = openClient(world.auth, { flowType: "pkce", experimental: { appendPkceFlowIdToRedirects: true } });
  const browser = browserOf(world.auth);
  const landings: URL[] = [];
  for (const provider of ["google", "apple", "gitlab"] as const) {
    const { url } = good(await client.signInWithOAuth({ provider, options: { redirectTo: `${WELCOME}?tab=1` } }));
    landings.push(await browser.open(url));
  }
  for (const landed of landings) {
    const { code, sb_flow_id: flowId = "", tab } = Object.fromEntries(landed.searchParams);
    assert.equal(tab, "1");
    good(await client.exchangeCodeForSession(code ?? "", { flowId }));
  }
});

test("signInWithOAuth of somebody who says no ends at the application without a session", async () => {
  await using world = await startWorld();
  world.oauth.conduct = { denies: true };
  world.oidc.conduct = { denies: true };
  for (const provider of ["apple", "github", "google", "twitter"] as const) {
    const client = openClient(world.auth);
    const { url } = good(await client.signInWithOAuth({ provider, options: { redirectTo: WELCOME } }));
    const { searchParams, hash } = await browserOf(world.auth).open(url);
    assert.ok(searchParams.get("error"), provider);
    assert.equal(hash.includes("access_token"), false);
  }
});

test("linkIdentity adds a provider to the account, and unlinkIdentity takes it away", async () => {
  await using world = await startWorld({ MAILER_AUTOCONFIRM: "true" });
  const { auth } = world;
  for (const [flowType, provider] of [
    ["implicit", "github"],
    ["implicit", "apple"],
    ["implicit", "twitter"],
    ["pkce", "google"],
    ["pkce", "apple"],
    ["pkce", "twitter"],
  ] as const) {
    const email = `${flowType}.${provider}.owner@example.com`;
    const client = openClient(auth, { flowType });
    const { user } = good(await client.signUp({ email, password: "correct horse battery" }));
    // At the provider they have another address.
    const person = sitDown(world, {});
    const { url } = good(await client.linkIdentity({ provider, options: { redirectTo: WELCOME } }));
    const { session } = await takeSession(client, await pressing(auth, "join").open(url));
    assert.deepEqual([session.user.id, session.user.email], [user?.id, email]);
    const { identities } = good(await client.getUserIdentities());
    assert.deepEqual(identities.map((each) => each.provider).sort(), ["email", provider].sort());
    const linked = identities.find((each) => each.provider === provider);
    assert.ok(linked && linked.id === person.subject);

    // By it, they now come in.
    const { session: byProvider } = await signInBy(auth, openClient(auth), provider);
    assert.equal(byProvider.user.id, user?.id);

    // It is theirs alone.
    const other = openClient(auth, { flowType });
    good(await other.signUp({ email: `${flowType}.${provider}.other@example.com`, password: "correct horse battery" }));
    const again = good(await other.linkIdentity({ provider, options: { redirectTo: WELCOME } }));
    const landed = await browserOf(auth).open(again.url);
    assert.equal(landed.searchParams.get("error_code"), "identity_already_exists");

    good(await client.unlinkIdentity(linked));
    const [remaining, ...none] = good(await client.getUserIdentities()).identities;
    assert.deepEqual([remaining?.provider, none.length], ["email", 0]);
    assert.ok(remaining);
    assert.deepEqual(refusal(await client.unlinkIdentity(remaining)), [422, "single_identity_not_deletable"]);
  }
});

test("linkIdentity of one person, opened by another, gives away neither identity nor session", async () => {
  await using world = await startWorld({ MAILER_AUTOCONFIRM: "true" });
  const { auth } = world;
  for (const provider of ["github", "apple", "twitter"] as const) {
    for (const flowType of ["implicit", "pkce"] as const) {
      const attacker = openClient(auth, { flowType });
      const email = `${flowType}.${provider}@example.com`;
      const { user } = good(await attacker.signUp({ email, password: "correct horse battery" }));
      const options = { redirectTo: WELCOME };
      sitDown(world, {});
      // The victim reads the page and says no; with PKCE, their client has no verifier.
      const { url } = good(await attacker.linkIdentity({ provider, options }));
      const landed = await pressing(auth, "cancel").open(url);
      const victim = openClient(auth, { flowType });
      if (flowType === "implicit") assert.equal(landed.searchParams.get("error"), "access_denied");
      else assert.ok((await victim.exchangeCodeForSession(landed.searchParams.get("code") ?? "")).error);
      assert.equal(landed.hash.includes("access_token"), false);
      assert.equal((await userOf(attacker)).identities?.length, 1);

      // What is theirs at the provider still opens an account of their own.
      const { session } = await signInBy(auth, victim, provider);
      assert.notEqual(session.user.id, user?.id);
    }
  }
});

const ID_TOKEN_PROVIDERS = ["apple", "azure", "facebook", "google", "keycloak", "vercel_marketplace"] as const;

/** What an app hands to the provider, and to us as it is. */
const nonce = "an app's own nonce";
const hashed = createHash("sha256").update(nonce).digest("hex");

/** Of Facebook, the stand-in for identity tokens. */
const startForTokens = async () => {
  const oidc = await startOidcStandIn();
  const variables = { ...oidc.variables, ...variablesOf("facebook", oidc.urlOf("facebook")) };
  const auth = await startForClients({ ...variables, SECURITY_MANUAL_LINKING_ENABLED: "true", MAILER_AUTOCONFIRM: "true" });
  return {
    auth,
    oidc,
    [Symbol.asyncDispose]: async () => void (await Promise.all([auth[Symbol.asyncDispose](), oidc[Symbol.asyncDispose]()])),
  };
};

test("signInWithIdToken takes what an app got from the provider by itself", async () => {
  await using world = await startForTokens();
  const { auth, oidc } = world;
  for (const provider of ID_TOKEN_PROVIDERS) {
    Object.assign(oidc.person, { subject: `subject at ${provider}`, email: `${provider}@example.com` });
    const client = openClient(auth);
    const token = await oidc.idToken(provider, { nonce: hashed, aud: "another-client" });
    const { user, session } = good(await client.signInWithIdToken({ provider, token, nonce }));
    assert.deepEqual([user?.email, user?.app_metadata.provider], [`${provider}@example.com`, provider]);
    assert.ok(user?.email_confirmed_at && session?.refresh_token);
    assert.equal((await userOf(client)).identities?.[0]?.id, `subject at ${provider}`);
    const { user: same } = good(await openClient(auth).signInWithIdToken({ provider, token: await oidc.idToken(provider) }));
    assert.equal(same?.id, user?.id);
  }
});

test("signInWithIdToken refuses what the provider did not say to this app, lately", async () => {
  await using world = await startForTokens();
  const { auth, oidc } = world;
  const seconds = Math.floor(auth.clock.now().getTime() / 1000);
  for (const provider of ID_TOKEN_PROVIDERS) {
    const tries: [string, { token: string; nonce?: string; access_token?: string }][] = [
      [
        "an issuer of their own",
        { token: await oidc.idToken(provider, { iss: oidc.urlOf("facebook").replace("facebook", "evil") }) },
      ],
      ["another app", { token: await oidc.idToken(provider, { aud: "another app" }) }],
      ["expired", { token: await oidc.idToken(provider, { exp: seconds - 1 }) }],
      ["no expiry", { token: await oidc.idToken(provider, { exp: undefined }) }],
      ["no time of issue", { token: await oidc.idToken(provider, { iat: undefined }) }],
      ["no subject", { token: await oidc.idToken(provider, { sub: undefined }) }],
      ["no signature", { token: await oidc.idToken(provider, {}, "none") }],
      ["a shared secret", { token: await oidc.idToken(provider, {}, "HS256 with the public key") }],
      ["a stranger's key", { token: await oidc.idToken(provider, {}, "a stranger's key") }],
      ["an unknown key", { token: await oidc.idToken(provider, {}, "a key that is not published") }],
      ["another nonce", { token: await oidc.idToken(provider, { nonce: hashed }), nonce: "guessed" }],
      ["no nonce given", { token: await oidc.idToken(provider, { nonce: hashed }) }],
      ["no nonce inside", { token: await oidc.idToken(provider), nonce }],
      ["the nonce unhashed", { token: await oidc.idToken(provider, { nonce }), nonce }],
      ["another access token", { token: await oidc.idToken(provider, { at_hash: "AAAAAAAAAAAAAAAAAAAAAA" }), access_token: "x" }],
      ["no token", { token: "not a token" }],
    ];
    for (const [name, credentials] of tries) {
      const { data, error } = await openClient(auth).signInWithIdToken({ provider, ...credentials });
      assert.equal(error?.status, 400, `${provider}, ${name}: ${error?.status} ${error?.message}`);
      assert.equal(data.session, null);
    }
  }
  const { users } = good(await openClient(auth, { headers: { Authorization: auth.admin.authorization } }).admin.listUsers());
  assert.equal(users.length, 0);
});

test("linkIdentity with a token adds the provider to the account", async () => {
  await using world = await startForTokens();
  const { auth, oidc } = world;
  const client = openClient(auth);
  const { user } = good(await client.signUp({ email: "owner@example.com", password: "correct horse battery" }));
  oidc.person.email = "elsewhere@example.com";
  const token = await oidc.idToken("google", { nonce: hashed });
  const { session } = good(await client.linkIdentity({ provider: "google", token, nonce }));
  assert.equal(session?.user.id, user?.id);
  const { identities } = good(await client.getUserIdentities());
  assert.deepEqual(identities.map(({ provider }) => provider).sort(), ["email", "google"]);
});

test("signInWithOAuth works with a realm that is served by a program that others wrote", async () => {
  await using realm = await startRealm();
  await using auth = await startForClients(realm.variables);
  const first = openClient(auth, { flowType: "implicit" });
  const { fragment } = await signInBy(auth, first, "keycloak");
  const user = await userOf(first);
  assert.deepEqual([user.email, user.email_confirmed_at !== undefined], ["ana@example.com", true]);
  assert.equal(user.identities?.[0]?.id, "f:realm:ana");
  assert.deepEqual([user.user_metadata.name, user.user_metadata.preferred_username], ["Ana Lima", "ana"]);
  assert.equal(user.user_metadata.iss, realm.url);

  // The token is good at the realm, which is what applications want it for.
  const userinfo = await fetch(`${realm.url}/protocol/openid-connect/userinfo`, {
    headers: { authorization: `Bearer ${fragment.provider_token}` },
  });
  assert.equal(((await userinfo.json()) as { sub: string }).sub, "f:realm:ana");

  const second = openClient(auth, { flowType: "pkce" });
  const { session } = await signInBy(auth, second, "keycloak");
  assert.equal(session.user.id, user.id);
  assert.ok(session.provider_token);

  // Somebody else with an address that nobody verified does not come near that account.
  realm.account = { sub: "f:realm:eve", name: "Eve", email: "ana@example.com", email_verified: false };
  const eve = openClient(auth);
  const { url } = good(await eve.signInWithOAuth({ provider: "keycloak", options: { redirectTo: WELCOME } }));
  const landed = await browserOf(auth).open(url);
  assert.equal(landed.hash.includes("access_token"), false, landed.href);
  assert.equal((await userOf(first)).identities?.length, 1);
});
