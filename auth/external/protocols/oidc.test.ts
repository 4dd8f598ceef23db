import assert from "node:assert/strict";
import { test } from "node:test";
import { OutboundError } from "../../../kernel/outbound/outbound.ts";
import { ProviderError } from "../provider.ts";
import { apple } from "../providers/apple.ts";
import { azure } from "../providers/azure.ts";
import { google } from "../providers/google.ts";
import { keycloak } from "../providers/keycloak.ts";
import { linkedinOidc } from "../providers/linkedin_oidc.ts";
import { slackOidc } from "../providers/slack_oidc.ts";
import { vercelMarketplace } from "../providers/vercel_marketplace.ts";
import { FAULTS } from "../testing/desk.ts";
import {
  OIDC_STAND_IN_PROVIDERS,
  type OidcConduct,
  type OidcStandIn,
  type OidcStandInProvider,
  startOidcStandIn,
} from "../testing/oidc_stand_in.ts";
import { configOf, type SignIn, signInAt } from "../testing/sign_in.ts";

const providers = {
  apple,
  azure,
  google,
  keycloak,
  linkedin_oidc: linkedinOidc,
  slack_oidc: slackOidc,
  vercel_marketplace: vercelMarketplace,
};
/** These repeat no nonce. */
const withoutNonce: OidcStandInProvider[] = ["linkedin_oidc", "vercel_marketplace"];
/** Apps bring tokens of these by themselves. */
const forApps = ["apple", "azure", "google", "keycloak", "vercel_marketplace"] as const;
const now = new Date("2026-01-31T12:00:00Z");
const PICTURE = "https://pictures.example.com/ana.png";

const start = () => startOidcStandIn(() => now);

type Options = Partial<SignIn>;
const signIn = (standIn: OidcStandIn, key: OidcStandInProvider, options: Options = {}) =>
  signInAt(standIn, providers[key], { now, ...options });

async function refusalOf(standIn: OidcStandIn, key: OidcStandInProvider, conduct: OidcConduct, options?: Options) {
  standIn.conduct = conduct;
  const error = await signIn(standIn, key, options).then(
    () => assert.fail(`${key} let somebody in: ${JSON.stringify(conduct)}`),
    (thrown: unknown) => thrown,
  );
  standIn.conduct = {};
  assert.ok(error instanceof ProviderError, `${key}: ${error}`);
  for (const secret of standIn.secrets) assert.ok(!error.message.includes(secret), `${key}: ${error.message}`);
  return error;
}

const expected: Record<OidcStandInProvider, Record<string, unknown>> = {
  apple: { given_name: "Ana", family_name: "Lima", custom_claims: { is_private_email: "false", nonce_supported: true } },
  azure: {
    preferred_username: "Ana@Example.com",
    custom_claims: { tid: "3f2504e0-4f89-41d3-9a0c-0305e82c3301", oid: "00000000-0000-0000-66f3-3332eca7ea81", xms_edov: true },
  },
  google: { given_name: "Ana", family_name: "Lima", picture: PICTURE, avatar_url: PICTURE, custom_claims: { hd: "example.com" } },
  keycloak: {
    given_name: "Ana",
    family_name: "Lima",
    preferred_username: "ana",
    picture: PICTURE,
    avatar_url: PICTURE,
    custom_claims: { department: "Vendas" },
  },
  linkedin_oidc: { given_name: "Ana", family_name: "Lima", picture: PICTURE, avatar_url: PICTURE },
  slack_oidc: {
    given_name: "Ana",
    family_name: "Lima",
    picture: PICTURE,
    avatar_url: PICTURE,
    custom_claims: { "https://slack.com/user_id": "9007199254740993", "https://slack.com/team_id": "T0123" },
  },
  vercel_marketplace: { picture: PICTURE, avatar_url: PICTURE },
};

test("each provider's person is read as it describes them", async () => {
  await using standIn = await start();
  for (const key of OIDC_STAND_IN_PROVIDERS) {
    const { profile, tokens } = await signIn(standIn, key);
    assert.deepEqual(standIn.refusals, [], key);
    assert.deepEqual(
      profile,
      {
        subject: "9007199254740993",
        emails: [{ email: "ana@example.com", verified: true, primary: true }],
        metadata: {
          iss: `${standIn.urlOf(key)}${key === "azure" ? "/v2.0" : ""}`,
          sub: "9007199254740993",
          provider_id: "9007199254740993",
          name: "Ana Lima",
          full_name: "Ana Lima",
          email: "ana@example.com",
          email_verified: true,
          phone_verified: false,
          ...expected[key],
        },
      },
      key,
    );
    assert.match(tokens.provider_token, /^access-/);
    assert.match(tokens.provider_refresh_token ?? "", /^refresh-/);
  }
});

