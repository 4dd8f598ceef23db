// Test support: a service that apps sign people in with, an app, and the way through it.
import assert from "node:assert/strict";
import { createHash, generateKeyPairSync } from "node:crypto";
import type { Reply } from "../../kernel/testing/client.ts";
import { bearer, type TestSession } from "../account/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const jwk = { ...privateKey.export({ format: "jwk" }), kid: "one", alg: "ES256", key_ops: ["sign", "verify"] };

export const RESOURCE = "https://finance.example.com/rest/v2";
export const ISSUER = "https://auth.example.com";
export const CALLBACK = "https://notes.example.com/callback";
/** RFC 7636, appendix B. */
export const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

export const OAUTH = {
  MAILER_AUTOCONFIRM: "true",
  OAUTH_SERVER_ENABLED: "true",
  OAUTH_SERVER_AUTHORIZATION_PATH: "/oauth/consent",
  JWT_KEYS: JSON.stringify([jwk]),
};

export function startOauth(variables: Record<string, string> = {}, reach?: (url: string) => string): Promise<TestAuth> {
  return startTestAuth({ ...OAUTH, ...variables }, reach);
}

export interface TestClient {
  client_id: string;
  client_secret?: string;
  [field: string]: unknown;
}

export async function makeClient(auth: TestAuth, fields: object = {}): Promise<TestClient> {
  const body = { client_name: "Notes", redirect_uris: [CALLBACK], ...fields };
  const reply = await auth.post("/admin/oauth/clients", body, auth.admin);
  assert.equal(reply.status, 201, reply.text);
  return reply.body as TestClient;
}

export type Parameters = Record<string, string | undefined>;

/** What an app sends a browser to. */
export function authorizePath({ client_id: id }: TestClient, changes: Parameters = {}): string {
  const parameters: Parameters = {
    client_id: id,
    redirect_uri: CALLBACK,
    response_type: "code",
    scope: "openid email",
    state: "s1",
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
    code_challenge_method: "S256",
    ...changes,
  };
  const input = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `/oauth/authorize?${new URLSearchParams(input)}`;
}

/** Where the browser goes. */
export async function follow(auth: TestAuth, path: string): Promise<{ page: string; query: Record<string, string> }> {
  const reply = await auth.get(path);
  assert.equal(reply.status, 302, reply.text);
  return landing(String(reply.headers.location));
}

export function landing(url: string): { page: string; query: Record<string, string> } {
  const target = new URL(url);
  return { page: `${target.origin}${target.pathname}`, query: Object.fromEntries(target.searchParams) };
}

/** The id of a request that its user can answer. */
export async function requestAuthorization(auth: TestAuth, client: TestClient, changes: Parameters = {}): Promise<string> {
  const { page, query } = await follow(auth, authorizePath(client, changes));
  assert.equal(page, "https://app.example.com/oauth/consent", JSON.stringify(query));
  return query.authorization_id as string;
}

export const look = (auth: TestAuth, session: TestSession, id: string) =>
  auth.get(`/oauth/authorizations/${id}`, bearer(session));

export const decide = (auth: TestAuth, session: TestSession, id: string, body: object = { action: "approve" }) =>
  auth.post(`/oauth/authorizations/${id}/consent`, body, bearer(session));

/** The code that the app gets from its user. */
export async function authorizeClient(
  auth: TestAuth,
  session: TestSession,
  client: TestClient,
  changes: Parameters = {},
): Promise<string> {
  const id = await requestAuthorization(auth, client, changes);
  const observed = (await look(auth, session, id)).body as { redirect_url?: string };
  const { redirect_url: url } = (observed.redirect_url === undefined ? (await decide(auth, session, id)).body : observed) as {
    redirect_url?: string;
  };
  assert.ok(url, JSON.stringify(observed));
  return landing(url).query.code as string;
}

export function form(auth: TestAuth, path: string, fields: Parameters, headers: Record<string, string> = {}): Promise<Reply> {
  const input = Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const type = { "content-type": "application/x-www-form-urlencoded" };
  return auth.call(path, { method: "POST", headers: { ...type, ...headers }, body: new URLSearchParams(input).toString() });
}

const credentials = ({ client_id: id, client_secret: secret }: TestClient) => ({ client_id: id, client_secret: secret });

export interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
  expires_in: number;
  scope: string;
}

export function exchange(auth: TestAuth, client: TestClient, code: string, changes: Parameters = {}): Promise<Reply> {
  const fields = { grant_type: "authorization_code", code, redirect_uri: CALLBACK, code_verifier: VERIFIER };
  return form(auth, "/oauth/token", { ...fields, ...credentials(client), ...changes });
}

export function renew(auth: TestAuth, client: TestClient, token: string, changes: Parameters = {}): Promise<Reply> {
  const fields = { grant_type: "refresh_token", refresh_token: token };
  return form(auth, "/oauth/token", { ...fields, ...credentials(client), ...changes });
}

/** All the way: the tokens of an app that the user lets in. */
export async function tokensFor(
  auth: TestAuth,
  session: TestSession,
  client: TestClient,
  changes: Parameters = {},
): Promise<Tokens> {
  const code = await authorizeClient(auth, session, client, changes);
  const reply = await exchange(auth, client, code, changes.redirect_uri ? { redirect_uri: changes.redirect_uri } : {});
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Tokens;
}

export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}

export const errorOf = ({ status, body }: Reply) => `${status} ${(body as { error?: string }).error}`;
