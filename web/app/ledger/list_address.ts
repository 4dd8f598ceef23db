// The address of the list, which holds its month and filters.
import { here } from "../shell/router.ts";

/** The current address with these changes; an empty value removes one. */
export function addressWith(changes: Readonly<Record<string, string>>): string {
  const next = Object.entries({ ...here.value.query, ...changes }).filter(([, value]) => value !== "");
  return `/transactions${next.length === 0 ? "" : `?${new URLSearchParams(next)}`}`;
}
