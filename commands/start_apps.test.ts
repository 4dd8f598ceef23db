// Apps that know only finance's URL, such as MCP clients, discover the OAuth server and get access.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { freePort } from "../kernel/embedded_postgres/free_port.ts";
import { type Call, call } from "../kernel/testing/client.ts";
import { cofre, type Program, portsOf, workFolder } from "./testing.ts";

const REDIRECT = "http://127.0.0.1:33418/callback";
const ANA = { email: "ana@example.com", password: "correct horse" };

let folder: Awaited<ReturnType<typeof workFolder>>;
let program: Program;
let finance: string;
let auth: string;
let ca: string;

before(async () => {
  folder = await workFolder();
  const [authPort, financePort] = await Promise.all([freePort(), freePort()]);
  const variables = {
    COFRE_HOME: join(folder.path, "home"),
    ...{ AUTHSVC_API_PORT: String(authPort), FINANCE_PORT: String(financePort), WEB_PORT: "0" },
    ...{ AUTHSVC_OAUTH_SERVER_ENABLED: "true", AUTHSVC_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: "true" },
  };
  program = cofre("start", variables, folder.path);
  const ports = await portsOf(program);
  auth = `http://localhost:${ports.auth}`;
  finance = `https://localhost:${ports.finance}/rest/v2`;
  ca = await readFile(join(folder.path, "home/tls/certificate.pem"), "utf8");
});

after(async () => {
  await program[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** The answer's body, if it has this status. */
async function ask<Body>(
  url: string,
  status: number,
  init: Call = {},
): Promise<{ body: Body; headers: Record<string, unknown> }> {
  const reply = await call(url, { ca, ...init, headers: { "user-agent": "an app (app@example.com)", ...init.headers } });
  assert.equal(reply.status, status, `${url}: ${reply.text}`);
  return { body: reply.body as Body, headers: reply.headers };
}

async function operator(): Promise<{ authorization: string }> {
  const [, token] = await program.says(/admin token, valid until \d{4}-\d\d-\d\d:\n +(\S+)\n/);
  return { authorization: `Bearer ${token}` };
}

async function signUp(): Promise<{ authorization: string }> {
  const created = { method: "POST", body: { ...ANA, email_confirm: true }, headers: await operator() };
  await ask(`${auth}/admin/users`, 200, created);
  return signIn();
}

async function signIn(): Promise<{ authorization: string }> {
  const grant = `${auth}/token?grant_type=password`;
  const { body } = await ask<{ access_token: string }>(grant, 200, { method: "POST", body: ANA });
  return { authorization: `Bearer ${body.access_token}` };
}

test("an app gets a token for finance by discovery alone, with no variable for the resource", async () => {
  const { headers } = await ask(`${finance}/accounts`, 401);
  const [, metadata = ""] = /resource_metadata="([^"]+)"/.exec(String(headers["www-authenticate"])) ?? [];
  const { body: about } = await ask<{ resource: string; authorization_servers: string[]; scopes_supported: string[] }>(
    metadata,
    200,
  );
  assert.deepEqual([about.resource, about.authorization_servers], [finance, [auth]]);

  const [issuer] = about.authorization_servers;
  const { body: server } = await ask<Record<string, string>>(`${issuer}/.well-known/oauth-authorization-server`, 200);
  assert.equal(server.issuer, issuer);
  const app = { client_name: "Editor", redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" };
  const registration = { method: "POST", body: app };
  const { body: client } = await ask<{ client_id: string }>(server.registration_endpoint as string, 201, registration);

  const verifier = randomBytes(32).toString("base64url");
  const parameters = {
    ...{ response_type: "code", client_id: client.client_id, redirect_uri: REDIRECT, state: "s" },
    ...{ scope: about.scopes_supported.join(" "), resource: about.resource },
    ...{ code_challenge: createHash("sha256").update(verifier).digest("base64url"), code_challenge_method: "S256" },
  };
  const page = await ask(`${server.authorization_endpoint}?${new URLSearchParams(parameters)}`, 302);
  const id = new URL(String(page.headers.location)).searchParams.get("authorization_id");
  assert.ok(id, String(page.headers.location));
  const user = { headers: await signUp() };
  await ask(`${auth}/oauth/authorizations/${id}`, 200, user);
  const consent = { ...user, method: "POST", body: { action: "approve" } };
  const { body: decided } = await ask<{ redirect_url: string }>(`${auth}/oauth/authorizations/${id}/consent`, 200, consent);
  const code = new URL(decided.redirect_url).searchParams.get("code") as string;

  const fields = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: REDIRECT };
  const { body: tokens } = await ask<{ access_token: string }>(server.token_endpoint as string, 200, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: String(new URLSearchParams({ ...fields, client_id: client.client_id, resource: about.resource })),
  });
  const asApp = { headers: { authorization: `Bearer ${tokens.access_token}` } };
  const { body: accounts } = await ask<unknown[]>(`${finance}/accounts`, 200, asApp);
  assert.equal(accounts.length, 1);

  // Tokens for other resources stay possible.
  const other = { ...parameters, scope: "email", resource: "https://notes.example.com" };
  const elsewhere = await ask(`${server.authorization_endpoint}?${new URLSearchParams(other)}`, 302);
  assert.match(String(elsewhere.headers.location), /authorization_id=/);
});

test("finance takes tokens of a signing key that was made while it runs, and those from before", async () => {
  const headers = await operator();
  const older = await signIn();
  const keys = `${auth}/admin/signing-keys`;
  const { body: made } = await ask<{ signing_key: { kid: string } }>(keys, 201, { method: "POST", headers, body: {} });
  await ask(`${keys}/${made.signing_key.kid}/sign?force=true`, 200, { method: "POST", headers });
  const newer = await signIn();
  const algorithmOf = ({ authorization }: { authorization: string }) =>
    JSON.parse(Buffer.from(authorization.split(/[ .]/)[1] ?? "", "base64url").toString()).alg;
  assert.deepEqual([older, newer].map(algorithmOf), ["HS256", "ES256"]);
  for (const user of [older, newer]) await ask(`${finance}/users/me`, 200, { headers: user });
});
