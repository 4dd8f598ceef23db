// Whether the public key of a new credential is one for which only its owner can sign.
import { createPublicKey, type JsonWebKey } from "node:crypto";

const LEAST_RSA_BITS = 2048;
const LEAST_RSA_EXPONENT = 3n;

/** COSE, RFC 9052 and 9053: labels of its parameters. */
const [KEY_TYPE, CURVE_OR_N, X_OR_E, Y] = [1, -1, -2, -3];
const [OKP, EC2, RSA] = [1, 2, 3];

/** Throws what is wrong with it. */
export async function requireSoundKey(cose: Uint8Array): Promise<void> {
  const { isoCBOR } = await import("@simplewebauthn/server/helpers");
  const key = isoCBOR.decodeFirst<Map<number, unknown>>(new Uint8Array(cose));
  const bytes = (label: number) => {
    const value = key.get(label);
    if (!(value instanceof Uint8Array)) throw new Error("its key lacks a part");
    return Buffer.from(value).toString("base64url");
  };
  const type = key.get(KEY_TYPE);
  if (type === RSA) return requireRsa({ kty: "RSA", n: bytes(CURVE_OR_N), e: bytes(X_OR_E) });
  // Node refuses a point that is not on the curve.
  if (type === EC2) return void importKey({ kty: "EC", crv: "P-256", x: bytes(X_OR_E), y: bytes(Y) });
  if (type === OKP) return requireEd25519(Buffer.from(bytes(X_OR_E), "base64url"));
  throw new Error("its key is of an unknown type");
}

function requireRsa(jwk: JsonWebKey): void {
  const { modulusLength = 0, publicExponent = 0n } = importKey(jwk).asymmetricKeyDetails ?? {};
  if (modulusLength < LEAST_RSA_BITS) throw new Error(`its RSA key has fewer than ${LEAST_RSA_BITS} bits`);
  if (publicExponent < LEAST_RSA_EXPONENT || publicExponent % 2n === 0n) throw new Error("its RSA key has a bad exponent");
}

/** Node accepts any 32 bytes here, also weak keys for which anybody can sign. */
async function requireEd25519(x: Buffer): Promise<void> {
  const { ed25519 } = await import("@noble/curves/ed25519.js");
  const point = ed25519.Point.fromBytes(new Uint8Array(x));
  if (point.isSmallOrder()) throw new Error("its key is one for which anybody can sign");
}

function importKey(jwk: JsonWebKey) {
  return createPublicKey({ key: jwk, format: "jwk" });
}
