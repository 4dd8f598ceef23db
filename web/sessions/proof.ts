// What lets people in, or takes something away for good, wants to know that its owner is there now, and not only a browser that was left open.
import { fail } from "../errors.ts";
import { provedAt } from "./claims.ts";
import type { Session } from "./session_cookie.ts";

/** As auth has it for the deletion of an account. */
const FRESH_SECONDS = 10 * 60;

/** Seconds since 1970: until when the last sign-in counts as fresh. */
export const freshUntil = ({ accessToken }: Session) => provedAt(accessToken) + FRESH_SECONDS;

export function requireFreshProof(session: Session, now: Date): void {
  if (freshUntil(session) < now.getTime() / 1000) throw fail.proofNeeded();
}

/** The id of a verified authenticator app; `user`: as auth presents them. */
export function totpFactorOf({ factors }: Readonly<Record<string, unknown>>): string | undefined {
  const all = (factors ?? []) as { id: string; status: string; factor_type: string }[];
  return all.find(({ status, factor_type: type }) => status === "verified" && type === "totp")?.id;
}
