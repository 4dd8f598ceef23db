// Shapes that providers answer in now and then, beyond those of their stand-ins.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startHttpSink } from "../../kernel/testing/http_sink.ts";
import { type Provider, readAuthConfig } from "../config.ts";
import { type FinishedSignIn, ProviderError } from "./provider.ts";
import { externalProviders } from "./providers.ts";
import { variablesOf } from "./testing/stand_in.ts";

/** The provider's profile endpoints answer with these bodies, by the end of their path. */
async function finishWith(provider: Provider, profile: Record<string, unknown>): Promise<FinishedSignIn["profile"]> {
  await using sink = await startHttpSink(({ path }) => {
    const end = Object.keys(profile).find((each) => new URL(path, "http://x").pathname.endsWith(each));
    return { status: 200, body: end ? profile[end] : { access_token: "a" } };
  });
  const variables = Object.entries(variablesOf(provider, sink.url)).map(([name, value]) => [`AUTHSVC_${name}`, value]);
  const config = readAuthConfig(Object.fromEntries(variables)).config.providers[provider];
  const memory = { codeVerifier: "v" };
  return (await externalProviders[provider].finish({ config, parameters: { code: "c" }, memory, now: new Date() })).profile;
}

test("discord: people without a picture get the one that Discord shows for them", async () => {
  const pictureOf = async (person: object) =>
    (await finishWith("discord", { "/@me": { id: "80351110224678912", ...person } })).metadata.picture;
  const images = "https://cdn.discordapp.com";
  assert.deepEqual(
    [
      await pictureOf({ username: "ana", discriminator: "1337" }),
      await pictureOf({ username: "ana", discriminator: "0" }),
      await pictureOf({ username: "ana", avatar: null }),
      await pictureOf({ username: "ana", avatar: "b0c1" }),
      await pictureOf({ id: "not a number" }),
    ],
    [
      `${images}/embed/avatars/2.png`,
      `${images}/embed/avatars/5.png`,
      `${images}/embed/avatars/5.png`,
      `${images}/avatars/80351110224678912/b0c1.png`,
      undefined,
    ],
  );
});

test("slack: a refusal with status 200 is one, whatever else it holds", async () => {
  const person = { "https://slack.com/user_id": "U1", email: "ana@example.com" };
  for (const ok of [false, undefined, "true"]) {
    await assert.rejects(
      finishWith("slack", { "openid.connect.userInfo": { ok, error: "invalid_auth", ...person } }),
      ProviderError,
    );
  }
});

test("a list of addresses that holds other things is read as far as it goes", async () => {
  const good = { email: "ana@example.com", primary: true, verified: true };
  const github = await finishWith("github", { "/user": { id: 1 }, "/user/emails": [null, "x", 5, [good], {}, good] });
  assert.deepEqual(github.emails, [good]);
  const truthy = { email: "ana@example.com", primary: true, verified: "true" };
  const doubtful = await finishWith("github", { "/user": { id: 1 }, "/user/emails": [truthy] });
  assert.deepEqual(doubtful.emails, [{ ...truthy, verified: false }]);
  const bitbucket = await finishWith("bitbucket", { "/user": { uuid: "{1}" }, "/user/emails": { values: { 0: good } } });
  assert.deepEqual(bitbucket.emails, []);
  await assert.rejects(finishWith("gitlab", { "/user": { id: 1 }, "/user/emails": { message: "no" } }), ProviderError);
});

test("a person of whom only the id is known is somebody, and one without is nobody", async () => {
  const only: [Provider, Record<string, unknown>, string][] = [
    ["linkedin", { "/v2/me": { id: "1", firstName: { localized: {} } }, "/v2/emailAddress": {} }, "1"],
    ["spotify", { "/me": { id: "ana", images: null } }, "ana"],
    ["facebook", { "/me": { id: "1", picture: "https://example.com/a.png" } }, "1"],
    ["figma", { "/me": { id: "1" } }, "1"],
  ];
  for (const [provider, profile, subject] of only) {
    const { metadata, emails, ...rest } = await finishWith(provider, profile);
    assert.deepEqual([rest.subject, emails, metadata.name, metadata.picture], [subject, [], undefined, undefined], provider);
  }
  const nobody: [Provider, Record<string, unknown>][] = [
    // What a server writes where it has no number: everybody would be the same person.
    ["github", { "/user": { id: 0 }, "/user/emails": [] }],
    ["github", { "/user": { id: -1 }, "/user/emails": [] }],
    ["gitlab", { "/user": { id: 0 }, "/user/emails": [] }],
    ["kakao", { "/v2/user/me": { id: 0 } }],
    ["notion", { "/users/me": { id: "the bot's", bot: { owner: { type: "workspace", workspace: true } } } }],
    ["twitch", { "/helix/users": { data: [] } }],
    ["workos", {}],
    ["slack", { "openid.connect.userInfo": { ok: true, sub: "U1" } }],
  ];
  for (const [provider, profile] of nobody) await assert.rejects(finishWith(provider, profile), ProviderError, provider);
});
