// Test support: a service with one identity provider, and the steps of a sign-in by it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after } from "node:test";
import { startForClients } from "../../client_tests/testing.ts";
import { makeKeys, startIdp, variableOf } from "../testing.ts";

export const WELCOME = "https://app.example.com/welcome";
/** Called by each test file, because files that run in one process must not share a service. */
export async function startSso() {
  const auth = await startForClients({
    SAML_ENABLED: "true",
    SAML_PRIVATE_KEY: variableOf(makeKeys()),
    SAML_ALLOW_ENCRYPTED_ASSERTIONS: "true",
    SAML_METADATA_ALLOWED_HOSTS: "127.0.0.1",
    SAML_RATE_LIMIT_ASSERTION: "0",
    SAML_RELAY_STATE_VALIDITY_PERIOD: "2m",
    RATE_LIMIT_SSO: "0",
    MAILER_AUTOCONFIRM: "true",
    PASSKEY_ENABLED: "true",
    SECURITY_MANUAL_LINKING_ENABLED: "true",
    URI_ALLOW_LIST: WELCOME,
  });
  const idp = await startIdp(async () => (await fetch(`${auth.url}/sso/saml/metadata`)).text());
  idp.now = () => auth.clock.now();
  after(async () => {
    await Promise.all([auth, idp].map((each) => each[Symbol.asyncDispose]()));
  });

  const spMetadata = async () => (await fetch(`${auth.url}/sso/saml/metadata`)).text();

  async function addProvider(fields: object): Promise<unknown> {
    const { status, body } = await auth.post("/admin/sso/providers", { type: "saml", ...fields }, auth.admin);
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  }

  const VERIFIER = "v".repeat(43);
  const PKCE = { code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"), code_challenge_method: "s256" };

  async function begin(fields: object = PKCE): Promise<string> {
    const request = { provider_id: provider.id, redirect_to: WELCOME, skip_http_redirect: true, ...fields };
    const { status, body } = await auth.post("/sso", request);
    assert.equal(status, 200, JSON.stringify(body));
    return (body as { url: string }).url;
  }

  /** What the browser carries away from where it posts the answer: the code, or why there is none. */
  async function post(fields: Record<string, string>): Promise<string> {
    const { status, headers } = await fetch(`${auth.url}/sso/saml/acs`, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
    const { searchParams } = new URL(headers.get("location") ?? "none:");
    if (status === 302) return searchParams.has("code") ? "code" : "session";
    assert.equal(status, 303);
    assert.ok(
      headers.get("location")?.startsWith("https://app.example.com?") ||
        headers.get("location")?.startsWith("https://app.example.com/?"),
    );
    return searchParams.get("error_code") ?? "";
  }
  const provider = (await addProvider({ metadata_url: `${idp.url}/metadata`, domains: ["Company.example"] })) as { id: string };
  return { auth, idp, provider, spMetadata, addProvider, VERIFIER, begin, post };
}
