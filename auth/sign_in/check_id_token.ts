// Whether an identity token is acceptable, and who it describes. The provider checks signature, issuer, audience and age.
import { createHash } from "node:crypto";
import { decodeJwt, type JWTPayload } from "jose";
import type { Fault } from "../../kernel/errors.ts";
import { OutboundError } from "../../kernel/outbound/outbound.ts";
import type { Db } from "../../kernel/sql/database.ts";
import type { AuthConfig, Provider } from "../config.ts";
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { findProvider } from "../external/enabled_provider.ts";
import { askProvider, providerTimeoutMs } from "../external/flow/timeout.ts";
import { type ExternalProfile, ProviderError } from "../external/provider.ts";
import { claimTries } from "../limits/queries_tries.ts";
import { type TryRule, tryKey } from "../limits/tries.ts";

export interface IdTokenBody {
  id_token?: string;
  provider?: string;
  access_token?: string;
  nonce?: string;
  client_id?: string;
  issuer?: string;
}

export interface IdTokenPerson {
  provider: string;
  emailOptional: boolean;
  profile: ExternalProfile;
  /** The key under which a token with a nonce is claimed: it is valid once. Empty for others. */
  single: readonly TryRule[];
}

export async function checkIdToken(input: AuthInput<IdTokenBody>): Promise<IdTokenPerson> {
  const { body, config, now } = input;
  const { id_token: idToken, access_token: accessToken } = body;
  if (!idToken) throw refusal("id_token required");
  const key = meantProvider(body, config);
  const enabled = await findProvider(key, input);
  const check = enabled?.provider.checkIdToken;
  if (!enabled || !check) throw fail.idTokenIssuerNotAllowed({ values: { issuer: printable(key) } });
  const { config: providerConfig } = enabled;
  if (!providerConfig.enabled) throw fail.idTokenProviderDisabled({ values: { issuer: issuerOf(key) } });
  const claims = read(idToken);
  requireOwnAudience(claims, body.client_id, providerConfig.clientIds);
  const checked = askProvider("id_token", providerTimeoutMs(config), () =>
    check({ config: providerConfig, idToken, accessToken, now }),
  );
  const { profile, nonce } = await checked.catch((error) => {
    throw classifyError(error, key, input);
  });
  const { emailOptional, skipNonceCheck } = providerConfig;
  if (!skipNonceCheck) requireNonce(body.nonce, nonce);
  const hasNonce = !skipNonceCheck && nonce !== undefined && nonce !== "";
  return { provider: key, emailOptional, profile, single: hasNonce ? [singleUse(input, idToken, claims)] : [] };
}

/** Throws where the token was used before, or is being used. */
export async function claimSingleUse(db: Db, single: readonly TryRule[], now: Date): Promise<void> {
  if (single.length === 0) return;
  const { refused_by: refusedBy } = await claimTries(db, single, now);
  if (refusedBy !== null) throw refusal("Nonce in id_token was used before", { error: "invalid nonce" });
}

/**
 * By the signed part and not the signature, which some algorithms allow to be rewritten. It is stored while the token could be valid.
 */
function singleUse({ serverKeys, now }: AuthInput<unknown>, idToken: string, { exp = 0 }: JWTPayload): TryRule {
  const signedPart = idToken.slice(0, idToken.lastIndexOf("."));
  const key = tryKey(serverKeys, "id token", createHash("sha256").update(signedPart).digest("hex"));
  const seconds = Math.min(Math.max(Math.ceil(exp - now.getTime() / 1000), 0) + CLOCK_SKEW_SECONDS, LONGEST_KEPT_SECONDS);
  return { key, limit: { shape: "bucket", events: 1, spanMicroseconds: seconds * 1_000_000 } };
}

const CLOCK_SKEW_SECONDS = 120;
const LONGEST_KEPT_SECONDS = 366 * 86_400;

