// Which services a token is for (RFC 8707).
import { ANY_OTHER, type ResourceScopes } from "../config/oauth_server.ts";

const MOST_RESOURCES = 5;
const LONGEST = 2048;

/** As a form and a query have it: absent, once or several times. */
export function readResources(value: string | readonly string[] | undefined): string[] {
  return [...new Set([value ?? []].flat())];
}

/** Why a token cannot be bound to them; undefined where it can. */
export function resourceProblem(resources: readonly string[], allowed: ResourceScopes | undefined): string | undefined {
  if (resources.length > MOST_RESOURCES) return `more than ${MOST_RESOURCES} resources`;
  for (const resource of resources) {
    if (resource.length > LONGEST || !/^[\x21-\x7e]+$/.test(resource)) return "resource is not a URI";
    if (URL.parse(resource) === null || /[?#]/.test(resource)) return "resource must be absolute, without query and fragment";
    if (allowed && !Object.hasOwn(allowed, resource) && !Object.hasOwn(allowed, ANY_OTHER)) return "no such resource";
  }
  return undefined;
}

/** What an app may ask for at this resource. */
export function scopesOf(resource: string, allowed: ResourceScopes | undefined): readonly string[] {
  if (allowed === undefined) return [];
  return (Object.hasOwn(allowed, resource) ? allowed[resource] : allowed[ANY_OTHER]) ?? [];
}

/** The requested subset of the granted resources; undefined if one was not granted. */
export function narrowTo(requested: readonly string[], granted: readonly string[]): readonly string[] | undefined {
  if (requested.length === 0) return granted;
  return requested.every((each) => granted.includes(each)) ? requested : undefined;
}
