// The keys that sign and verify tokens. Each key has one fixed algorithm, so a token cannot choose how its key is used.
import { createPrivateKey, createPublicKey, type JsonWebKey } from "node:crypto";
import { openerOf, secretKeyOf, signerOf } from "../../kernel/jws.ts";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import type { SigningMethod } from "../config/keys.ts";
import type { AuthConfig, Jwk } from "../config.ts";

export interface VerifyingKey {
  readonly kid: string | undefined;
  readonly method: SigningMethod;
  /** The payload of a token with a valid signature; throws for others. Times and other claims are not checked. */
  readonly open: (token: string) => Record<string, unknown>;
  /** What anyone may know of it: nothing where the key is a shared secret. */
  readonly published?: object;
}

export interface SigningKey extends VerifyingKey {
  readonly sign: (claims: object) => string;
}

export interface KeySet {
  readonly signing: SigningKey;
  readonly verifying: readonly VerifyingKey[];
  /** JWT_SECRET under no name; missing where JWT_VALID_METHODS has no HS256. */
  readonly secret: VerifyingKey | undefined;
}

export type KeyConfig = Pick<AuthConfig, "jwtSecret" | "jwtKeyId" | "jwtKeys" | "jwtValidMethods" | "variableOf">;

/** How long programs may keep published keys without asking again. */
export const CACHE_SECONDS = 600;

const LEAST_RSA_BITS = 2048;

/**
 * JWT_SECRET goes on verifying its tokens next to JWT_KEYS, so that nobody is signed out by the move from one to the other. While all listed
 * keys stand by, it signs. Its tokens have no kid, that of JWT_KEY_ID, or one that other programs gave it.
 */
export function openKeySet(config: KeyConfig): KeySet {
  const listed = (config.jwtKeys ?? []).map((jwk, index) => importKey(jwk, `${config.variableOf("jwtKeys")}: key ${index + 1}`));
  const bytes = Buffer.from(config.jwtSecret);
  const configuredId = config.jwtKeyId && !listed.some(({ kid }) => kid === config.jwtKeyId) ? [config.jwtKeyId] : [];
  const secret = secretKey(bytes, undefined);
  const keys: VerifyingKey[] = [...listed, ...configuredId.map((kid) => secretKey(bytes, kid)), secret];
  const signing = keys.find((key): key is SigningKey => "sign" in key) as SigningKey;
  const methods = config.jwtValidMethods;
  if (methods && !methods.includes(signing.method)) {
    throw new OperatorError(
      `${config.variableOf("jwtValidMethods")}: does not contain ${signing.method}, so the tokens of this server would be refused by itself. Add it.`,
    );
  }
  const isValid = ({ method }: VerifyingKey) => !methods || methods.includes(method);
  return { signing, verifying: keys.filter(isValid), secret: isValid(secret) ? secret : undefined };
}

function importKey(jwk: Jwk, name: string): VerifyingKey | SigningKey {
  const method = methodOf(jwk);
  if (method === undefined || (jwk.alg !== undefined && jwk.alg !== method)) {
    throw new OperatorError(
      `${name} has a type, curve and alg that do not make one of HS256, RS256, RS512, ES256, ES512, EdDSA.`,
    );
  }
  const signs = jwk.key_ops?.includes("sign") ?? false;
  if (method === "HS256") {
    const { sign, ...rest } = secretKey(readSecret(jwk.k, name), jwk.kid);
    return signs ? { ...rest, sign } : rest;
  }
  const publicKey = importOrExplain(() => createPublicKey({ key: publicMembers(jwk), format: "jwk" }), name);
  if ((publicKey.asymmetricKeyDetails?.modulusLength ?? LEAST_RSA_BITS) < LEAST_RSA_BITS) {
    throw new OperatorError(`${name} is shorter than ${LEAST_RSA_BITS} bits. Make a longer one.`);
  }
  const key = {
    kid: jwk.kid,
    method,
    open: openerOf(method, publicKey),
    published: { ...publicKey.export({ format: "jwk" }), ...kidOption(jwk.kid), alg: method, use: "sig", key_ops: ["verify"] },
  };
  if (!signs) return key;
  const privateKey = importOrExplain(() => createPrivateKey({ key: jwk as JsonWebKey, format: "jwk" }), name);
  const sign = signerOf(method, privateKey, jwk.kid);
  importOrExplain(() => key.open(sign({})), name);
  return { ...key, sign };
}

function secretKey(secret: Buffer, kid: string | undefined): SigningKey {
  const key = secretKeyOf(secret);
  return { kid, method: "HS256", open: openerOf("HS256", key), sign: signerOf("HS256", key, kid) };
}

export function methodOf({ kty, crv, alg }: Jwk): SigningMethod | undefined {
  if (kty === "oct") return "HS256";
  if (kty === "RSA") return alg === "RS512" ? "RS512" : "RS256";
  if (kty === "EC" && crv === "P-256") return "ES256";
  if (kty === "EC" && crv === "P-521") return "ES512";
  if (kty === "OKP" && crv === "Ed25519") return "EdDSA";
  return undefined;
}

function publicMembers({ kty, crv, x, y, n, e }: Jwk): JsonWebKey {
  return JSON.parse(JSON.stringify({ kty, crv, x, y, n, e }));
}

/** Both alphabets of base64, with padding or without, because operators make this value with all kinds of tools. */
function readSecret(k: unknown, name: string): Buffer {
  const secret = Buffer.from(String(k), "base64");
  if (secret.length === 0 || !/^[\w+/-]+={0,2}$/.test(String(k)))
    throw new OperatorError(`${name} has a k that is not base64url.`);
  return secret;
}

/** The reason is not passed on, because it may quote the key. */
function importOrExplain<T>(work: () => T, name: string): T {
  try {
    return work();
  } catch {
    throw new OperatorError(`${name} cannot be used: its members are malformed, missing or do not belong together.`);
  }
}

function kidOption(kid: string | undefined): { kid?: string } {
  return kid === undefined ? {} : { kid };
}
