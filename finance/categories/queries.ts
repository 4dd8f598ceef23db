// The table `categories`.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { isPartlyUnder } from "../rows/queries_parts.ts";
import { seriesColumns } from "../series/queries.ts";
import { budgets } from "../tables/budgets.ts";
import { categories } from "../tables/categories.ts";
import { selectList } from "../tables/table.ts";
import type { StoredBudget, StoredSeries } from "../tables/tables.ts";
import type { CategoryRow } from "./category.ts";

const columns = (spaceId: number): Sql => sql`
  ${selectList(categories)}, coalesce(id in ${defaultCategoriesOf(spaceId)}, false) as "default"`;

export function listCategories(db: Db, spaceId: number): Promise<CategoryRow[]> {
  return db.many<CategoryRow>(sql`select ${columns(spaceId)} from categories where space_id = ${spaceId} order by id`);
}

export function findCategory(db: Db, spaceId: number, id: number): Promise<CategoryRow | undefined> {
  return db.maybeOne<CategoryRow>(sql`select ${columns(spaceId)} from categories where space_id = ${spaceId} and id = ${id}`);
}

/** A subquery: the ids of the categories that rows without one get, by their kinds. */
function defaultCategoriesOf(spaceId: number): Sql {
  return sql`(
    select unnest(array[default_expenses_category_id, default_earnings_category_id]) from spaces where space_id = ${spaceId})`;
}

/** Whether rows or series, or parts of them, are booked under a category. */
export async function isBooked(db: Db, spaceId: number, categoryId: number): Promise<boolean> {
  const { booked } = await db.one<{ booked: boolean }>(sql`
    select exists (select from transactions where space_id = ${spaceId} and category_id = ${categoryId})
        or exists (select from series where space_id = ${spaceId} and category_id = ${categoryId})
        or exists (select from transactions where space_id = ${spaceId} and ${isPartlyUnder(categoryId)})
        or exists (select from series where space_id = ${spaceId} and ${isPartlyUnder(categoryId)}) as booked`);
  return booked;
}

/** As they are stored, with all or a part of them under the category. */
export function listSeriesUnder(db: Db, spaceId: number, categoryId: number): Promise<StoredSeries[]> {
  return db.many<StoredSeries>(sql`
    select ${seriesColumns}
      from series
     where space_id = ${spaceId} and (category_id = ${categoryId} or (${isPartlyUnder(categoryId)}))`);
}

/** As they are stored. */
export function listBudgetsOf(db: Db, spaceId: number, categoryId: number): Promise<StoredBudget[]> {
  return db.many<StoredBudget>(sql`
    select ${selectList(budgets)} from budgets where space_id = ${spaceId} and category_id = ${categoryId}`);
}