test("an address that the provider did not verify is not verified, and one that is not there is left out", async () => {
  await using standIn = await start();
  for (const key of OIDC_STAND_IN_PROVIDERS) {
    standIn.person.verified = false;
    const { profile } = await signIn(standIn, key);
    // Vercel gives out no others.
    const verified = key === "vercel_marketplace";
    assert.deepEqual(profile.emails, [{ email: "ana@example.com", verified, primary: true }], key);
    assert.equal(profile.metadata.email_verified, verified);
    standIn.person = { ...standIn.person, email: undefined };
    const without = (await signIn(standIn, key)).profile;
    assert.deepEqual([without.emails, without.metadata.email, without.metadata.email_verified], [[], undefined, false], key);
    standIn.person = { ...standIn.person, email: "ana@example.com", verified: true };
  }
});

test("begin asks for what is needed, then for what the caller wants, and its own parameters win", async () => {
  await using standIn = await start();
  const parameters = { prompt: "consent", client_id: "evil", nonce: "chosen", response_mode: "fragment", code_challenge: "x" };
  for (const key of OIDC_STAND_IN_PROVIDERS) {
    const { url, memory } = await providers[key].begin({
      config: configOf(standIn, key),
      state: "the state",
      scopes: ["calendar", "email"],
      parameters,
    });
    const query = new URL(url).searchParams;
    const scope: Partial<Record<OidcStandInProvider, string>> = {
      apple: "email name",
      keycloak: "openid profile email calendar",
      vercel_marketplace: "calendar email",
    };
    assert.equal(query.get("scope"), scope[key] ?? "openid email profile calendar");
    assert.equal(query.get("client_id"), `${key}-client.1`);
    // Apple's page knows no parameters but its own.
    assert.equal(query.get("prompt"), key === "apple" ? null : "consent");
    if (withoutNonce.includes(key)) assert.equal(memory?.nonce, undefined);
    else assert.ok(memory?.nonce && query.get("nonce") === memory.nonce && memory.nonce !== "chosen");
    assert.equal(memory?.codeVerifier !== undefined, ["azure", "google", "keycloak"].includes(key));
    assert.equal(query.getAll("nonce").length <= 1 && query.getAll("client_id").length, 1);
  }
});

test("a token that is not the provider's word for us ends the sign-in", async () => {
  await using standIn = await start();
  const seconds = now.getTime() / 1000;
  const lies: [OidcConduct, RegExp][] = [
    [{ claims: { iss: "https://evil.test" } }, /issuer/],
    [{ claims: { aud: "somebody-else" } }, /"aud"/],
    // It is ours, but not the one that this browser was sent with.
    [{ claims: { aud: "another-client" } }, /"aud"/],
    [{ claims: { exp: seconds - 1, iat: seconds - 3600 } }, /expired/],
    [{ claims: { exp: undefined } }, /"exp"/],
    [{ claims: { iat: undefined } }, /"iat"/],
    [{ claims: { iat: seconds + 3600, exp: seconds + 7200 } }, /future|"iat"/],
    [{ claims: { sub: undefined } }, /"sub"/],
    [{ claims: { at_hash: "AAAA" } }, /another access token/],
    [{ signing: "HS256 with the public key" }, /"alg"/],
    [{ signing: "none" }, /refused/],
    [{ signing: "a stranger's key" }, /signature/],
    [{ signing: "a key that is not published" }, /no applicable key/],
  ];
  for (const key of OIDC_STAND_IN_PROVIDERS) {
    for (const [conduct, why] of lies) {
      const { step, message } = await refusalOf(standIn, key, conduct);
      assert.deepEqual([step, why.test(message)], ["id_token", true], `${key} ${JSON.stringify(conduct)}: ${message}`);
    }
    const nonces: OidcConduct[] = [{ claims: { nonce: undefined } }, { claims: { nonce: "another visit's" } }];
    for (const conduct of withoutNonce.includes(key) ? [] : nonces) {
      assert.match((await refusalOf(standIn, key, conduct)).message, /nonce/, key);
    }
  }
});

