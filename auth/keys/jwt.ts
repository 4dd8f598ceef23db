// Access tokens: JSON Web Tokens that this server signs, and that every application can verify.
import type { SigningMethod } from "../config/keys.ts";
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import { type Claims, requireCurrent, requireValidClaims } from "./claims.ts";
import { type KeyConfig, type KeySet, openKeySet, type VerifyingKey } from "./key_set.ts";

export type { Claims } from "./claims.ts";

/** Of a token that an app was given: the app is in `client_id`, or in `azp` of an identity token. */
export type AppClaims = Claims & {
  readonly client_id?: string;
  readonly azp?: string;
  readonly scope?: string;
  readonly sid?: string;
};

export interface JwtKeys {
  sign(claims: object): string;
  /** How it signs: everybody can verify what anything but HS256 signed. */
  readonly method: SigningMethod;
  /**
   * Throws unless one of the keys signed the token and its claims are valid now. Tokens of apps are refused, so that no endpoint mistakes
   * them for the user's own.
   */
  verify(token: string, now: Date): Claims;
  /** The same for what an app was given, and for nothing else. Without a moment, how old it is does not matter. */
  verifyApp(token: string, now: Date | undefined): AppClaims;
  /** For everyone to verify tokens with: public keys only. */
  publicKeys(): object[];
}

/** Our tokens have about 1 KB; longer ones are refused unread. */
const MOST_CHARACTERS = 32_768;

/** Headers that bring a key along or need extensions that we do not have. Our tokens never have them. */
const REFUSED_HEADERS = ["crit", "jku", "jwk", "x5c", "x5u"];

export function openJwtKeys(config: KeyConfig & Pick<AuthConfig, "jwtAdminRoles">): JwtKeys {
  const keySet = openKeySet(config);
  const { signing, verifying } = keySet;
  const claimsOf = rememberGood((token) => requireValidClaims(openToken(token, keySet), config.jwtAdminRoles));
  return {
    sign: signing.sign,
    method: signing.method,
    verify: (token, now) => {
      const claims = claimsOf(token);
      requireCurrent(claims, now);
      if (isOfApp(claims)) throw fail.appTokenRefused();
      return claims;
    },
    verifyApp: (token, now) => {
      const claims = claimsOf(token);
      if (now) requireCurrent(claims, now);
      if (!isOfApp(claims)) throw unreadable("it is no token of an app");
      return claims as AppClaims;
    },
    publicKeys: () => verifying.flatMap(({ published }) => published ?? []),
  };
}

function isOfApp({ client_id: clientId, azp }: Claims): boolean {
  return clientId !== undefined || azp !== undefined;
}

const MOST_REMEMBERED = 4_096;
const MOST_REMEMBERED_CHARACTERS = 4_096;

/**
 * A client sends the same token for an hour, so verified claims are cached while the keys stay the same. Only the times are checked again.
 * The oldest entry is evicted, and refused tokens are not cached.
 */
function rememberGood(open: (token: string) => Claims): (token: string) => Claims {
  const verified = new Map<string, Claims>();
  return (token) => {
    const before = verified.get(token);
    if (before) return before;
    const claims = open(token);
    if (token.length > MOST_REMEMBERED_CHARACTERS) return claims;
    if (verified.size >= MOST_REMEMBERED) verified.delete(verified.keys().next().value as string);
    verified.set(token, claims);
    return claims;
  };
}

function openToken(token: string, keys: KeySet): Record<string, unknown> {
  if (token.length > MOST_CHARACTERS) throw unreadable("token is too long");
  const candidates = candidatesFor(readHeader(token), keys);
  if (candidates.length === 0) throw unreadable("no key has this kid and alg");
  if (!isCanonical(token.slice(token.lastIndexOf(".") + 1))) throw unreadable("signature is invalid");
  for (const key of candidates) {
    try {
      return key.open(token);
    } catch {
      // Another key without a kid may have signed it; the error does not say what failed.
    }
  }
  throw unreadable("signature is invalid");
}

/**
 * Key and algorithm come from our list: the token only names them, and both must belong to one key. Other programs with JWT_SECRET choose
 * their own `kid`. So HS256 under an unknown `kid` is tried with that secret alone.
 */
function candidatesFor({ alg, kid }: { alg?: unknown; kid?: unknown }, { verifying, secret }: KeySet): readonly VerifyingKey[] {
  const matching = verifying.filter((key) => key.kid === kid);
  const isForeign = typeof kid === "string" && kid !== "" && matching.length === 0;
  const candidates = isForeign && secret ? [secret] : matching;
  return candidates.filter((key) => key.method === alg);
}

function readHeader(token: string): { alg?: unknown; kid?: unknown } {
  const header = parseSegment(token.slice(0, Math.max(token.indexOf("."), 0)));
  if (typeof header !== "object" || header === null) throw unreadable("token is malformed");
  const unsupported = REFUSED_HEADERS.find((name) => name in header);
  if (unsupported !== undefined) throw unreadable(`header ${unsupported} is not supported`);
  return header;
}

function parseSegment(segment: string): unknown {
  try {
    return JSON.parse(Buffer.from(segment, "base64url").toString());
  } catch {
    return undefined;
  }
}

/** The last character has bits that say nothing. Where they are not zero, the same bytes have a second spelling: another token. */
function isCanonical(segment: string): boolean {
  return Buffer.from(segment, "base64url").toString("base64url") === segment;
}

function unreadable(detail: string): Error {
  return fail.badJwt({ values: { detail } });
}
