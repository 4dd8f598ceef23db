// Apps that call with an access token of auth: how they find the authorization server, what the token allows, and how they are
// refused.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import type { TestSession } from "../../auth/account/testing.ts";
import { decide, ISSUER, look, makeClient, OAUTH, RESOURCE, type Tokens, tokensFor } from "../../auth/oauth_server/testing.ts";
import { type Call, call, type Reply } from "../../kernel/testing/client.ts";
import { type HttpSink, startHttpSink } from "../../kernel/testing/http_sink.ts";
import { until } from "../../kernel/testing/until.ts";
import { basicHeader, clientWith, startTestFinance, type TestFinance } from "../testing.ts";

/** What auth may give; more than finance lets any app have. */
const GRANTED = ["tags:read", "api_tokens:write", "changes:read", "spaces:write"];
const OFFERED = ["accounts:read", "accounts:write", "transactions:read", "spaces:read"];
const METADATA = 'resource_metadata="https://finance.example.com/.well-known/oauth-protected-resource/rest/v2"';

let site: HttpSink;
let finance: TestFinance;

before(async () => {
  site = await startHttpSink(({ path }) => ({ status: 200, body: { ...NATIVE, client_id: site.url + path } }));
  finance = await startTestFinance(
    { OAUTH_RESOURCE: RESOURCE, OAUTH_ISSUER: ISSUER, OAUTH_SCOPES: OFFERED.join() },
    {
      auth: {
        ...OAUTH,
        OAUTH_SERVER_RESOURCES: JSON.stringify({ [RESOURCE]: [...GRANTED, ...OFFERED] }),
        OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: "true",
        OAUTH_SERVER_CLIENT_ID_METADATA_DOCUMENT_ENABLED: "true",
        OAUTH_SERVER_CLIENT_ID_METADATA_DOCUMENT_ALLOWED_HOSTS: new URL(site.url).host,
      },
    },
  );
});

