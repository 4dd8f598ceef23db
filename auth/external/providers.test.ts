// Each provider's code, unmodified but for its base URL, against a stand-in that checks what it is sent.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PROVIDERS, type Provider, readAuthConfig } from "../config.ts";
import type { ExternalProvider, FinishedSignIn } from "./provider.ts";
import { ProviderError } from "./provider.ts";
import { externalProviders } from "./providers.ts";
import { FAULTS, type Fault } from "./testing/desk.ts";
import { personalities } from "./testing/personalities.ts";
import { ANA, STAND_IN_PROVIDERS, type StandIn, type StandInProvider, startStandIn } from "./testing/stand_in.ts";

const email = "ana@example.com";

/** What is kept of Ana, besides what all providers have in common. `base` is where the provider lives. */
const described: Record<StandInProvider, (base: string) => Record<string, unknown>> = {
  bitbucket: (base) => ({ iss: `${base}/2.0`, ...userName }),
  discord: (base) => ({
    iss: `${base}/api`,
    name: "ana#0",
    full_name: "ana",
    ...picture(`https://cdn.discordapp.com/avatars/${ANA.subject}/a_0123456789abcdef.gif`),
    custom_claims: { global_name: "Ana Lima" },
  }),
  facebook: () => ({ nickname: "Ana Lima", slug: "Ana Lima" }),
  figma: () => ({}),
  fly: () => picture(undefined),
  github: (base) => ({ iss: `${base}/api/v3`, ...userName }),
  gitlab: () => userName,
  kakao: () => ({ user_name: "Ana Lima", preferred_username: "Ana Lima" }),
  linkedin: () => ({}),
  notion: () => ({}),
  slack: () => ({ custom_claims: { "https://slack.com/team_id": "T0123" } }),
  snapchat: (base) => ({ iss: `${base}/accounts/oauth2/token`, slug: "Ana Lima" }),
  spotify: (base) => ({ iss: `${base}/v1`, email_verified: false }),
  twitch: () => ({
    name: "ana",
    full_name: "ana",
    nickname: "Ana Lima",
    slug: "Ana Lima",
    custom_claims: { broadcaster_type: "affiliate", description: "Plays" },
  }),
  twitter: () => ({ ...userName, slug: "ana" }),
  workos: () => ({ ...picture(undefined), custom_claims: { connection_id: "conn_1", organization_id: "org_1" } }),
  x: () => userName,
  zoom: () => ({}),
};

const userName = { user_name: "ana", preferred_username: "ana" };
const picture = (url: string | undefined) => ({ picture: url, avatar_url: url });

const common = (base: string) => ({
  iss: base,
  sub: ANA.subject,
  provider_id: ANA.subject,
  name: "Ana Lima",
  full_name: "Ana Lima",
  ...picture(ANA.picture),
  email,
  email_verified: true,
  phone_verified: false,
});

/** Further addresses that the stand-ins give her there. */
const others: Partial<Record<StandInProvider, string>> = {
  bitbucket: "another@example.org",
  github: "123+other@users.noreply.example.org",
  gitlab: "second@example.org",
};

const withRefreshToken: readonly string[] = [
  "bitbucket",
  "discord",
  "figma",
  "fly",
  "gitlab",
  "kakao",
  "snapchat",
  "spotify",
  "twitch",
  "x",
  "zoom",
];
const saysSo = (provider: StandInProvider) => provider !== "twitter" && personalities[provider].verified === "said";
const knowsScopes = (provider: StandInProvider) => !["bitbucket", "notion", "workos", "twitter", "zoom"].includes(provider);

test("there is a provider for every key of the configuration, under its own name", () => {
  assert.deepEqual(Object.keys(externalProviders), [...PROVIDERS]);
  for (const [key, provider] of Object.entries(externalProviders)) assert.equal(provider.key, key);
});

