// Converts fields of the source's records: long texts are shortened, missing values get the defaults of new records.
import { isStorable } from "../../kernel/http/json.ts";
import type { SourceRecord } from "./answers.ts";

export function textOf(value: unknown, most: number, otherwise = ""): string {
  const text = typeof value === "string" ? value.trim() : "";
  const storable = isStorable(text) ? text : text.toWellFormed().replaceAll("\0", "");
  return [...storable].slice(0, most).join("") || otherwise;
}

export function textOrNull(value: unknown, most: number): string | null {
  return textOf(value, most) || null;
}

/** A fraction, a text or nothing is no amount, and is never read as zero. */
export const isCents = (value: unknown): value is number => Number.isSafeInteger(value);

export function idOrNull(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : null;
}

/** Organizze writes times with an offset, with or without milliseconds. */
export function momentOf(value: unknown, now: string): string {
  const isMoment =
    typeof value === "string" && /^(19|20|21)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/.test(value);
  return isMoment && !Number.isNaN(Date.parse(value as string)) ? (value as string) : now;
}

export function timesOf({ created_at: created, updated_at: updated }: SourceRecord, now: string) {
  return { created_at: momentOf(created, now), updated_at: momentOf(updated, momentOf(created, now)) };
}

const [LONGEST_TAG, MOST_TAGS] = [40, 100];

/** Objects with a name, plain names, or a text if there are none. */
export function tagsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [];
  const names = list.map((tag: unknown) =>
    textOf(typeof tag === "object" && tag !== null && "name" in tag ? tag.name : tag, LONGEST_TAG),
  );
  return [...new Set(names.filter((name) => name !== ""))].slice(0, MOST_TAGS);
}
