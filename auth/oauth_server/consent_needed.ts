// Whether the user has to be asked, and whether they may answer.
import { isClaimedByMany } from "../oauth_clients/redirect_uris.ts";
import type { OpenAuthorization } from "./queries.ts";

/**
 * Earlier consent counts where it covers the whole request. It does not for a public app on a redirect URI that other programs on the
 * machine can take (RFC 8252 8.6).
 */
export function isGrantedBefore(authorization: OpenAuthorization): boolean {
  const { granted_scopes: scopes, granted_resources: resources, is_remembered: isRemembered } = authorization;
  if (authorization.asks_again || !isRemembered || scopes === null || resources === null) return false;
  if (authorization.client_type === "public" && isClaimedByMany(authorization.redirect_uri)) return false;
  return (
    authorization.scopes.every((each) => scopes.includes(each)) &&
    authorization.resources.every((each) => resources.includes(each))
  );
}

/** When the user last authenticated, by the claim `amr` of their token: whole seconds. */
export function authTimeOf(amr: unknown, fallback: Date): Date {
  const stamps = (Array.isArray(amr) ? amr : [])
    .map((each: unknown) => (each as { timestamp?: unknown } | null)?.timestamp)
    .filter((each): each is number => Number.isSafeInteger(each));
  return stamps.length === 0 ? fallback : new Date(Math.max(...stamps) * 1000);
}
