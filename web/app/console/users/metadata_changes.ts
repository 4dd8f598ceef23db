// What an edit of metadata changes. Auth merges key by key, and a null takes a key away.
import type { Fields } from "./user_record.ts";

export interface ChangedLine {
  name: string;
  /** JSON; undefined where there was, or will be, none. */
  before: string | undefined;
  after: string | undefined;
}

/** Undefined where the text is no JSON object. */
export function readFields(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

export function changesOf(before: Fields, after: Fields): { body: Fields; lines: ChangedLine[] } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const lines = names
    .map((name) => ({ name, before: jsonOf(before[name]), after: jsonOf(after[name]) }))
    .filter((line) => line.before !== line.after);
  return { body: Object.fromEntries(lines.map(({ name }) => [name, after[name] ?? null])), lines };
}

const jsonOf = (value: unknown): string | undefined => (value == null ? undefined : JSON.stringify(value));