after(async () => {
  await finance[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const as = (token: string) => clientWith(finance.call, `Bearer ${token}`);

async function signedIn(email: string) {
  const member = await finance.member(email);
  const { email: address, password } = member;
  const reply = await finance.auth.post("/token?grant_type=password", { email: address, password });
  return { member, session: reply.body as TestSession };
}

const REDIRECT = "http://127.0.0.1:33418/cb";
const NATIVE = {
  client_name: "Editor",
  redirect_uris: [REDIRECT],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
};

/** The addresses that the services are known by, and those of the test. */
function fetchAs(url: string, { headers, ...init }: Call = {}): Promise<Reply> {
  const origin = finance.url.replace(/\/rest\/v2$/, "");
  const at = url.replace("https://finance.example.com", origin).replace(ISSUER, finance.auth.url);
  return call(at, { ...init, headers: { "user-agent": "node", ...headers }, ca: finance.certificate.cert });
}

type Metadata = Record<string, string> & { authorization_servers: string[]; scopes_supported: string[] };
const MCP = { "mcp-protocol-version": "2025-11-25" };

/** The first of the addresses that answers, as the SDK tries them. */
async function discover(...urls: string[]): Promise<Metadata> {
  for (const url of urls) {
    const reply = await fetchAs(url, { headers: { ...MCP, accept: "application/json" } });
    if (reply.status === 200) return reply.body as Metadata;
    assert.equal(reply.status, 404, url);
  }
  throw new Error(`nothing at ${urls.join(", ")}`);
}

// Request for request what `auth()` of @modelcontextprotocol/sdk 1.32.2 sends, as it was seen: docs/auth_provider.md.
for (const way of ["registration", "document"] as const) {
  test(`an MCP client gets a token for finance by discovery alone, by ${way}`, async () => {
    const server = "https://finance.example.com/rest/v2/accounts";
    assert.equal((await fetchAs(server)).status, 401);
    const metadataUrl = "https://finance.example.com/.well-known/oauth-protected-resource";
    const resource = await discover(`${metadataUrl}/rest/v2/accounts`, metadataUrl);
    assert.deepEqual(await discover(`${metadataUrl}/rest/v2`), resource);
    const [issuer = ""] = resource.authorization_servers;
    const metadata = await discover(`${issuer}/.well-known/oauth-authorization-server`);
    assert.deepEqual(await discover(`${issuer}/.well-known/openid-configuration`), metadata);
    const scope = resource.scopes_supported.join(" ");
    assert.equal(scope, OFFERED.join(" "));
    const register = async () => {
      const reply = await fetchAs(metadata.registration_endpoint ?? "", { method: "POST", body: { ...NATIVE, scope } });
      assert.equal(reply.status, 201, reply.text);
      return (reply.body as { client_id: string }).client_id;
    };
    assert.equal(metadata.client_id_metadata_document_supported, true);
    const client_id = way === "document" ? `${site.url}/client.json` : await register();

    const code_verifier = randomBytes(32).toString("base64url");
    const url = new URL(metadata.authorization_endpoint ?? "");
    const request = {
      response_type: "code",
      client_id,
      code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
      code_challenge_method: "S256",
      redirect_uri: REDIRECT,
      state: "s",
      scope,
      resource: RESOURCE,
    };
    for (const [name, value] of Object.entries(request)) url.searchParams.set(name, value);
    const page = await fetchAs(String(url));
    assert.equal(page.status, 302, page.text);
    const id = new URL(String(page.headers.location)).searchParams.get("authorization_id") ?? "";
    const { session } = await signedIn(`${way}@example.com`);
    await look(finance.auth, session, id);
    const { redirect_url: back } = (await decide(finance.auth, session, id)).body as { redirect_url: string };
    const code = new URL(back).searchParams.get("code") ?? "";

    const token = async (fields: Record<string, string>) => {
      const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };
      const body = String(new URLSearchParams({ ...fields, resource: RESOURCE, client_id }));
      const reply = await fetchAs(metadata.token_endpoint ?? "", { method: "POST", headers, body });
      assert.equal(reply.status, 200, reply.text);
      return reply.body as Tokens;
    };
    const first = await token({ grant_type: "authorization_code", code, code_verifier, redirect_uri: REDIRECT });
    const second = await token({ grant_type: "refresh_token", refresh_token: first.refresh_token });
    for (const { access_token: access } of [first, second])
      assert.equal((await fetchAs(server, { headers: { authorization: `Bearer ${access}` } })).status, 200);
  });
}

test("an app hears which scope it lacks, and where to get another token", async () => {
  const { member: eva, session } = await signedIn("eva@example.com");
  const client = await makeClient(finance.auth);
  const tokens = await tokensFor(finance.auth, session, client, { scope: "accounts:read", resource: RESOURCE });
  const app = as(tokens.access_token);
  const nobody = await finance.call("/accounts", { headers: { "user-agent": "x" } });
  assert.equal(
    nobody.headers["www-authenticate"],
    `Basic realm="Cofre", charset="UTF-8", Bearer scope="accounts:read", ${METADATA}`,
  );
  const lacking = await app.get("/transactions");
  assert.equal(lacking.status, 403, "a scope that was not asked for");
  const challenge = `Bearer error="insufficient_scope", scope="accounts:read transactions:read", ${METADATA}`;
  assert.equal(lacking.headers["www-authenticate"], challenge);
  const never = await app.get("/webhooks");
  assert.equal(never.headers["www-authenticate"], `Bearer error="insufficient_scope", ${METADATA}`, "nothing to ask for");
  const limited = await eva.post("/api_tokens", { name: "x", scopes: ["accounts:read"] });
  const reader = clientWith(finance.call, basicHeader(eva.email, (limited.body as { token: string }).token));
  assert.equal((await reader.get("/transactions")).headers["www-authenticate"], undefined, "a token of ours is as it was made");
  const wrong = await as("a.b.c").get("/accounts");
  const first = `Bearer error="invalid_token", scope="accounts:read", ${METADATA}, Basic realm="Cofre", charset="UTF-8"`;
  assert.deepEqual([wrong.status, wrong.headers["www-authenticate"]], [401, first], "who shows a token hears of tokens first");
});

test("an app may do what its user allowed; without finance's audience it is nobody", async () => {
  const { member: ana, session } = await signedIn("ana@example.com");
  const client = await makeClient(finance.auth);
  const tokenFor = async (changes: Record<string, string>) =>
    (await tokensFor(finance.auth, session, client, changes)).access_token;
  const app = as(await tokenFor({ scope: "openid accounts:read api_tokens:write", resource: RESOURCE }));
  assert.equal((await app.get("/accounts")).status, 200);
  assert.equal((await app.get("/transactions")).status, 403, "a scope that was not asked for");
  assert.equal((await app.post("/accounts", { name: "x", type: "checking" })).status, 403, "reading is not writing");
  assert.equal((await app.post("/api_tokens", { name: "x", scope: "write" })).status, 403, "what would outlive the app");
  assert.equal((await ana.post("/spaces", { name: "Clube" })).status, 201);
  const scope = "spaces:read spaces:write changes:read tags:read";
  const nosy = as(await tokenFor({ scope, resource: RESOURCE }));
  const [own, ...others] = (await nosy.get("/spaces")).body as { id: number; own: boolean }[];
  assert.deepEqual([own?.own, others], [true, []], "of further spaces it hears nothing");
  const all = (await ana.basic.get("/spaces")).body as { id: number; name: string; own: boolean }[];
  const further = all.find((each) => !each.own);
  assert.equal((await nosy.get("/spaces", { "x-cofre-space": String(further?.id) })).status, 403);
  assert.equal((await nosy.delete(`/spaces/${further?.id}`, { name: further?.name })).status, 403);
  assert.equal((await nosy.get("/changes")).status, 403, "the log of everything");
  assert.equal((await nosy.get("/tags")).status, 403, "not among FINANCE_OAUTH_SCOPES");
  const writer = as(await tokenFor({ scope: "accounts:write accounts:read", resource: RESOURCE }));
  const accountReply = await writer.post("/accounts", { name: "Do app", type: "checking" });
  assert.equal(accountReply.status, 201, accountReply.text);
  const plain = await tokenFor({ scope: "openid email" });
  assert.equal((await as(plain).get("/accounts")).status, 401, "for nobody in particular");
  const { id_token: identity } = await tokensFor(finance.auth, session, client, {
    scope: "openid accounts:read",
    resource: RESOURCE,
  });
  assert.equal((await as(identity).get("/accounts")).status, 401);
  await finance.auth.call(`/user/oauth/grants?client_id=${client.client_id}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  await until("the app to be out", async () => (await app.get("/accounts")).status === 401);
  await using closed = await finance.replica({ OAUTH_RESOURCE: "" });
  assert.equal((await closed.call("/.well-known/oauth-protected-resource")).status, 404);
});
