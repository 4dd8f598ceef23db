// Test support: real keys that sign identity tokens, rightly or in one of the ways that must be refused.
import { randomUUID } from "node:crypto";
import { exportJWK, exportSPKI, generateKeyPair, type JSONWebKeySet, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";

/** How a token is signed. All but the first two are lies. */
export type Signing =
  | "RS256"
  | "ES256"
  | "HS256 with the public key"
  | "none"
  | "a key that is not published"
  | "a stranger's key";

export interface SigningKeys {
  published(): JSONWebKeySet;
  sign(claims: JWTPayload, signing?: Signing, header?: Record<string, unknown>): Promise<string>;
  /** New keys under new names; the old ones are no longer published. */
  rotate(): Promise<void>;
}

export async function makeSigningKeys(): Promise<SigningKeys> {
  let keys = await makeKeys();
  return {
    published: () => ({ keys: [keys.rsa, keys.ec].map(({ jwk }) => jwk) }),
    rotate: async () => {
      keys = await makeKeys();
    },
    async sign(claims, signing = "RS256", header = {}) {
      const { rsa, ec } = keys;
      if (signing === "none") return new UnsecuredJWT(claims).encode();
      if (signing === "HS256 with the public key") {
        const secret = new TextEncoder().encode(await exportSPKI(rsa.publicKey));
        return new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: rsa.jwk.kid, ...header }).sign(secret);
      }
      const naming = signing === "ES256" ? ec : rsa;
      const signer = signing.startsWith("a ") ? await makeKey("RS256") : naming;
      const kid = signing === "a key that is not published" ? signer.jwk.kid : naming.jwk.kid;
      return new SignJWT(claims).setProtectedHeader({ alg: naming.jwk.alg, kid, ...header }).sign(signer.privateKey);
    },
  };
}

async function makeKeys() {
  const [rsa, ec] = await Promise.all([makeKey("RS256"), makeKey("ES256")]);
  return { rsa, ec };
}

async function makeKey(alg: "RS256" | "ES256") {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { publicKey, privateKey, jwk: { ...(await exportJWK(publicKey)), alg, use: "sig", kid: randomUUID() } };
}
