// Methods that a path supports. The router answers 404 to unusual methods, where 405 is right.

/** For the `Allow` header; undefined for unknown paths. */
export type MethodsAt = (path: string) => string | undefined;

/** URLs may have parameters, such as `/users/:id`, or end in `*`. Fixed URLs take precedence. */
export function methodsBy(paths: readonly { url: string; endpoints: readonly Answering[] }[]): MethodsAt {
  const shapes = paths
    .toSorted((one, other) => countPlaces(one.url) - countPlaces(other.url))
    .map(({ url, endpoints }) => [shapeOf(url), allowed(endpoints)] as const);
  return (path) => shapes.find(([shape]) => shape.test(path))?.[1];
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
