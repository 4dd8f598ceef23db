// The keys of JWT_KEYS, and how each step changes them.
import { generateKeyPair, type KeyObject, randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { canSign, isStandby, type Jwk } from "../config/keys.ts";
import { fail } from "../errors.ts";

/** In the words of Supabase. Those on standby, and those used before, verify. */
export type KeyStatus = "in_use" | "standby" | "previously_used";

export type Keys = readonly Jwk[];

export function statusOf(key: Jwk): KeyStatus {
  if (canSign(key)) return "in_use";
  return isStandby(key) ? "standby" : "previously_used";
}

export const NEW_ALGORITHMS = ["ES256", "RS256", "EdDSA"] as const;
export type NewAlgorithm = (typeof NEW_ALGORITHMS)[number];

const RSA_BITS = 2048;
const generate = promisify(generateKeyPair);

/** On standby: without `sign` among its operations, it is published and verifies. */
export async function makeKey(algorithm: NewAlgorithm): Promise<Jwk & { kid: string }> {
  const key = (await privateKey(algorithm)).export({ format: "jwk" });
  return { ...key, kty: key.kty as string, kid: randomUUID(), alg: algorithm, use: "sig", key_ops: ["verify"] };
}

async function privateKey(algorithm: NewAlgorithm): Promise<KeyObject> {
  if (algorithm === "RS256") return (await generate("rsa", { modulusLength: RSA_BITS })).privateKey;
  if (algorithm === "ES256") return (await generate("ec", { namedCurve: "P-256" })).privateKey;
  return (await generate("ed25519")).privateKey;
}

/** From now on this key signs. The one before verifies on, without its private half. */
export function withSigner(keys: Keys, kid: string): Keys {
  return keys.map((key) => {
    if (key.kid === kid) return { ...key, key_ops: ["sign", "verify"] };
    return canSign(key) ? verifyingAlone(key) : key;
  });
}

export function requireKey(keys: Keys, kid: string): Jwk {
  const key = keys.find((each) => each.kid === kid);
  if (!key) throw fail.signingKeyUnknown();
  return key;
}

export const without = (keys: Keys, kid: string): Keys => keys.filter((key) => key.kid !== kid);

function verifyingAlone({ d, p, q, dp, dq, qi, oth, ...key }: Jwk): Jwk {
  return { ...key, kty: key.kty as string, key_ops: ["verify"] };
}
