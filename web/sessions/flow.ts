// A sign-in that is on its way through another site. Its cookie comes along when that site sends the browser back.
import { createHash, randomBytes } from "node:crypto";
import type { CookieKind } from "../http/cookie.ts";

export const FLOW: CookieKind = { name: "cofre-flow", sameSite: "Lax", maxAgeSeconds: 900 };

export interface Flow {
  verifier: string;
  next: string;
  /** Where to go if it fails; the page to sign in unless given. */
  back?: string;
}

/** A secret that stays here, and what the other side is shown of it (RFC 7636). */
export function newProof(): { verifier: string; challenge: { code_challenge: string; code_challenge_method: string } } {
  const verifier = randomBytes(48).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  return { verifier, challenge: { code_challenge: challenge, code_challenge_method: "s256" } };
}
