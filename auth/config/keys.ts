// JWT_KEYS: the structure of signing keys. No cryptography happens here; a key that is malformed inside fails where it is imported.
import { type Format, FormatError } from "../../kernel/config/formats.ts";

/** A JSON Web Key as the operator wrote it. */
export interface Jwk {
  readonly kty: string;
  readonly kid?: string;
  readonly alg?: string;
  readonly key_ops?: readonly string[];
  readonly [member: string]: unknown;
}

const METHODS = ["HS256", "RS256", "RS512", "ES256", "ES512", "EdDSA"] as const;
export type SigningMethod = (typeof METHODS)[number];

/** Signature algorithms are spelled exactly: `none` and its relatives are no members of the list. */
export const signingMethod: Format<SigningMethod> = {
  allowed: METHODS.join(", "),
  read(raw) {
    const method = METHODS.find((each) => each === raw);
    if (method === undefined) throw new FormatError();
    return method;
  },
};

/** The members that make each type of key, and the one that only a key that can sign has. */
const MEMBERS: Readonly<Record<string, { all: readonly string[]; signing: string }>> = {
  oct: { all: ["k"], signing: "k" },
  RSA: { all: ["n", "e"], signing: "d" },
  EC: { all: ["crv", "x", "y"], signing: "d" },
  OKP: { all: ["crv", "x"], signing: "d" },
};

/** The messages name a key by its index, because every other word of the variable is secret. */
export const signingKeys: Format<readonly Jwk[]> = {
  allowed:
    "a JSON array of JSON Web Keys with distinct kid, exactly one of them private with key_ops that contain sign, or none while a private one has other key_ops; [] is as unset",
  read(raw) {
    const keys = parse(raw);
    if (!Array.isArray(keys)) throw new FormatError("no JSON array of keys");
    // What the compose file of Supabase has while nobody made keys.
    if (keys.length === 0) return [];
    for (const [index, key] of keys.entries()) checkKey(key, `key ${index + 1}`);
    const jwks = keys as Jwk[];
    if (new Set(jwks.map((key) => key.kid)).size < jwks.length) throw new FormatError("two keys with one kid, or with none");
    const signers = jwks.filter(canSign).length;
    if (signers > 1 || (signers === 0 && !jwks.some(isStandby))) throw new FormatError(`${signers} keys that may sign`);
    return jwks;
  },
};

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    throw new FormatError("no JSON");
  }
}

/** One key may have no kid, as the symmetric one that Supabase's own script adds: it verifies tokens that name no key. */
function checkKey(key: unknown, name: string): void {
  if (typeof key !== "object" || key === null) throw new FormatError(`${name} is no object`);
  const { kty, kid, alg, key_ops: operations } = key as Record<string, unknown>;
  const members = typeof kty === "string" && Object.hasOwn(MEMBERS, kty) ? MEMBERS[kty] : undefined;
  if (members === undefined) throw new FormatError(`${name} has no kty of ${Object.keys(MEMBERS).join(", ")}`);
  if (kid !== undefined && (typeof kid !== "string" || kid === "")) throw new FormatError(`${name} has no kid`);
  if (alg !== undefined && !METHODS.some((method) => method === alg)) throw new FormatError(`${name} has an unknown alg`);
  if (operations !== undefined && !(Array.isArray(operations) && operations.every((each) => typeof each === "string"))) {
    throw new FormatError(`${name} has key_ops that are no list of words`);
  }
  const needed = canSign(key as Jwk) ? [...members.all, members.signing] : members.all;
  for (const member of needed) {
    const value = (key as Record<string, unknown>)[member];
    if (typeof value !== "string" || value === "") throw new FormatError(`${name} has no ${member}`);
  }
}

export function canSign(key: Jwk): boolean {
  return key.key_ops?.includes("sign") ?? false;
}

/** Has its private half and does not sign yet. One without key_ops was forgotten to be given some. */
export function isStandby(key: Jwk): boolean {
  return key.kty !== "oct" && typeof key.d === "string" && key.key_ops !== undefined && !canSign(key);
}
