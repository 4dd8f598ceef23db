// Endpoints by their URLs, below each prefix of the service.
import type { Endpoint } from "./endpoint.ts";
import type { Service } from "./service.ts";

export interface Path<World, Access extends string, Caller, Extra> {
  /** `/auth/v1/admin/users/:id` */
  url: string;
  /** The name in logs and metrics: one for all prefixes. */
  route: string;
  endpoints: Endpoint<World, Access, Caller, Extra>[];
}

export function pathsOf<World, Access extends string, Caller, Extra>({
  prefixes,
  endpoints,
}: Pick<Service<World, Access, Caller, Extra>, "prefixes" | "endpoints">): Path<World, Access, Caller, Extra>[] {
  const paths = new Map<string, Path<World, Access, Caller, Extra>>();
  for (const endpoint of endpoints) {
    for (const prefix of new Set(endpoint.alsoAtRoot ? [...prefixes, ""] : prefixes)) {
      const url = prefix + endpoint.path;
      const path = paths.get(url) ?? { url, route: prefixes[0] + endpoint.path, endpoints: [] };
      path.endpoints.push(endpoint);
      paths.set(url, path);
    }
  }
  return [...paths.values()];
}
