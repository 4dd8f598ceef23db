import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { type Answer, startHttpSink } from "../../../kernel/testing/http_sink.ts";
import { type ProviderConfig, readAuthConfig } from "../../config.ts";
import { ProviderError } from "../provider.ts";
import { type OAuth2Spec, oauth2Provider } from "./oauth2.ts";
import { profileOf } from "./person.ts";

const CODE = "thecodeitself";
const state = "the state";

test("an authorize address holds ours, whatever the caller sends along", async () => {
  const provider = oauth2Provider(specAt("https://provider.example.com", { pkce: true, nonce: true }));
  const parameters = {
    prompt: "login",
    client_id: "x",
    redirect_uri: "https://evil.test",
    response_type: "token",
    state: "x",
    scope: "x",
  };
  const { url, memory } = await provider.begin({ config: config(), state, scopes: ["extra"], parameters });
  const { code_challenge, nonce, ...query } = Object.fromEntries(new URL(url).searchParams);
  assert.deepEqual(query, {
    prompt: "login",
    client_id: "the id",
    redirect_uri: "https://auth.example.com/callback",
    response_type: "code",
    state,
    scope: "own extra",
    code_challenge_method: "S256",
  });
  assert.equal(
    createHash("sha256")
      .update(memory?.codeVerifier ?? "")
      .digest("base64url"),
    code_challenge,
  );
  assert.equal(memory?.nonce, nonce);
  assert.ok((nonce?.length ?? 0) >= 32);
});

test("a verifier and a nonce are new each time, and only where they are wanted", async () => {
  const { begin } = oauth2Provider(specAt("https://provider.example.com", { pkce: true, nonce: true }));
  const input = { config: config(), state, scopes: [], parameters: {} };
  const [one, two] = [await begin(input), await begin(input)];
  assert.notEqual(one.memory?.codeVerifier, two.memory?.codeVerifier);
  assert.notEqual(one.memory?.nonce, two.memory?.nonce);
  const plain = await oauth2Provider(specAt("https://provider.example.com")).begin(input);
  assert.deepEqual(plain.memory, {});
  assert.ok(!plain.url.includes("code_challenge") && !plain.url.includes("nonce"));
});

test("the verifier of this visit goes with the code, and a lost one is not made up", async () => {
  await using sink = await startHttpSink(() => ({ status: 200, body: { access_token: "a" } }));
  const { begin, finish } = oauth2Provider(specAt(sink.url, { pkce: true }));
  const { memory = {} } = await begin({ config: config(), state, scopes: [], parameters: {} });
  const parameters = { code: CODE };
  await finish({ config: config(), parameters, memory, now: new Date() });
  assert.equal(new URLSearchParams(sink.requests[0]?.body).get("code_verifier"), memory.codeVerifier);
  await assert.rejects(finish({ config: config(), parameters, memory: {}, now: new Date() }), failsWith(/verifier/));
  assert.equal(sink.requests.length, 1);
});

test("without a code, the provider is not asked", async () => {
  await using sink = await startHttpSink();
  await assert.rejects(finishAt(sink.url, {}, { code: "" }), failsWith(/without a code/));
  assert.equal(sink.requests.length, 0);
});

test("a callback that names another provider than the one that was asked is refused before the code is spent", async () => {
  await using sink = await startHttpSink(() => ({ status: 200, body: { access_token: "a" } }));
  for (const iss of ["https://evil.test", "https://provider.example.com", "", "no URL"]) {
    const attempt = finishAt(sink.url, {}, { code: CODE, iss });
    if (iss === "") await attempt;
    else await assert.rejects(attempt, failsWith(/iss/));
  }
  assert.equal(sink.requests.length, 1);
  await finishAt(sink.url, {}, { code: CODE, iss: `${sink.url}/any/path` });
  const strict = {
    endpoints: () => ({ authorize: sink.url, token: sink.url, issuer: "https://issuer.example.com", issuerRequired: true }),
  };
  await finishAt(sink.url, strict, { code: CODE, iss: "https://issuer.example.com" });
  for (const iss of [undefined, sink.url, "https://issuer.example.com/"]) {
    await assert.rejects(finishAt(sink.url, strict, { code: CODE, ...(iss && { iss }) }), failsWith(/iss/));
  }
  assert.equal(sink.requests.length, 3);
});

test("what providers leave out of the standard's token answer, or add, is put right", async () => {
  const odd = [
    { access_token: "a" },
    { access_token: "a", token_type: "", refresh_token: null, expires_in: "soon", scope: ["x"], id_token: 5 },
    { ok: true, access_token: "a", token_type: "bEaReR", scope: null },
  ];
  for (const body of odd) {
    await using sink = await startHttpSink(() => ({ status: 200, body }));
    assert.deepEqual((await finishAt(sink.url)).tokens, { provider_token: "a" });
  }
  await using sink = await startHttpSink(() => ({ status: 200, body: { access_token: "a", refresh_token: "r" } }));
  assert.deepEqual((await finishAt(sink.url)).tokens, { provider_token: "a", provider_refresh_token: "r" });
});

