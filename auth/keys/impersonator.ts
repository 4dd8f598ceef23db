// Who holds a token with which an administrator sees somebody's account.
import type { Claims } from "./claims.ts";

/** The way in that such a session names, as the claim `amr` has it. */
export const IMPERSONATION = "impersonation";

/** The administrator who holds the token; undefined for the user's own. */
export function impersonatorOf({ act, amr }: Claims): string | undefined {
  const isImpersonation = Array.isArray(amr) && amr.some((each: { method?: unknown }) => each?.method === IMPERSONATION);
  const { sub } = (act ?? {}) as { sub?: unknown };
  return isImpersonation && typeof sub === "string" ? sub : undefined;
}