for (const provider of STAND_IN_PROVIDERS) {
  test(`${provider}: who signs in is described as the provider describes them`, async () => {
    await using standIn = await startStandIn();
    const { profile, tokens } = await signIn(provider, standIn);
    assert.deepEqual(standIn.refusals, []);
    assert.equal(profile.subject, ANA.subject);
    const base = `${standIn.url}/${provider}`;
    const expected = { ...common(base), ...described[provider](base) };
    assert.deepEqual(profile.metadata, withoutUndefined(expected));
    const other = others[provider];
    assert.deepEqual(profile.emails, [
      { email, verified: expected.email_verified, primary: true },
      ...(other ? [{ email: other, verified: false, primary: false }] : []),
    ]);
    assert.match(tokens.provider_token, /^access-/);
    assert.equal(/^refresh-/.test(tokens.provider_refresh_token ?? ""), withRefreshToken.includes(provider));
  });

  test(`${provider}: an address is verified only by the provider's word, and may be missing`, async () => {
    await using standIn = await startStandIn();
    standIn.person.verified = false;
    const doubtful = await signIn(provider, standIn);
    const verified = !saysSo(provider) && provider !== "spotify";
    assert.deepEqual(doubtful.profile.emails[0], { email, verified, primary: true });
    assert.equal(doubtful.profile.metadata.email_verified, verified);
    standIn.person.email = undefined;
    const nobody = await signIn(provider, standIn);
    assert.ok(!nobody.profile.emails.some(({ primary }) => primary));
    assert.equal(nobody.profile.metadata.email_verified, false);
    assert.ok(!nobody.profile.emails.some((each) => each.verified));
    standIn.person.email = "not an address";
    assert.deepEqual(
      (await signIn(provider, standIn)).profile.emails.filter(({ primary }) => primary),
      [],
    );
    assert.deepEqual(standIn.refusals, []);
  });

  test(`${provider}: a person without an id is nobody`, async () => {
    await using standIn = await startStandIn();
    for (const subject of ["", "x".repeat(256), "\0", " 1"]) {
      standIn.person.subject = subject;
      await assert.rejects(signIn(provider, standIn), failsAt("profile"));
    }
  });

  test(`${provider}: a provider that is broken, slow, huge or misleading is a ProviderError`, async () => {
    await using standIn = await startStandIn();
    const steps = provider === "workos" ? (["token"] as const) : (["token", "profile"] as const);
    for (const at of provider === "twitter" ? (["request", ...steps] as const) : steps) {
      for (const fault of FAULTS) {
        standIn.conduct = { fault, at };
        await assert.rejects(signIn(provider, standIn, { timeoutMs: fault === "hang" ? 100 : 5000 }), failsAt(at, fault));
      }
    }
    assert.deepEqual(standIn.refusals, [], "a redirect was followed");
  });

  test(`${provider}: what a caller asks for joins the provider's own scopes, each once`, async () => {
    await using standIn = await startStandIn();
    const { begun: flow } = await begin(provider, standIn, ["extra:a", "email", "extra:a", "x&redirect_uri=https://evil.test"]);
    const scope = new URL(flow.url).searchParams.get("scope");
    const { scope: own } = provider === "twitter" ? { scope: null } : personalities[provider];
    const scopes = ["extra:a", "email", "x&redirect_uri=https://evil.test"];
    const all = [...new Set([...(own?.split(" ") ?? []), ...scopes])].join(" ");
    assert.equal(scope, knowsScopes(provider) ? all : own);
    assert.notEqual(new URL(flow.url).searchParams.get("redirect_uri"), "https://evil.test");
  });
}

test("workos: the caller names the company's provider, connection or organization", async () => {
  await using standIn = await startStandIn();
  const { begun: flow } = await begin("workos", standIn, [], { workos_provider: "GoogleOAuth", organization: "org_1" });
  const query = new URL(flow.url).searchParams;
  assert.deepEqual(
    [query.get("provider"), query.get("organization"), query.has("workos_provider")],
    ["GoogleOAuth", "org_1", false],
  );
});

