// Categories as a tree of two levels.
import { byPlainName } from "./categories.ts";
import type { Category } from "./records.ts";

export interface CategoryTree {
  category: Category;
  children: CategoryTree[];
}

/** By name, archived ones last. A category without its parent is on the first level. */
export function treeOf(all: readonly Category[], kind: string): CategoryTree[] {
  const own = all.filter((each) => each.kind === kind);
  const ids = new Set(own.map(({ id }) => id));
  const below = (parent: number | null): CategoryTree[] =>
    own
      .filter(({ parent_id: id }) => (parent === null ? id === null || !ids.has(id) : id === parent))
      .sort((one, other) => Number(one.archived) - Number(other.archived) || byPlainName(one, other))
      .map((category) => ({ category, children: parent === null ? below(category.id) : [] }));
  return below(null);
}
