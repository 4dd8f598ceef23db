// What the space has learned of merchants, as the app lists it.
import { plainText } from "./plain_text.ts";
import type { Category } from "./records.ts";

export interface Learned {
  id: number;
  merchant: string;
  kind: "expense" | "income";
  category_id: number;
  /** How often in a row it was so. */
  hits: number;
}

/** Those whose merchant or category has each of the typed words; accents and case do not matter. */
export function learnedLike(all: readonly Learned[], categories: readonly Category[], typed: string): Learned[] {
  const words = plainText(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...all];
  const names = new Map(categories.map(({ id, name }) => [id, plainText(name)]));
  return all.filter(({ merchant, category_id: id }) => {
    const text = `${plainText(merchant)} ${names.get(id) ?? ""}`;
    return words.every((word) => text.includes(word));
  });
}

/** A layout of columns that somebody has explained. */
export interface Layout {
  id: number;
  /** The names of its columns; empty for a file without a head. */
  header: string[];
  columns: Readonly<Record<string, unknown>>;
  updated_at: string;
}

/** Which column is what: the role, and the name of its column, or its number from 1. */
export function columnsOfLayout({ header, columns }: Layout, roles: readonly string[]): [role: string, column: string][] {
  const nameOf = (index: number) => header[index]?.trim() || `${index + 1}`;
  return roles.flatMap((role): [string, string][] => {
    const indexes = [columns[role] ?? []].flat().filter((each) => typeof each === "number");
    return indexes.length === 0 ? [] : [[role, indexes.map(nameOf).join(" + ")]];
  });
}