test("the public addresses of the providers are https, and nobody needs a base URL but keycloak", async () => {
  const variables = Object.fromEntries(
    STAND_IN_PROVIDERS.flatMap((provider) => [
      [`AUTHSVC_EXTERNAL_${provider.toUpperCase()}_ENABLED`, "true"],
      [`AUTHSVC_EXTERNAL_${provider.toUpperCase()}_CLIENT_ID`, "id"],
      [`AUTHSVC_EXTERNAL_${provider.toUpperCase()}_SECRET`, "secret"],
      [`AUTHSVC_EXTERNAL_${provider.toUpperCase()}_REDIRECT_URI`, "https://auth.example.com/callback"],
    ]),
  );
  const { providers } = readAuthConfig(variables).config;
  const hosts: string[] = [];
  for (const provider of STAND_IN_PROVIDERS.filter((each) => each !== "twitter")) {
    const input = { config: providers[provider], state: "s", scopes: [], parameters: {} };
    const { url } = await providerOf(provider).begin(input);
    hosts.push(new URL(url).origin + new URL(url).pathname);
  }
  assert.deepEqual(hosts, [
    "https://bitbucket.org/site/oauth2/authorize",
    "https://discord.com/api/oauth2/authorize",
    "https://www.facebook.com/dialog/oauth",
    "https://www.figma.com/oauth",
    "https://api.fly.io/oauth/authorize",
    "https://github.com/login/oauth/authorize",
    "https://gitlab.com/oauth/authorize",
    "https://kauth.kakao.com/oauth/authorize",
    "https://www.linkedin.com/oauth/v2/authorization",
    "https://api.notion.com/v1/oauth/authorize",
    "https://slack.com/oauth/authorize",
    "https://accounts.snapchat.com/accounts/oauth2/auth",
    "https://accounts.spotify.com/authorize",
    "https://id.twitch.tv/oauth2/authorize",
    "https://api.workos.com/sso/authorize",
    "https://x.com/i/oauth2/authorize",
    "https://zoom.us/oauth/authorize",
  ]);
});

function failsAt(step: "request" | "token" | "profile", fault?: Fault) {
  return (error: unknown) => {
    assert.ok(error instanceof ProviderError, `${fault}: ${error}`);
    assert.equal(error.step, step === "profile" ? "profile" : "exchange", `${fault}: ${error.message}`);
    if (fault === "5 MB") assert.match(error.message, /more than 1000000 bytes/);
    if (fault === "hang") assert.match(error.message, /longer than/);
    assert.doesNotMatch(JSON.stringify([error.message, String(error.cause)]), /code-|access-|refresh-|secret/, fault);
    return true;
  };
}

function providerOf(key: Provider): ExternalProvider {
  const provider = externalProviders[key];
  assert.ok(provider, key);
  return provider;
}

async function begin(
  key: StandInProvider,
  standIn: StandIn,
  scopes: string[] = [],
  parameters: Record<string, string> = {},
  timeoutMs = 5000,
) {
  const prefixed = Object.entries(standIn.variables).map(([name, value]) => [`AUTHSVC_${name}`, value]);
  const config = readAuthConfig(Object.fromEntries(prefixed)).config.providers[key];
  const provider = providerOf(key);
  return { provider, config, begun: await provider.begin({ config, state: "the state", scopes, parameters, timeoutMs }) };
}

async function signIn(key: StandInProvider, standIn: StandIn, { timeoutMs = 5000 } = {}): Promise<FinishedSignIn> {
  const { provider, config, begun: flow } = await begin(key, standIn, [], {}, timeoutMs);
  const back = await standIn.visit(flow.url);
  assert.equal(back.searchParams.get("state"), "the state");
  const parameters = Object.fromEntries(back.searchParams);
  return provider.finish({ config, parameters, memory: flow.memory ?? {}, now: new Date(), timeoutMs });
}

function withoutUndefined(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
