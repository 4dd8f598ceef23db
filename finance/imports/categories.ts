// Which category a line gets: by a rule, by what the user gave to the same merchant, by the bank's own word, else the default one.
import type { Db } from "../../kernel/sql/database.ts";
import { listCategories } from "../categories/queries.ts";
import { fold } from "../import_files/text/fold.ts";
import type { StoredSpace } from "../post/tables.ts";
import type { ImportLine } from "./line.ts";

export interface CategoryGuide {
  categoryOf(line: ImportLine, cents: number): number;
  isOpen(categoryId: number): boolean;
}

export async function openCategoryGuide(db: Db, spaceId: number, space: Promise<StoredSpace>): Promise<CategoryGuide> {
  const [categories, { default_expenses_category_id: expenses, default_earnings_category_id: earnings }] = await Promise.all([
    listCategories(db, spaceId),
    space,
  ]);
  const open = new Set(categories.filter(({ archived }) => !archived).map(({ id }) => id));
  const byName = new Map(
    categories
      .filter(({ archived, kind }) => !archived && kind !== "none")
      .map(({ id, name, kind }) => [`${kind} ${fold(name)}`, id]),
  );
  return {
    categoryOf: ({ category }, cents) => {
      const kind = cents < 0 ? "expenses" : "earnings";
      const named = category === null ? undefined : byName.get(`${kind} ${fold(category)}`);
      return named ?? (cents < 0 ? expenses : earnings);
    },
    isOpen: (id) => open.has(id),
  };
}
