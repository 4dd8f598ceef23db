// Rules of the parts that a row is split into. The money stays on the row: balances, invoices and forecasts read rows, while categories,
// budgets, tags and reports read shares. For clients that know no parts, a split row has the category of its largest part.
import { inProportion } from "../money/proportion.ts";
import type { StoredPart, StoredParts } from "../tables/parts.ts";
import type { StoredRow, StoredSeries } from "../tables/tables.ts";

type Split = Pick<StoredRow | StoredSeries, "amount_cents" | "category_id" | "parts">;

/** What of a row counts in which category. */
export type Share = Pick<StoredPart, "category_id" | "amount_cents">;

export function sharesOf(row: Split): readonly Share[] {
  return row.parts ?? [row];
}

/** Of the row and its parts, each once. */
export function tagsOf({ tags, parts }: Pick<StoredRow, "tags" | "parts">): readonly string[] {
  return parts ? [...new Set([...tags, ...parts.flatMap((part) => part.tags)])] : tags;
}

/** Of a row's amounts without their signs: no sum that it is in grows by more. */
export function turnoverOf(row: Split): number {
  return sharesOf(row).reduce((sum, { amount_cents: cents }) => sum + Math.abs(cents), 0);
}

export function sumOf(parts: readonly Share[]): number {
  return parts.reduce((sum, { amount_cents: cents }) => sum + cents, 0);
}

/** Of equal ones the first. */
export function largestCategory(parts: StoredParts): number {
  return parts.reduce((largest, part) => (Math.abs(part.amount_cents) > Math.abs(largest.amount_cents) ? part : largest))
    .category_id;
}

/** The parts of another amount, in the same proportion. Nothing cannot be split. */
export function scaledParts(parts: StoredParts, cents: number): StoredParts | null {
  if (cents === 0) return null;
  if (cents === sumOf(parts)) return parts;
  return withCents(
    parts,
    inProportion(
      cents,
      parts.map((part) => part.amount_cents),
    ),
  );
}

export function withCents<Part extends StoredPart>(parts: readonly Part[], cents: readonly number[]): readonly Part[] {
  return parts.map((part, index) => ({ ...part, amount_cents: cents[index] as number }));
}

/** The columns of a row that is split so, or not at all. */
export function splitInto(parts: StoredParts | null, categoryId: number): Pick<StoredRow, "category_id" | "parts"> {
  return { category_id: parts ? largestCategory(parts) : categoryId, parts };
}

/** The row with another amount, split in the same proportion. */
export function withAmount<Row extends Split>(row: Row, cents: number): Row {
  const parts = row.parts && scaledParts(row.parts, cents);
  return { ...row, amount_cents: cents, ...splitInto(parts, row.category_id) };
}

/** Those that the parts of a row name; of rows of any table. */
export function categoriesOf({ parts }: { readonly parts?: unknown }): number[] {
  return ((parts ?? []) as StoredParts).map(({ category_id: id }) => id);
}

/** Where a category goes, its parts get another. */
export function withReplacedCategory(parts: StoredParts | null, id: number, replacementId: number): StoredParts | null {
  const replaced = parts?.map((part) => (part.category_id === id ? { ...part, category_id: replacementId } : part));
  return replaced ?? null;
}

/** Whether the parts are those of the row: an undo, or a file, may bring together what does not fit. */
export function isSplitWhole({ amount_cents: cents, category_id: categoryId, parts }: Split): boolean {
  return !parts || (cents !== 0 && sumOf(parts) === cents && largestCategory(parts) === categoryId);
}

/** As answers show them. */
export function presentParts(parts: StoredParts) {
  return parts.map(({ category_id, amount_cents, description, tags }) => ({
    category_id,
    amount_cents,
    description,
    tags: tags.map((name) => ({ name })),
  }));
}