/** By its key, or by who issues its tokens. */
function meantProvider({ provider, client_id: clientId, issuer }: IdTokenBody, config: AuthConfig): string {
  if (provider) return provider.toLowerCase();
  if (!clientId || !issuer) throw refusal("provider or client_id and issuer required");
  const allowed = config.externalAllowedIdTokenIssuers.includes(issuer) ? providerOfIssuer(issuer, config) : undefined;
  if (!allowed) throw fail.idTokenIssuerNotAllowed({ values: { issuer: printable(issuer) } });
  return allowed;
}

const ISSUERS: Readonly<Record<string, Provider>> = {
  "https://accounts.google.com": "google",
  "https://appleid.apple.com": "apple",
  "https://account.apple.com": "apple",
  "https://www.facebook.com": "facebook",
  "https://kauth.kakao.com": "kakao",
  "https://marketplace.vercel.com": "vercel_marketplace",
};

/** For the caller to read; of those that issue under several names the first. */
function issuerOf(provider: string): string {
  return Object.keys(ISSUERS).find((issuer) => ISSUERS[issuer] === provider) ?? provider;
}

function providerOfIssuer(issuer: string, { providers }: AuthConfig): Provider | undefined {
  if (issuer === providers.keycloak.url) return "keycloak";
  if (issuer.startsWith("https://login.microsoftonline.com/")) return "azure";
  return Object.hasOwn(ISSUERS, issuer) ? ISSUERS[issuer] : undefined;
}

function read(idToken: string): JWTPayload {
  try {
    return decodeJwt(idToken);
  } catch (cause) {
    throw refusal("Bad ID token", { cause });
  }
}

/**
 * Read from a token that nobody has vouched for yet: it is only refused sooner, and with a better reason. What the caller names as our id
 * must be one.
 */
function requireOwnAudience({ sub, aud, azp }: JWTPayload, clientId: string | undefined, clientIds: readonly string[]): void {
  if (!sub) throw refusal("Missing sub claim in id_token");
  const audiences = [aud].flat().filter((each) => typeof each === "string");
  const isForUs = audiences.some((each) => clientIds.includes(each)) && (!clientId || clientIds.includes(clientId));
  if (!isForUs) throw refusal(`Unacceptable audience in id_token: [${printable(audiences.join(" "))}]`);
  if (azp !== undefined && !clientIds.includes(azp as string)) throw refusal(`Unacceptable azp in id_token: [${printable(azp)}]`);
}

/** An invalid token is the caller's error; keys that cannot be fetched are not. */
function classifyError(error: unknown, provider: string, { log, request }: AuthInput<unknown>): unknown {
  if (!(error instanceof ProviderError)) return error;
  log.warn({ request_id: request.id, provider, problem: error.message }, "an identity token was refused");
  if (error.cause instanceof OutboundError) return fail.providerProfileFailed({ cause: error });
  return refusal("Bad ID token", { cause: error });
}

/** The token has the hash of the nonce and the client sends the nonce itself, so that a stolen token is useless. */
function requireNonce(nonce: string | undefined, inToken: string | undefined): void {
  if (!nonce !== !inToken) throw refusal("Passed nonce and nonce in id_token should either both exist or not.");
  if (!nonce) return;
  const hash = createHash("sha256").update(nonce).digest("hex");
  if (hash !== inToken) throw refusal("Nonces mismatch", { error: "invalid nonce" });
}

/** In the words of OAuth, which clients of this grant read, beside our own. */
function refusal(problem: string, { error = "invalid request", cause }: { error?: string; cause?: unknown } = {}): Fault {
  return fail.idTokenRefused({ values: { problem }, body: { error, error_description: problem }, cause });
}

const LONGEST_SHOWN = 200;

/** A claim may be anything at all until the token has been checked. */
function printable(claim: unknown): string {
  return typeof claim === "string" ? claim.slice(0, LONGEST_SHOWN).toWellFormed() : "";
}
