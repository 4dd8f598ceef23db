// Reads an address: the pattern that it matches and the values in it.

export interface Address {
  /** With its query, without its origin. */
  url: string;
  path: string;
  query: Readonly<Record<string, string>>;
  /** The first pattern that matches. */
  pattern: string | undefined;
  /** By their names in the pattern. */
  params: Readonly<Record<string, string | undefined>>;
}

/** `:name` in a pattern is one part of a path; `:name?` may be missing. */
export function readAddress(url: string, patterns: readonly string[]): Address {
  const { pathname, searchParams } = new URL(url, "http://app");
  const path = pathname.replace(/\/+$/, "") || "/";
  const address = { url, path, query: Object.fromEntries(searchParams) };
  for (const pattern of patterns) {
    // Most patterns are plain paths, and the first screen waits for this.
    if (!pattern.includes("/:") && pattern !== path) continue;
    const match = new RegExp(`^${pattern.replace(/\/:(\w+)(\??)/g, "(?:/(?<$1>[^/]+))$2")}$`).exec(path);
    if (match) return { ...address, pattern, params: decoded(match.groups) };
  }
  return { ...address, pattern: undefined, params: {} };
}

function decoded(values: Address["params"] = {}): Address["params"] {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value && decode(value)]));
}

/** A part with invalid encoding is taken literally. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
