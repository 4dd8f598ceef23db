// Where a provider of OpenID Connect has its endpoints, as it says itself at <issuer>/.well-known/openid-configuration.
import { ProviderError } from "../provider.ts";
import type { OidcEndpoints } from "./oidc.ts";
import { asObject, type JsonObject, type ProviderCall, readJson } from "./provider_calls.ts";

const FRESH_MS = 3_600_000;
const FAILURE_MS = 10_000;
const MOST_DOCUMENTS = 50;

interface CachedDocument {
  until: number;
  /** Also while it is being fetched, so that many who ask at once cost one fetch. */
  document: Promise<OidcEndpoints>;
}

const cache = new Map<string, CachedDocument>();

/**
 * Cached for an hour, and a failure for some seconds, to spare a provider that is down. A document from another address has its own cache
 * key, so that a custom provider cannot speak for an issuer.
 */
export async function discover(issuer: string, call: ProviderCall, url = documentUrl(issuer)): Promise<OidcEndpoints> {
  const key = `${url} ${issuer}`;
  const cached = cache.get(key);
  if (cached && Date.now() < cached.until) return cached.document;
  const entry: CachedDocument = { until: Date.now() + FRESH_MS, document: fetchDocument(issuer, call, url) };
  cache.delete(key);
  const [oldest] = cache.keys();
  if (cache.size >= MOST_DOCUMENTS && oldest !== undefined) cache.delete(oldest);
  cache.set(key, entry);
  try {
    return await entry.document;
  } catch (error) {
    entry.until = Date.now() + FAILURE_MS;
    throw error;
  }
}

function documentUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}

async function fetchDocument(issuer: string, call: ProviderCall, url: string): Promise<OidcEndpoints> {
  const answer = await call(url);
  if (answer.status !== 200) throw refusal(`it answered with status ${answer.status}`);
  return readDocument(issuer, asObject(readJson("exchange", answer)) ?? {});
}

/** Refuses a document that is not this issuer's, or that would have us speak less safely than to the issuer itself. */
export function readDocument(issuer: string, document: JsonObject): OidcEndpoints {
  if (document.issuer !== issuer) throw refusal("it names another issuer than itself");
  const address = (name: string): string => {
    const value = document[name];
    const protocol = typeof value === "string" ? URL.parse(value)?.protocol : undefined;
    if (protocol !== "https:" && (protocol !== "http:" || new URL(issuer).protocol !== "http:")) {
      throw refusal(`its ${name} is missing or not https`);
    }
    return value as string;
  };
  return {
    issuer,
    issuers: [issuer],
    issuerRequired: document.authorization_response_iss_parameter_supported === true,
    authorize: address("authorization_endpoint"),
    token: address("token_endpoint"),
    userinfo: document.userinfo_endpoint === undefined ? undefined : address("userinfo_endpoint"),
    keysUrl: address("jwks_uri"),
  };
}

function refusal(why: string): ProviderError {
  return new ProviderError("exchange", `the provider does not tell its endpoints: ${why}`);
}
