// Categories in the order in which people look for them: by name, what is below another right after it.
import { plainText } from "./plain_text.ts";
import type { Category } from "./records.ts";

export function byParent(categories: readonly Category[]): Category[] {
  const byName = [...categories].sort(byPlainName);
  const ids = new Set(categories.map(({ id }) => id));
  const isTop = ({ parent_id: parent }: Category) => parent === null || !ids.has(parent);
  return byName.filter(isTop).flatMap((top) => [top, ...byName.filter((each) => !isTop(each) && each.parent_id === top.id)]);
}

/** As a dictionary has them, without waking the browser's own, which takes longer than the screen. */
export function byPlainName(one: { name: string }, other: { name: string }): number {
  return plainText(one.name) < plainText(other.name) ? -1 : 1;
}

/** A category and those below it; undefined where none is named. */
export function withBelow(categories: readonly Category[], id: number | undefined): ReadonlySet<number> | undefined {
  if (id === undefined) return undefined;
  return new Set([id, ...categories.filter(({ parent_id: parent }) => parent === id).map((each) => each.id)]);
}
