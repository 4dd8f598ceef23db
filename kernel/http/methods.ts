// Methods that a path supports. The router answers 404 to others, where 405 is right.

interface Routed {
  /** May have parameters, such as `/users/:id`, or end in `*`. */
  url: string;
  route: string;
  endpoints: readonly Answering[];
}

/** For the `Allow` header and the log; undefined for unknown paths. */
export type MethodsAt = (path: string) => { methods: string; route: string } | undefined;

/** Fixed URLs take precedence. */
export function methodsBy(paths: readonly Routed[]): MethodsAt {
  const shapes = paths
    .toSorted((one, other) => countPlaces(one.url) - countPlaces(other.url))
    .map(({ url, route, endpoints }) => ({ shape: shapeOf(url), methods: allowed(endpoints), route }));
  return (path) => shapes.find(({ shape }) => shape.test(path));
}

/**
 * The methods of a path that the router needs a route for although the path does not support them: it would pass them to another
 * path, one that fits the same URL by a parameter.
 */
export function methodsToRefuse(paths: readonly Routed[]): (path: Routed) => string[] {
  const free = paths.filter(({ url }) => countPlaces(url) > 1).map((path) => ({ path, parts: path.url.split("/") }));
  return (path) => {
    const parts = path.url.split("/");
    const others = free.filter((other) => other.path !== path && overlap(parts, other.parts));
    const methods = new Set(others.flatMap((other) => other.path.endpoints.flatMap(methodsOf)));
    for (const method of path.endpoints.flatMap(methodsOf)) methods.delete(method);
    return [...methods];
  };
}

/** Whether a URL fits both. */
function overlap(one: readonly string[], other: readonly string[]): boolean {
  for (const [place, part] of one.entries()) {
    const opposite = other[place];
    if (part === "*" || opposite === "*") return true;
    if (opposite === undefined || (part !== opposite && !part.startsWith(":") && !opposite.startsWith(":"))) return false;
  }
  return one.length === other.length;
}

export interface Answering {
  method: string;
  answersHead?: true;
}

export function allowed(endpoints: readonly Answering[]): string {
  return endpoints.flatMap(methodsOf).join(", ");
}

/** Node leaves the body of an answer to HEAD out. */
export function methodsOf({ method, answersHead }: Answering): string[] {
  return answersHead ? [method, "HEAD"] : [method];
}

function countPlaces(path: string): number {
  return path.split(/\/[:*]/).length;
}

function shapeOf(path: string): RegExp {
  const parts = path.split("/").map((part) => (part === "*" ? ".*" : part.startsWith(":") ? "[^/]+" : RegExp.escape(part)));
  return new RegExp(`^${parts.join("/")}/?$`);
}
