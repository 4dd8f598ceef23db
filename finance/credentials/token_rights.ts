// What the scopes of a token allow.
import type { TokenRights } from "../endpoint.ts";
import { APP_SCOPES } from "./scopes.ts";

/** The rights of an app whose token has these scopes. */
export function appRights(scopes: readonly string[]): TokenRights {
  const allowed = scopes.filter((scope) => APP_SCOPES.includes(scope));
  return { space_id: null, scope: broadScope(allowed), scopes: allowed, expires_at: null };
}

/** Of an administrator who sees somebody's account. */
export const READ_ONLY: TokenRights = { space_id: null, scope: "read", scopes: null, expires_at: null };

export function hasScope({ scope, scopes }: TokenRights, needed: string): boolean {
  return scopes === null ? scope === "write" || needed.endsWith(":read") : scopes.includes(needed);
}

/** What clients from before scopes are told. */
export function broadScope(scopes: readonly string[]): TokenRights["scope"] {
  return scopes.some((each) => each.endsWith(":write")) ? "write" : "read";
}
