import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type SinkAnswer, startHttpSink } from "../../../kernel/testing/http_sink.ts";
import { ProviderError } from "../provider.ts";
import { discover, readDocument } from "./discovery.ts";
import { callsWithin, type ProviderCall } from "./provider_calls.ts";

const documentOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: "https://elsewhere.example.com/token",
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/keys`,
});

const call: ProviderCall = (url) => callsWithin(8000)("exchange")(url);
const hastyCall: ProviderCall = (url) => callsWithin(500)("exchange")(url);

const refusal = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ProviderError, String(error));
  assert.match(error.message, pattern);
  return true;
};

test("a provider's endpoints are asked for once an hour, however many ask", async (t: TestContext) => {
  t.mock.timers.enable({ apis: ["Date"], now: 0 });
  await using sink = await startHttpSink(() => ({ status: 200, body: documentOf(sink.url) }));
  const all = await Promise.all(Array.from({ length: 10 }, () => discover(sink.url, call)));
  assert.deepEqual(all[9], {
    issuer: sink.url,
    issuers: [sink.url],
    issuerRequired: false,
    authorize: `${sink.url}/authorize`,
    token: "https://elsewhere.example.com/token",
    userinfo: `${sink.url}/userinfo`,
    keysUrl: `${sink.url}/keys`,
  });
  t.mock.timers.setTime(3_599_000);
  await discover(sink.url, call);
  assert.deepEqual(
    sink.requests.map(({ path }) => path),
    ["/.well-known/openid-configuration"],
  );
  t.mock.timers.setTime(3_600_001);
  await discover(sink.url, call);
  assert.equal(sink.requests.length, 2);
});

test("a provider that fails is asked again after ten seconds", async (t: TestContext) => {
  t.mock.timers.enable({ apis: ["Date"], now: 0 });
  const answers: [string, SinkAnswer, RegExp][] = [
    ["status 500", { status: 500 }, /status 500/],
    ["redirect", { status: 302, headers: { location: "http://127.0.0.1:1/" } }, /status 302/],
    ["broken JSON", { status: 200, body: "{" }, /not JSON/],
    ["HTML", { status: 200, body: "<html>" }, /not JSON/],
    ["a list", { status: 200, body: [] }, /another issuer/],
    ["5 MB", { status: 200, body: "x".repeat(5_000_000) }, /more than/],
    ["silence", { status: 200, hang: true }, /longer than/],
  ];
  for (const [name, answer, why] of answers) {
    let broken = true;
    await using sink = await startHttpSink(() => (broken ? answer : { status: 200, body: documentOf(sink.url) }));
    await assert.rejects(discover(sink.url, answer.hang ? hastyCall : call), refusal(why), name);
    broken = false;
    await assert.rejects(discover(sink.url, call), refusal(why), name);
    assert.equal(sink.requests.length, 1, name);
    t.mock.timers.setTime(Date.now() + 10_001);
    assert.equal((await discover(sink.url, call)).issuer, sink.url);
  }
});

test("only so many documents are kept, the newest", async () => {
  await using sink = await startHttpSink(({ path }) => ({
    status: 200,
    body: documentOf(`${sink.url}${path.replace("/.well-known/openid-configuration", "")}`),
  }));
  const open = (number: number) => discover(`${sink.url}/${number}`, call);
  for (let number = 0; number <= 50; number++) await open(number);
  await open(50);
  assert.equal(sink.requests.length, 51);
  await open(0);
  assert.equal(sink.requests.length, 52);
});

test("a document that is not the issuer's own, or leads out of https, is refused", () => {
  const issuer = "https://issuer.example.com";
  const good = documentOf(issuer);
  assert.equal(readDocument(issuer, { ...good, authorization_response_iss_parameter_supported: true }).issuerRequired, true);
  const { userinfo_endpoint: _none, ...withoutUserinfo } = good;
  assert.equal(readDocument(issuer, withoutUserinfo).userinfo, undefined);
  for (const other of [undefined, `${issuer}/`, "https://evil.test", [issuer]]) {
    assert.throws(() => readDocument(issuer, { ...good, issuer: other }), refusal(/another issuer/));
  }
  for (const name of ["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"]) {
    for (const address of ["http://issuer.example.com/x", "file:///etc/passwd", "javascript:alert(1)", "", "/x", 7, null]) {
      assert.throws(() => readDocument(issuer, { ...good, [name]: address }), refusal(new RegExp(name)), `${name} ${address}`);
    }
  }
  const http = "http://idp.internal";
  assert.equal(readDocument(http, documentOf(http)).keysUrl, "http://idp.internal/keys");
  assert.throws(() => readDocument(http, { ...documentOf(http), jwks_uri: "file:///etc/passwd" }), refusal(/jwks_uri/));
});
