// Test support: a server that an operator could describe as a provider of their own, by OpenID Connect and by OAuth 2.0 alone. It knows its
// client by the header or by the body, and tells lies on demand.
import { createHash, randomUUID } from "node:crypto";
import { type SinkAnswer, type SinkRequest, startHttpSink } from "../../../kernel/testing/http_sink.ts";
import type { Begun } from "../testing.ts";
import { makeSigningKeys, type SigningKeys } from "./signing_keys.ts";

export interface CustomStandIn extends AsyncDisposable {
  url: string;
  /** As URLs have it, for the list of allowed ones. */
  host: string;
  keys: SigningKeys;
  requests: SinkRequest[];
  /** Claims of whoever is at the keyboard, in the identity token and the userinfo. */
  person: Record<string, unknown>;
  /** In the identity token alone, over those. */
  lies: Record<string, unknown>;
  /** In the document of its endpoints. */
  document: Record<string, unknown>;
  knowsClientBy: "basic" | "body";
  /** What `POST /admin/custom-providers` takes to describe it. */
  described(type: "oidc" | "oauth2", changes?: Record<string, unknown>): Record<string, unknown>;
  /** The code with which it sends somebody back. */
  codeFor(flow: Pick<Begun, "url">): string;
  idToken(changes?: Record<string, unknown>): Promise<string>;
}

export const CUSTOM_CLIENT = { id: "cofre at work", secret: "a secret ~/+% &=é" };

export async function startCustomStandIn(now: () => Date, hostname = "127.0.0.1"): Promise<CustomStandIn> {
  const keys = await makeSigningKeys();
  const codes = new Map<string, { nonce: string | null; challenge: string | null }>();
  // Whoever keeps documents and keys by address must not take those of another test's server on the same port.
  const folder = `/${randomUUID()}`;

  const token = async ({ headers, body }: SinkRequest): Promise<SinkAnswer> => {
    const form = new URLSearchParams(body);
    if (!isKnownClient(standIn.knowsClientBy, headers, form)) return { status: 401, body: { error: "invalid_client" } };
    const issued = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = challengeOf(form.get("code_verifier"));
    if (!issued || issued.challenge !== challenge) return { status: 400, body: { error: "invalid_grant" } };
    const id_token = await standIn.idToken({ nonce: issued.nonce, ...standIn.lies });
    return { status: 200, body: { access_token: "the access token", token_type: "Bearer", id_token } };
  };

  const answer = async (request: SinkRequest): Promise<SinkAnswer> => {
    const path = request.path.replace(folder, "");
    if (path === "/.well-known/openid-configuration" || path.startsWith("/elsewhere")) {
      const [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint] = ["authorize", "token", "keys", "me"].map(
        (each) => `${standIn.url}/${each}`,
      );
      const endpoints = { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint };
      return { status: 200, body: { issuer: standIn.url, ...endpoints, ...standIn.document } };
    }
    if (path === "/keys") return { status: 200, body: keys.published() };
    if (path === "/token") return token(request);
    if (path === "/me" && request.headers.authorization === "Bearer the access token")
      return { status: 200, body: standIn.person };
    return { status: 404 };
  };

  const sink = await startHttpSink(answer);
  const url = `${sink.url.replace("127.0.0.1", hostname)}${folder}`;
  const standIn: CustomStandIn = {
    url,
    host: new URL(url).host,
    keys,
    requests: sink.requests,
    person: { sub: "7", email: "ana@example.com", email_verified: true, name: "Ana Lima" },
    lies: {},
    document: {},
    knowsClientBy: "basic",
    described: (type, changes = {}) => ({ ...describe(type, url), ...changes }),
    codeFor: ({ url: { searchParams } }) => {
      const code = randomUUID();
      codes.set(code, { nonce: searchParams.get("nonce"), challenge: searchParams.get("code_challenge") });
      return code;
    },
    idToken: (changes = {}) => {
      const seconds = Math.floor(now().getTime() / 1000);
      const usual = { iss: url, aud: CUSTOM_CLIENT.id, iat: seconds, exp: seconds + 600, ...standIn.person };
      return keys.sign(JSON.parse(JSON.stringify({ ...usual, ...changes })), "RS256");
    },
    [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose](),
  };
  return standIn;
}

function isKnownClient(way: CustomStandIn["knowsClientBy"], headers: SinkRequest["headers"], form: URLSearchParams): boolean {
  if (way === "body") return form.get("client_id") === CUSTOM_CLIENT.id && form.get("client_secret") === CUSTOM_CLIENT.secret;
  const pair = [CUSTOM_CLIENT.id, CUSTOM_CLIENT.secret].map(encodeURIComponent).join(":");
  return headers.authorization === `Basic ${Buffer.from(pair).toString("base64")}`;
}

function challengeOf(verifier: string | null): string | null {
  return verifier === null ? null : createHash("sha256").update(verifier).digest("base64url");
}

function describe(type: "oidc" | "oauth2", url: string): Record<string, unknown> {
  return {
    provider_type: type,
    identifier: "custom:work",
    name: "The works",
    client_id: CUSTOM_CLIENT.id,
    client_secret: CUSTOM_CLIENT.secret,
    ...(type === "oidc"
      ? { issuer: url }
      : { authorization_url: `${url}/authorize`, token_url: `${url}/token`, userinfo_url: `${url}/me` }),
  };
}
