// Checks an identity token (OpenID Connect Core 3.1.3.7): that this provider signed it, for us, and lately.
import { createHash, timingSafeEqual } from "node:crypto";
import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify } from "jose";
import { OutboundError } from "../../../kernel/outbound/outbound.ts";
import { ProviderError } from "../provider.ts";
import { keysAt } from "./key_sets.ts";
import type { Sender } from "./provider_calls.ts";

export interface IdTokenCheck {
  idToken: string;
  /** Who may have issued it. A function where that depends on a claim; the signature is checked by then. */
  issuers: readonly string[] | ((claims: IdTokenClaims) => readonly string[]);
  /** Our ids at this provider, any of which it may be for. */
  audiences: readonly string[];
  /** Where the provider publishes its keys. */
  keysUrl: string;
  /** What the token must repeat, where we sent something. */
  nonce?: string | undefined;
  /** Compared where the token names an access token by its hash. */
  accessToken?: string | undefined;
  now: Date;
  /** For the keys. */
  sends?: Sender | undefined;
}

export interface IdTokenClaims extends JWTPayload {
  iss: string;
  sub: string;
  exp: number;
  iat: number;
}

/** A key that is published must not verify what was signed with it as a shared secret: only pairs of keys count. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"];

/** Two clocks may differ that much. A token that expired is old by any clock. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** The standard's limit, which also fits into an index. */
const LONGEST_SUBJECT = 255;

/** Throws a ProviderError that says what is wrong, without any content of the token. */
export async function verifyIdToken(check: IdTokenCheck): Promise<IdTokenClaims> {
  const { header, claims } = await readSigned(check);
  const { sub, exp, iss } = claims;
  const seconds = check.now.getTime() / 1000;
  if (exp <= seconds) throw refusal("it has expired");
  if (claims.iat > seconds + CLOCK_TOLERANCE_SECONDS) throw refusal("it is from the future");
  if (typeof sub !== "string" || sub === "" || sub.length > LONGEST_SUBJECT) throw refusal("it names no subject");
  const issuers = typeof check.issuers === "function" ? check.issuers(claims) : check.issuers;
  if (!issuers.includes(iss)) throw refusal(`its issuer is not ${issuers.join(" or ") || "one that we know"}`);
  // The authorized party may differ from the audience: both have to be us.
  const { aud, azp } = claims;
  if (azp === undefined && Array.isArray(aud) && aud.length > 1)
    throw refusal("it is for others too, and does not name us as its party");
  if (azp !== undefined && !check.audiences.includes(azp as string)) throw refusal("it was issued to another party");
  // Access and logout tokens are signed with the same keys, and may be for us as well.
  if (!/^jwt$/i.test(header.typ ?? "jwt") || "events" in claims) throw refusal("it is another kind of token");
  if (check.nonce !== undefined && !isSame(claims.nonce, check.nonce)) throw refusal("its nonce is not ours");
  if (check.accessToken !== undefined && claims.at_hash !== undefined) {
    if (!isSame(claims.at_hash, accessTokenHash(header.alg, check.accessToken)))
      throw refusal("it belongs to another access token");
  }
  return claims;
}

async function readSigned({ idToken, audiences, keysUrl, now, sends }: IdTokenCheck) {
  try {
    const { protectedHeader, payload } = await jwtVerify(idToken, keysAt(keysUrl, sends), {
      algorithms: ALGORITHMS,
      audience: [...audiences],
      requiredClaims: ["iss", "sub", "aud", "exp", "iat"],
      currentDate: now,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    });
    return { header: protectedHeader, claims: payload as IdTokenClaims };
  } catch (error) {
    if (error instanceof OutboundError) {
      throw new ProviderError("id_token", `the provider's keys cannot be had: ${error.message}`, { cause: error });
    }
    // The library's errors carry the claims, so that only their words go on.
    if (error instanceof errors.JOSEError) throw refusal(error.message);
    throw refusal("it cannot be read");
  }
}

function accessTokenHash(algorithm: JWTHeaderParameters["alg"], accessToken: string): string {
  const bits = /\d{3}$/.exec(algorithm ?? "")?.[0] ?? "512";
  const hash = createHash(`sha${bits}`).update(accessToken).digest();
  return hash.subarray(0, hash.length / 2).toString("base64url");
}

function isSame(claim: unknown, expected: string): boolean {
  const [a, b] = [claim, expected].map((text) => createHash("sha256").update(String(text)).digest()) as [Buffer, Buffer];
  return typeof claim === "string" && timingSafeEqual(a, b);
}

function refusal(why: string): ProviderError {
  return new ProviderError("id_token", `the identity token is refused: ${why}`);
}
