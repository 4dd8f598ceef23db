// What the variables EXTERNAL_<P>_* of each provider do, seen from outside: by the browser, and by the provider.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startHttpSink } from "../../kernel/testing/http_sink.ts";
import { PROVIDERS, type Provider } from "../config.ts";
import { startOutsideWorld, verifiedBy } from "./testing/outside_world.ts";
import { STAND_IN_PROVIDERS } from "./testing/stand_in.ts";

const SITE = "https://app.example.com/";

/** The same variable of each provider. */
const forAll = (kind: string, value: (provider: Provider) => string, providers: readonly Provider[] = PROVIDERS) =>
  Object.fromEntries(providers.map((provider) => [`EXTERNAL_${provider.toUpperCase()}_${kind}`, value(provider)]));

test("EXTERNAL_<P>_ENABLED, such as EXTERNAL_GITHUB_ENABLED, opens its provider alone: others are refused in the real server's words", async () => {
  const off = ["github", "apple", "twitter", "keycloak", "linkedin_oidc"] as const;
  await using world = await startOutsideWorld({
    ...forAll("ENABLED", () => "false", off),
    MAILER_AUTOCONFIRM: "true",
    SECURITY_MANUAL_LINKING_ENABLED: "true",
  });
  const { body } = await world.auth.post("/signup", { email: "ana@example.com", password: "correct horse" });
  const me = { authorization: `Bearer ${(body as { access_token: string }).access_token}` };
  for (const path of ["/authorize", "/user/identities/authorize"]) {
    const ask = async (provider: string) => {
      const reply = await world.auth.get(`${path}?provider=${provider}`, me);
      const { error_code: code, msg } = reply.body as Record<string, string>;
      return [reply.status, code, msg];
    };
    for (const provider of PROVIDERS) {
      const isOff = off.some((each) => each === provider);
      const refusal = [400, "validation_failed", "Unsupported provider: provider is not enabled"];
      assert.deepEqual(await ask(provider), isOff ? refusal : [302, undefined, undefined], `${path} ${provider}`);
    }
    const unknown = [400, "validation_failed", "Unsupported provider: Provider nobody could not be found"];
    assert.deepEqual(await ask("nobody"), unknown, path);
  }
});

test("EXTERNAL_<P>_CLIENT_ID, such as EXTERNAL_GITHUB_CLIENT_ID, is who we are: the first one of the list", async () => {
  await using world = await startOutsideWorld(forAll("CLIENT_ID", (provider) => `${provider}-other, second`));
  for (const provider of PROVIDERS.filter((each) => each !== "twitter")) {
    const url = new URL((await world.auth.get(`/authorize?provider=${provider}`)).headers.location ?? "");
    assert.equal(url.searchParams.get("client_id"), `${provider}-other`, provider);
  }
  // OAuth 1.0a asks the provider first, signed, and this one knows nobody of that name.
  assertEnds((await world.auth.get("/authorize?provider=twitter")).headers.location, "server_error");
  assert.match(world.refusals().join(), /^twitter: /);
});

test("EXTERNAL_<P>_REDIRECT_URI, such as EXTERNAL_GITHUB_REDIRECT_URI, is where the provider sends people back to, as it is written", async () => {
  const written = "https://auth.example.com/elsewhere/?a=1";
  await using world = await startOutsideWorld(forAll("REDIRECT_URI", () => written));
  for (const provider of PROVIDERS.filter((each) => each !== "twitter")) {
    const url = new URL((await world.auth.get(`/authorize?provider=${provider}`)).headers.location ?? "");
    assert.equal(url.searchParams.get("redirect_uri"), written, provider);
  }
  assertEnds((await world.auth.get("/authorize?provider=twitter")).headers.location, "server_error");
});

test("EXTERNAL_<P>_SECRET, such as EXTERNAL_GITHUB_SECRET, proves to the provider who we are: with another one nobody signs in", async () => {
  // Every second one, and twitter; the others have the secret that their provider knows.
  const wrong = PROVIDERS.filter((provider, index) => provider === "twitter" || index % 2 === 1);
  await using world = await startOutsideWorld({
    ...forAll("SECRET", (provider) => `${provider}-other-secret`, wrong),
    MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: "true",
  });
  for (const provider of PROVIDERS) {
    if (provider === "twitter") continue;
    const { page, query, fragment } = await world.signIn(provider);
    const isWrong = wrong.includes(provider);
    assert.deepEqual(
      [page, query.error, fragment.access_token !== undefined],
      [SITE, isWrong ? "server_error" : undefined, !isWrong],
      provider,
    );
    if (isWrong) assert.equal(query.error_description, "Unable to exchange external code", provider);
  }
  assertEnds((await world.auth.get("/authorize?provider=twitter")).headers.location, "server_error");
  const refusing = new Set(world.refusals().map((line) => line.split(":")[0]));
  assert.deepEqual([...refusing].sort(), [...wrong].sort());
});

test("EXTERNAL_<P>_URL, such as EXTERNAL_GITLAB_URL, moves the provider to another address, for the browser and for us", async () => {
  // In this world every provider is at an address of ours: whoever signs in here was described by it.
  await using world = await startOutsideWorld();
  for (const provider of PROVIDERS) {
    const { location = "" } = (await world.auth.get(`/authorize?provider=${provider}`)).headers;
    assert.match(location, /^http:\/\/127\.0\.0\.1:\d+\//, provider);
    if (verifiedBy(provider) === "never") continue;
    assert.ok((await world.signIn(provider)).fragment.access_token, provider);
  }
});

test("EXTERNAL_<P>_API_URL, such as EXTERNAL_SPOTIFY_API_URL, moves the API of a provider alone", async () => {
  await using api = await startHttpSink(({ path }) => {
    if (path.startsWith("/spotify/"))
      return { status: 200, body: { id: "77", email: "api@example.com", display_name: "From the API" } };
    return { status: 503 };
  });
  const address = (provider: Provider) => `${api.url}/${provider}`;
  await using world = await startOutsideWorld({
    ...forAll("API_URL", address, STAND_IN_PROVIDERS),
    MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: "true",
  });
  const { fragment } = await world.signIn("spotify");
  const user = await world.auth.get("/user", { authorization: `Bearer ${fragment.access_token}` });
  assert.equal((user.body as { user_metadata: Record<string, unknown> }).user_metadata.name, "From the API");
  for (const provider of STAND_IN_PROVIDERS.filter((each) => each !== "spotify")) {
    const { headers } = await world.auth.get(`/authorize?provider=${provider}`);
    // The page for people stays where it was; OAuth 1.0a is at the API with all of its steps.
    if (provider === "twitter") assertEnds(headers.location, "server_error");
    else assert.equal((await world.signIn(provider)).query.error, "server_error", provider);
    assert.ok(
      api.requests.some(({ path }) => path.startsWith(`/${provider}/`)),
      `the API of ${provider} was asked elsewhere`,
    );
  }
});

function assertEnds(location: string | undefined, error: string): void {
  const url = new URL(location ?? "");
  assert.deepEqual([url.origin + url.pathname, url.searchParams.get("error")], [SITE, error]);
}
