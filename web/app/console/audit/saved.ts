// The searches that a browser has kept. What is no search of ours is left out.

export interface SavedSearch {
  name: string;
  /** As the address has it, such as `action=login&from=2026-01-31`. */
  query: string;
}

const MOST = 20;

export function readSaved(text: string): SavedSearch[] {
  try {
    const value: unknown = JSON.parse(text || "[]");
    return Array.isArray(value) ? value.filter(isSearch).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function isSearch(value: unknown): value is SavedSearch {
  const { name, query } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof name === "string" && typeof query === "string";
}

/** One of the same name is replaced; the oldest goes where there are too many. */
export const withSearch = (saved: readonly SavedSearch[], search: SavedSearch): SavedSearch[] =>
  [...saved.filter(({ name }) => name !== search.name), search].slice(-MOST);
