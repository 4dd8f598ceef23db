// What an app may ask for: what is known of the user here, and what the resources let it do.
import type { ResourceScopes } from "../config/oauth_server.ts";
import { scopesOf } from "./resources.ts";

export const OPENID = "openid";
/** Of the user, known by this server itself. */
export const USER_SCOPES: readonly string[] = [OPENID, "profile", "email", "phone", "offline_access"];

/** What the description of an error may repeat of a request (RFC 6749, 4.1.2.1). It travels in a header, so it has to be short. */
const NAMEABLE = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/;

interface Rules {
  /** Identity tokens are for everybody to verify, so that without a published key there are none. */
  canIdentify: boolean;
  resources: ResourceScopes | undefined;
}

export function userScopes({ canIdentify }: Pick<Rules, "canIdentify">): string[] {
  return USER_SCOPES.filter((scope) => canIdentify || scope !== OPENID);
}

export function readScopes(text: string): string[] {
  return [...new Set(text.split(" ").filter((scope) => scope !== ""))];
}

/** What is wrong with the scopes for these resources; undefined where nothing is. */
export function scopeProblem(scopes: readonly string[], resources: readonly string[], rules: Rules): string | undefined {
  if (scopes.includes(OPENID) && !rules.canIdentify)
    return "openid is not available: this server has no asymmetric key in JWT_KEYS to sign identity tokens with";
  const allowed = new Set([...USER_SCOPES, ...resources.flatMap((resource) => scopesOf(resource, rules.resources))]);
  const unknown = scopes.find((scope) => !allowed.has(scope));
  if (unknown === undefined) return undefined;
  return NAMEABLE.test(unknown) ? `unknown scope ${unknown}` : "unknown scope";
}