test("a provider that signs with an elliptic curve is understood too", async () => {
  await using standIn = await start();
  standIn.conduct = { signing: "ES256" };
  for (const key of OIDC_STAND_IN_PROVIDERS) assert.equal((await signIn(standIn, key)).profile.subject, "9007199254740993");
});

test("without an identity token nobody comes in, except at Google, where the userinfo says the same", async () => {
  await using standIn = await start();
  for (const key of OIDC_STAND_IN_PROVIDERS) {
    if (key === "google") continue;
    assert.match((await refusalOf(standIn, key, { noIdToken: true })).message, /no identity token/, key);
  }
  const { profile } = await signIn(standIn, "google");
  standIn.conduct = { noIdToken: true };
  assert.deepEqual((await signIn(standIn, "google")).profile, profile);
  // As its older endpoint has it.
  const older = { sub: undefined, id: "9007199254740993", email_verified: undefined, verified_email: true };
  standIn.conduct = { noIdToken: true, userinfo: older };
  assert.deepEqual((await signIn(standIn, "google")).profile, profile);
  assert.equal((await refusalOf(standIn, "google", { noIdToken: true, userinfo: { sub: undefined } })).step, "profile");
});

test("the userinfo must be the token's, and an address is verified only by who named it", async () => {
  await using standIn = await start();
  for (const key of ["keycloak", "slack_oidc"] as const) {
    for (const sub of ["somebody else", undefined, 7]) {
      const { step, message } = await refusalOf(standIn, key, { userinfo: { sub } });
      assert.deepEqual([step, message], ["profile", "the provider describes somebody else"]);
    }
    standIn.conduct = { userinfo: { email: "victim@example.com", email_verified: undefined } };
    const { profile } = await signIn(standIn, key);
    assert.deepEqual(profile.emails, [{ email: "victim@example.com", verified: false, primary: true }]);
    standIn.conduct = {};
  }
});

test("a browser that comes back from another provider, twice or without what it took along is refused", async () => {
  await using standIn = await start();
  for (const key of OIDC_STAND_IN_PROVIDERS) {
    const other = await refusalOf(standIn, key, {}, { change: (back) => ({ ...back, iss: "https://evil.test" }) });
    assert.equal(other.step, "exchange", key);
    const noCode = await refusalOf(standIn, key, {}, { change: ({ code: _code, ...rest }) => rest });
    assert.equal(noCode.step, "exchange", key);
    const config = configOf(standIn, key);
    const { url, memory = {} } = await providers[key].begin({ config, state: "the state", scopes: [], parameters: {} });
    const parameters = Object.fromEntries((await standIn.visit(url)).searchParams);
    const finish = (value: typeof memory) => providers[key].finish({ config, parameters, memory: value, now });
    if (Object.keys(memory).length > 0) await assert.rejects(finish({}), ProviderError);
    const second = await providers[key].begin({ config, state: "the state", scopes: [], parameters: {} });
    if (second.memory && Object.keys(second.memory).length > 0) await assert.rejects(finish(second.memory), ProviderError);
  }
  // These say that they always name themselves.
  const silent = await refusalOf(standIn, "google", {}, { change: ({ iss: _iss, ...rest }) => rest });
  assert.equal(silent.step, "exchange");
  await signIn(standIn, "keycloak", { change: ({ iss: _iss, ...rest }) => rest });
});

test("a code works once", async () => {
  await using standIn = await start();
  for (const key of OIDC_STAND_IN_PROVIDERS) {
    const config = configOf(standIn, key);
    const { url, memory = {} } = await providers[key].begin({ config, state: "the state", scopes: [], parameters: {} });
    const parameters = Object.fromEntries((await standIn.visit(url)).searchParams);
    await providers[key].finish({ config, parameters, memory, now });
    await assert.rejects(providers[key].finish({ config, parameters, memory, now }), /invalid_grant/);
  }
});

