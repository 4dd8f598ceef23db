import assert from "node:assert/strict";
import { test } from "node:test";
import { startHttpSink } from "../../../kernel/testing/http_sink.ts";
import { type ProviderConfig, readAuthConfig } from "../../config.ts";
import { ProviderError } from "../provider.ts";
import { twitter } from "../providers/twitter.ts";
import { startStandIn, variablesOf } from "../testing/stand_in.ts";

const granted = "oauth_token=request&oauth_token_secret=hidden&oauth_callback_confirmed=true";

test("the state travels in the callback's address, which may have a query of its own, and the secret stays here", async () => {
  await using sink = await startHttpSink(() => ({ status: 200, body: granted }));
  const config = { ...configAt(sink.url), redirectUri: "https://auth.example.com/callback?tenant=a" };
  const { url, memory } = await twitter.begin({
    config,
    state: "s &=1",
    scopes: ["x"],
    parameters: { force_login: "true", oauth_token: "mine" },
  });
  assert.equal(url, `${sink.url}/oauth/authenticate?force_login=true&oauth_token=request`);
  assert.deepEqual(memory, { requestToken: "request", requestSecret: "hidden" });
  const [, callback = ""] = /oauth_callback="([^"]+)"/.exec(sink.requests[0]?.headers.authorization ?? "") ?? [];
  assert.equal(decodeURIComponent(callback), "https://auth.example.com/callback?tenant=a&state=s+%26%3D1");
});

test("a provider that does not confirm the callback, or gives no token, is refused", async () => {
  for (const body of ["", "oauth_token=a", granted.replace("true", "false"), granted.replace("hidden", ""), "<html>", "[]"]) {
    await using sink = await startHttpSink(() => ({ status: 200, body }));
    const begin = twitter.begin({ config: configAt(sink.url), state: "s", scopes: [], parameters: {} });
    await assert.rejects(begin, ProviderError, body);
  }
});

test("a browser that comes back with the token of another visit, or without a verifier, is refused without a call", async () => {
  await using standIn = await startStandIn();
  const config = configAt(`${standIn.url}/twitter`);
  const begin = async () => {
    const { url, memory = {} } = await twitter.begin({ config, state: "s", scopes: [], parameters: {} });
    return { memory, parameters: Object.fromEntries((await standIn.visit(url)).searchParams) };
  };
  const [mine, theirs] = [await begin(), await begin()];
  const calls = standIn.requests.length;
  const { oauth_verifier: _, ...unverified } = mine.parameters;
  for (const [parameters, memory] of [
    [theirs.parameters, mine.memory],
    [mine.parameters, theirs.memory],
    [mine.parameters, {}],
    [unverified, mine.memory],
    [{ state: "s", denied: "x" }, mine.memory],
  ]) {
    await assert.rejects(twitter.finish({ config, parameters, memory, now: new Date() } as never), ProviderError);
  }
  assert.equal(standIn.requests.length, calls);
  const { tokens } = await twitter.finish({ config, ...mine, now: new Date() });
  assert.deepEqual(Object.keys(tokens), ["provider_token"]);
  await assert.rejects(twitter.finish({ config, ...mine, now: new Date() }), ProviderError, "the verifier is spent");
});

test("an id that is a number keeps every digit", async () => {
  const body = '{"id":9007199254740993,"name":"Ana"}';
  await using sink = await startHttpSink(({ path }) => ({ status: 200, body: path.startsWith("/oauth") ? granted : body }));
  const memory = { requestToken: "request", requestSecret: "hidden" };
  const parameters = { oauth_token: "request", oauth_verifier: "v" };
  const { profile } = await twitter.finish({ config: configAt(sink.url), parameters, memory, now: new Date() });
  assert.equal(profile.subject, "9007199254740993");
});

function configAt(url: string): ProviderConfig {
  const variables = Object.entries(variablesOf("twitter", url)).map(([name, value]) => [`AUTHSVC_${name}`, value]);
  return readAuthConfig(Object.fromEntries(variables)).config.providers.twitter;
}
