// Categories in the order in which people look for them: by name, what is below another right after it.
import type { Category } from "./records.ts";

export function byParent(categories: readonly Category[], language = "pt-BR"): Category[] {
  const { compare } = new Intl.Collator(language);
  const byName = [...categories].sort((one, other) => compare(one.name, other.name));
  const known = new Set(categories.map(({ id }) => id));
  const isTop = ({ parent_id: parent }: Category) => parent === null || !known.has(parent);
  return byName.filter(isTop).flatMap((top) => [top, ...byName.filter((each) => !isTop(each) && each.parent_id === top.id)]);
}

/** A category and those below it; undefined where none is named. */
export function withBelow(categories: readonly Category[], id: number | undefined): ReadonlySet<number> | undefined {
  if (id === undefined) return undefined;
  return new Set([id, ...categories.filter(({ parent_id: parent }) => parent === id).map((each) => each.id)]);
}