test("an answer without a token is refused, and nothing that the provider sent is repeated", async () => {
  const answers: [Answer, RegExp][] = [
    [() => ({ status: 200, body: { error: "bad_verification_code", error_description: CODE } }), /bad_verification_code$/],
    [() => ({ status: 400, body: { error: "invalid_grant" } }), /invalid_grant$/],
    [() => ({ status: 400, body: { error: CODE } }), /an error of its own$/],
    [() => ({ status: 401, body: { error: `Bad code ${CODE}` } }), /an error of its own$/],
    [() => ({ status: 401, body: { message: CODE } }), /status 401$/],
    [() => ({ status: 403, body: `<html>${CODE}</html>` }), /status 403$/],
    [() => ({ status: 204 }), /status 204$/],
    [() => ({ status: 201, body: { access_token: "secret token" } }), /status 201$/],
    [() => ({ status: 200, body: "" }), /not JSON$/],
    [() => ({ status: 200, body: { ok: false } }), /access_token/],
    [() => ({ status: 200, body: { access_token: "" } }), /access_token/],
    [() => ({ status: 200, body: { access_token: 5 } }), /access_token/],
    [() => ({ status: 200, body: { access_token: "secret token", token_type: "mac" } }), /token_type/],
  ];
  for (const [answer, message] of answers) {
    await using sink = await startHttpSink(answer);
    await assert.rejects(finishAt(sink.url), failsWith(message));
  }
});

test("JSON that is nested without end is an answer that cannot be used", async () => {
  await using sink = await startHttpSink(() => ({
    status: 200,
    body: `{"access_token":"a","x":${"[".repeat(400_000)}${"]".repeat(400_000)}}`,
  }));
  await assert.rejects(finishAt(sink.url), failsWith(/not JSON/));
});

test("the calls of one visit share its time", async () => {
  await using sink = await startHttpSink(() => ({ status: 200, body: { access_token: "a" }, delayMs: 250 }));
  const slow = {
    readProfile: async ({ get }) => profileOf({ issuer: "i", subject: (await get(`${sink.url}/me`)).id, emails: [], claims: {} }),
  } satisfies Partial<OAuth2Spec>;
  const start = performance.now();
  await assert.rejects(
    finishAt(sink.url, slow, { code: CODE }, 400),
    (error) => error instanceof ProviderError && error.step === "profile",
  );
  const waited = performance.now() - start;
  assert.ok(waited > 300 && waited < 1500, `${waited} ms`);
});

test("a profile is asked for with the access token, and with status 200 only", async () => {
  for (const [status, fails] of [
    [200, false],
    [201, true],
    [302, true],
    [401, true],
  ] as const) {
    await using sink = await startHttpSink(({ path }) =>
      path === "/me" ? { status, body: { id: "1" } } : { status: 200, body: { access_token: "a" } },
    );
    const spec = {
      readProfile: async ({ get }) =>
        profileOf({ issuer: "i", subject: (await get(`${sink.url}/me`)).id, emails: [], claims: {} }),
    } satisfies Partial<OAuth2Spec>;
    if (fails) await assert.rejects(finishAt(sink.url, spec), /status/);
    else assert.equal((await finishAt(sink.url, spec)).profile.subject, "1");
    assert.deepEqual(
      [sink.requests[1]?.headers.authorization, sink.requests[1]?.headers.accept],
      ["Bearer a", "application/json"],
    );
  }
});

function specAt(base: string, more: Partial<OAuth2Spec> = {}): OAuth2Spec {
  return {
    key: "github",
    scopes: ["own"],
    clientAuthentication: "body",
    endpoints: () => ({ authorize: `${base}/authorize`, token: `${base}/token` }),
    readProfile: () => profileOf({ issuer: base, subject: "1", emails: [], claims: {} }),
    ...more,
  };
}

function config(): ProviderConfig {
  const prefix = "AUTHSVC_EXTERNAL_GITHUB_";
  return readAuthConfig({
    [`${prefix}CLIENT_ID`]: "the id",
    [`${prefix}SECRET`]: "the secret",
    [`${prefix}REDIRECT_URI`]: "https://auth.example.com/callback",
  }).config.providers.github;
}

function finishAt(
  base: string,
  more: Partial<OAuth2Spec> = {},
  parameters: Record<string, string> = { code: CODE },
  timeoutMs = 5000,
) {
  return oauth2Provider(specAt(base, more)).finish({ config: config(), parameters, memory: {}, now: new Date(), timeoutMs });
}

function failsWith(message: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof ProviderError, String(error));
    assert.equal(error.step, "exchange");
    assert.match(error.message, message);
    assert.doesNotMatch(`${error.message} ${error.stack} ${error.cause}`, /thecodeitself|secret token/);
    return true;
  };
}
