// Apps whose id is the URL of a document that describes them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type HttpSink, type SinkAnswer, startHttpSink } from "../../kernel/testing/http_sink.ts";
import { signUp } from "../account/testing.ts";
import { authorizePath, renew, startOauth, type TestClient, tokensFor } from "../oauth_server/testing.ts";
import type { TestAuth } from "../testing.ts";

let auth: TestAuth;

before(async () => {
  auth = await startOauth({ OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: "true", OAUTH_SERVER_MAX_DYNAMIC_CLIENTS: "2" });
});

after(() => auth[Symbol.asyncDispose]());

const CLIENTS = "/admin/oauth/clients";

const LOOPBACK = "http://127.0.0.1:4000/cb";

/** A site with documents, and a replica that reads them from there. */
async function startDocuments(variables: Record<string, string> = {}) {
  let next: SinkAnswer = { status: 404 };
  const site = await startHttpSink(() => next);
  const service = await startOauth(
    {
      OAUTH_SERVER_CLIENT_ID_METADATA_DOCUMENT_ENABLED: "true",
      OAUTH_SERVER_CLIENT_ID_METADATA_DOCUMENT_ALLOWED_HOSTS: new URL(site.url).host,
      RATE_LIMIT_O_AUTH_DYNAMIC_CLIENT_REGISTER: "0",
      ...variables,
    },
    () => auth.database.url,
  );
  const [id, fit] = describedAt(site, "/client.json");
  return {
    site,
    service,
    id,
    fit,
    show: (body: unknown, status = 200) => (next = { status, body }),
    answer: (input: SinkAnswer) => (next = input),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

function describedAt({ url }: HttpSink, path: string): [id: string, fit: Record<string, unknown>] {
  const id = url + path;
  return [id, { client_id: id, client_name: "Editor", redirect_uris: ["http://127.0.0.1/cb"] }];
}

const verdictOf = async (service: TestAuth, client: string, redirect = LOOPBACK) =>
  (await service.get(authorizePath({ client_id: client }, { redirect_uri: redirect }))).status;

test("an app is what the document says that its id is the URL of, read once an hour; what it gave its user goes on", async () => {
  await using documents = await startDocuments();
  const { site, service, id, fit, show } = documents;
  const metadata = (await service.get("/.well-known/oauth-authorization-server")).body as Record<string, unknown>;
  assert.equal(metadata.client_id_metadata_document_supported, true);
  show({ ...fit, grant_types: ["authorization_code", "refresh_token", "urn:other"], scope: "x", jwks: {} });
  const [first, second] = await Promise.all([verdictOf(service, id), verdictOf(service, id)]);
  assert.deepEqual([first, second], [302, 302], "both at once");
  const requestCount = site.requests.length;
  const client = { client_id: id };
  const eva = await signUp(service, { email: "eva@example.com", password: "correct horse" });
  const tokens = await tokensFor(service, eva, client, { redirect_uri: LOOPBACK });
  assert.equal(site.requests.length, requestCount);
  const storedClient = (await service.get(`${CLIENTS}/${encodeURIComponent(id)}`, service.admin)).body as TestClient;
  assert.deepEqual(
    [storedClient.registration_type, storedClient.client_type, storedClient.client_name],
    ["document", "public", "Editor"],
  );
  const changed = { method: "PUT", body: { client_name: "Other" }, headers: service.admin };
  assert.equal((await service.call(`${CLIENTS}/${encodeURIComponent(id)}`, changed)).status, 400, "its document says what it is");
  service.clock.advance(3600);
  show("", 503);
  assert.equal(await verdictOf(service, id), 302, "its site is away");
  show({ ...fit, redirect_uris: ["http://127.0.0.1/other"] });
  assert.equal(await verdictOf(service, id), 400, "what it says now holds");
  assert.equal(await verdictOf(service, id, "http://127.0.0.1:4000/other"), 302);
  service.clock.advance(3600);
  show("", 404);
  assert.equal(await verdictOf(service, id), 400, "it is withdrawn");
  service.clock.advance(-7200);
  assert.equal((await renew(service, client, tokens.refresh_token)).status, 200);
  assert.equal(await verdictOf(auth, id), 400, "switched off, it is unknown");
});

test("a document that is not the app's own, has a secret, is no JSON, too large or elsewhere makes no app", async () => {
  await using documents = await startDocuments();
  const { site, service, id, fit, show } = documents;
  const json = { "content-type": "application/json" };
  const bad: SinkAnswer[] = [
    ...[
      { ...fit, client_id: `${id}x` },
      { ...fit, client_id: undefined },
      { ...fit, redirect_uris: ["http://evil.example.com"] },
      { ...fit, redirect_uris: "http://127.0.0.1/cb" },
      { ...fit, redirect_uris: [] },
      { ...fit, redirect_uris: [7] },
      { ...fit, token_endpoint_auth_method: "client_secret_post" },
      { ...fit, token_endpoint_auth_method: "private_key_jwt" },
      { ...fit, client_secret: "x" },
      { ...fit, grant_types: ["client_credentials"] },
      { ...fit, response_types: ["token"] },
      { ...fit, client_name: 7 },
      { ...fit, logo_uri: "javascript:alert(1)" },
      { ...fit, client_name: "x".repeat(6000) },
      [fit],
    ].map((body) => ({ status: 200, body })),
    { status: 200, headers: json, body: "{" },
    { status: 200, headers: { "content-type": "text/plain" }, body: JSON.stringify(fit) },
    { status: 201, body: fit },
    { status: 302, headers: { location: `${site.url}/client.json` } },
    { status: 503 },
  ];
  for (const answer of bad) {
    documents.answer(answer);
    assert.equal(await verdictOf(service, id), 400, JSON.stringify(answer).slice(0, 200));
  }
  assert.equal(site.requests.length, bad.length);
  show(fit);
  const unasked = [
    ...[`${site.url}`, `${site.url}/`, `${id}?x`, `${id}#x`, `${site.url}/a/../client.json`, `${site.url}/%2e/client.json`],
    ...[
      id.replace("http:", "HTTP:"),
      id.replace("//", "//u@"),
      id.replace("127.0.0.1", "127.1"),
      `${site.url}/${"x".repeat(2048)}`,
    ],
    ...[
      "https://127.0.0.1/x",
      "https://10.0.0.1/x",
      "https://[::1]/x",
      "https://169.254.169.254/x",
      "http://example.com/x",
      "ftp://a/b",
    ],
  ];
  for (const url of unasked) assert.equal(await verdictOf(service, url), 400, url);
  assert.equal(site.requests.length, bad.length);
  assert.equal(await verdictOf(service, id), 302);
});

test("documents are read as often as apps may register themselves, and kept as many", async () => {
  await using limited = await startDocuments({ RATE_LIMIT_O_AUTH_DYNAMIC_CLIENT_REGISTER: "1" });
  limited.service.clock.advance(3600);
  assert.equal(await verdictOf(limited.service, limited.id), 400);
  limited.show(limited.fit);
  assert.equal(await verdictOf(limited.service, limited.id), 429);
  await using full = await startDocuments({ OAUTH_SERVER_MAX_DYNAMIC_CLIENTS: "0" });
  full.show(full.fit);
  assert.equal(await verdictOf(full.service, full.id), 429);
});

test("an app with a long id is sent away by an administrator, and removed", async () => {
  await using documents = await startDocuments();
  const { site, service, show } = documents;
  const [id, fit] = describedAt(site, `/${"notes/".repeat(200)}client.json`);
  show(fit);
  const session = await signUp(service, { email: "long@example.com", password: "correct horse" });
  await tokensFor(service, session, { client_id: id }, { redirect_uri: LOOPBACK });
  const remove = (path: string) => service.call(path, { method: "DELETE", headers: service.admin });
  const ofUser = `/admin/users/${session.user.id}/apps/${encodeURIComponent(id)}`;
  assert.equal((await remove(ofUser)).status, 204);
  assert.equal((await remove(ofUser)).status, 404);
  assert.equal((await remove(`${CLIENTS}/${encodeURIComponent(id)}`)).status, 204);
  const endless = "x".repeat(9_000);
  for (const path of [`/admin/users/${session.user.id}/apps/${endless}`, `${CLIENTS}/${endless}`])
    assert.equal((await remove(path)).status, 404);
});