test("a provider that is broken, silent or leads elsewhere ends in an error of its own", async () => {
  for (const fault of FAULTS) {
    await using standIn = await start();
    // The keys come last: that they cannot be had is remembered for some seconds.
    for (const at of ["token", "profile"] as const) {
      standIn.conduct = { fault, at };
      const ends = OIDC_STAND_IN_PROVIDERS.map(async (key) => {
        const error = await signIn(standIn, key, { timeoutMs: fault === "hang" ? 500 : 8000 }).catch((thrown) => thrown);
        const step = at === "token" ? "exchange" : ["keycloak", "slack_oidc"].includes(key) ? "profile" : "id_token";
        assert.ok(error instanceof ProviderError, `${key} ${fault} at ${at}: ${error}`);
        assert.equal(error.step, step, `${key} ${fault} at ${at}: ${error.message}`);
        for (const secret of standIn.secrets) assert.ok(!error.message.includes(secret), error.message);
      });
      await Promise.all(ends);
    }
    assert.ok(!standIn.requests.some(({ path }) => path.includes("/trap/")), "a redirect was followed");
  }
});

test("a provider whose discovery fails sends nobody anywhere", async () => {
  for (const fault of FAULTS) {
    await using standIn = await start();
    standIn.conduct = { fault, at: "discovery" };
    for (const key of ["google", "linkedin_oidc", "slack_oidc"] as const) {
      const input = { config: configOf(standIn, key), state: "the state", scopes: [], parameters: {}, timeoutMs: 200 };
      await assert.rejects(providers[key].begin(input), (error) => error instanceof ProviderError, `${key} ${fault}`);
    }
  }
});

test("an app's own identity token is checked with the provider's keys", async () => {
  await using standIn = await start();
  const check = async (key: OidcStandInProvider, claims: Record<string, unknown> = {}, accessToken?: string) =>
    providers[key].checkIdToken?.({
      config: configOf(standIn, key),
      idToken: await standIn.idToken(key, claims),
      accessToken,
      now,
    });
  for (const key of forApps) {
    const checked = await check(key, { nonce: "the app's", aud: "another-client" });
    assert.equal(checked?.nonce, "the app's");
    assert.equal(checked?.profile.subject, "9007199254740993");
    assert.deepEqual(checked?.profile.emails, [{ email: "ana@example.com", verified: true, primary: true }]);
    assert.equal((await check(key))?.nonce, undefined);
    await assert.rejects(check(key, { aud: "somebody-else" }), /"aud"/);
    await assert.rejects(check(key, { iss: "https://evil.test" }), /issuer/);
    await assert.rejects(check(key, { at_hash: "AAAA" }, "a token"), /another access token/);
  }
  assert.equal(linkedinOidc.checkIdToken, undefined);
  assert.equal(slackOidc.checkIdToken, undefined);
});

test("vercel_marketplace: a person is the same at every installation, and an integration's access token is no identity token", async () => {
  await using standIn = await start();
  const check = async (claims: Record<string, unknown>) =>
    vercelMarketplace.checkIdToken?.({
      config: configOf(standIn, "vercel_marketplace"),
      idToken: await standIn.idToken("vercel_marketplace", claims),
      accessToken: undefined,
      now,
    });
  const checked = await check({ sub: "account:1:user:2", global_user_id: "g7" });
  assert.equal(checked?.profile.subject, "global_user_id:g7");
  assert.deepEqual(
    [checked?.profile.metadata.sub, checked?.profile.metadata.provider_id],
    ["global_user_id:g7", "global_user_id:g7"],
  );
  assert.equal((await check({ sub: "account:1:user:2" }))?.profile.subject, "account:1:user:2");
  assert.equal((await check({ type: undefined }))?.profile.subject, "9007199254740993");
  await assert.rejects(check({ type: "access_token" }), /another kind of token/);
  for (const wrong of [{ a: 1 }, ["g7"], 7]) await assert.rejects(check({ global_user_id: wrong }), ProviderError);
});

test("keys that cannot be had are told from a token that is bad", async () => {
  await using standIn = await start();
  standIn.conduct = { fault: "500", at: "keys" };
  for (const key of forApps) {
    const idToken = await standIn.idToken(key);
    const error = await providers[key]
      .checkIdToken?.({ config: configOf(standIn, key), idToken, accessToken: undefined, now })
      .catch((e) => e);
    assert.ok(error instanceof ProviderError && error.cause instanceof OutboundError, key);
  }
});
