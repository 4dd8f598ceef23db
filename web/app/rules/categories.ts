// Categories by name, each followed by its subcategories.
import { plainText } from "./plain_text.ts";
import type { Category } from "./records.ts";

export function byParent(categories: readonly Category[]): Category[] {
  const byName = [...categories].sort(byPlainName);
  const ids = new Set(categories.map(({ id }) => id));
  const isTop = ({ parent_id: parent }: Category) => parent === null || !ids.has(parent);
  return byName.filter(isTop).flatMap((top) => [top, ...byName.filter((each) => !isTop(each) && each.parent_id === top.id)]);
}

/** Compares without accents and case. `Intl.Collator` takes longer to load than the screen. */
export function byPlainName(one: { name: string }, other: { name: string }): number {
  return plainText(one.name) < plainText(other.name) ? -1 : 1;
}

/** A category and its subcategories; undefined without a category. */
export function withBelow(categories: readonly Category[], id: number | undefined): ReadonlySet<number> | undefined {
  if (id === undefined) return undefined;
  return new Set([id, ...categories.filter(({ parent_id: parent }) => parent === id).map((each) => each.id)]);
}
