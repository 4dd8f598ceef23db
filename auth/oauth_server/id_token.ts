// The identity token: who the user is, for the app alone, which verifies it with the published keys.
import { createHash } from "node:crypto";
import type { SigningMethod } from "../config/keys.ts";
import type { AuthWorld } from "../endpoint.ts";
import type { AppSession } from "./app_tokens.ts";
import { issuerOf } from "./issuer.ts";
import { profileOf } from "./profile.ts";

export interface IdTokenSubject {
  session: AppSession;
  nonce: string | null;
  authTime: Date;
  accessToken: string;
}

export function idTokenOf({ config, keys }: Pick<AuthWorld, "config" | "keys">, identified: IdTokenSubject, now: Date): string {
  const { session, nonce, authTime, accessToken } = identified;
  const issuedAt = Math.floor(now.getTime() / 1000);
  return keys.sign({
    iss: issuerOf(config),
    sub: session.id,
    aud: session.client_id,
    azp: session.client_id,
    exp: issuedAt + config.jwtExpSeconds,
    iat: issuedAt,
    auth_time: Math.floor(authTime.getTime() / 1000),
    ...(nonce !== null && { nonce }),
    at_hash: halfHash(accessToken, keys.method),
    sid: session.session_id,
    ...profileOf(session, session.scopes),
  });
}

const HASHES: Readonly<Record<SigningMethod, "sha256" | "sha512">> = {
  HS256: "sha256",
  RS256: "sha256",
  ES256: "sha256",
  RS512: "sha512",
  ES512: "sha512",
  EdDSA: "sha512",
};

/** OpenID Connect Core 3.1.3.6: the left half of the hash that the signature uses. */
function halfHash(text: string, method: SigningMethod): string {
  const hash = createHash(HASHES[method]).update(text).digest();
  return hash.subarray(0, hash.length / 2).toString("base64url");
}
