// Which methods a path takes. The router knows the usual ones alone, and takes a path that is asked by any other for an unknown one.

/** As in an `Allow` header; undefined for a path that nobody serves. */
export type MethodsAt = (path: string) => string | undefined;

/** A URL may have parameters, such as `/users/:id`, or end in a `*`; a fixed one wins over it. */
export function methodsBy(paths: readonly { url: string; endpoints: readonly { method: string }[] }[]): MethodsAt {
  const shapes = paths
    .toSorted((one, other) => countPlaces(one.url) - countPlaces(other.url))
    .map(({ url, endpoints }) => [shapeOf(url), allowed(endpoints)] as const);
  return (path) => shapes.find(([shape]) => shape.test(path))?.[1];
}

export function allowed(endpoints: readonly { method: string }[]): string {
  return endpoints.map(({ method }) => method).join(", ");
}

function countPlaces(path: string): number {
  return path.split(/\/[:*]/).length;
}

function shapeOf(path: string): RegExp {
  const parts = path.split("/").map((part) => (part === "*" ? ".*" : part.startsWith(":") ? "[^/]+" : RegExp.escape(part)));
  return new RegExp(`^${parts.join("/")}/?$`);
}
