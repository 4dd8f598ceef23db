// JSON Web Signatures in compact form (RFC 7515). Each key has one method, which no token can choose. Callers check headers and
// claims.
import { createHmac, createSecretKey, type KeyObject, sign, timingSafeEqual, verify } from "node:crypto";

/** The hash of each method; EdDSA has its own. */
const HASHES = { HS256: "sha256", RS256: "sha256", RS512: "sha512", ES256: "sha256", ES512: "sha512", EdDSA: null } as const;

export type JwsMethod = keyof typeof HASHES;

/** The secret of HS256, the only method with a shared key. */
export function secretKeyOf(secret: string | Buffer): KeyObject {
  return createSecretKey(typeof secret === "string" ? Buffer.from(secret) : secret);
}

/** Creates tokens from claims, with the key's id if it has one. */
export function signerOf(method: JwsMethod, key: KeyObject, kid?: string): (claims: object) => string {
  const header = segmentOf({ alg: method, typ: "JWT", kid });
  const signatureOf = method === "HS256" ? (text: string) => macOf(text, key) : (text: string) => signatureBy(method, key, text);
  return (claims) => {
    const signed = `${header}.${segmentOf(claims)}`;
    return `${signed}.${signatureOf(signed).toString("base64url")}`;
  };
}

/** Returns the payload of tokens with a valid signature, and throws for others. */
export function openerOf(method: JwsMethod, key: KeyObject): (token: string) => Record<string, unknown> {
  const isGood = method === "HS256" ? hasMac : (text: string, signature: Buffer) => isSignedBy(method, key, text, signature);
  function hasMac(text: string, signature: Buffer): boolean {
    const mac = macOf(text, key);
    return signature.length === mac.length && timingSafeEqual(signature, mac);
  }
  return (token) => {
    const [header = "", payload = "", signature = "", ...more] = token.split(".");
    if (more.length > 0 || !isGood(`${header}.${payload}`, Buffer.from(signature, "base64url")))
      throw new Error("not signed by this key");
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    if (typeof claims !== "object" || claims === null || Array.isArray(claims)) throw new Error("the payload is no object");
    return claims as Record<string, unknown>;
  };
}

function segmentOf(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function macOf(text: string, key: KeyObject): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

/** Elliptic curve signatures are two concatenated numbers (RFC 7518) instead of ASN.1. */
const LAYOUT = { dsaEncoding: "ieee-p1363" } as const;

function signatureBy(method: JwsMethod, key: KeyObject, text: string): Buffer {
  return sign(HASHES[method], Buffer.from(text), { key, ...LAYOUT });
}

function isSignedBy(method: JwsMethod, key: KeyObject, text: string, signature: Buffer): boolean {
  return verify(HASHES[method], Buffer.from(text), { key, ...LAYOUT }, signature);
}
