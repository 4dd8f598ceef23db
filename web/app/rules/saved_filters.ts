// Filters of the list that the user has named: part of an address each. They are kept among the user's preferences.
import { FILTER_KEYS } from "./row_filter.ts";

export interface SavedFilter {
  name: string;
  /** The filter as the address has it, such as `category=3&kind=expense`. */
  query: string;
}

/** Under this name among the preferences. */
export const SAVED_FILTERS = "list_filters";
export const MOST_SAVED = 20;
export const LONGEST_NAME = 60;

/** Leaves out what no version of the app has written. */
export function readSavedFilters(value: unknown): SavedFilter[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isSaved).map(({ name, query }) => ({ name, query }));
}

const isSaved = (each: unknown): each is SavedFilter => {
  const { name, query } = (each ?? {}) as Partial<Record<string, unknown>>;
  return typeof name === "string" && typeof query === "string";
};

/** The part of an address that filters, always in the same order; without the month, so that it applies to every month. */
export function savedQuery(query: Readonly<Record<string, string>>): string {
  return String(new URLSearchParams(FILTER_KEYS.flatMap((key) => (query[key] ? [[key, query[key]]] : []))));
}

/** With this one added; a filter of the same name is replaced. */
export const withSaved = (saved: readonly SavedFilter[], filter: SavedFilter): SavedFilter[] => [
  ...saved.filter(({ name }) => name !== filter.name),
  filter,
];
