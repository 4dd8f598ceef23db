// What categories need of the ledger's tables: which are the defaults, and whether anything is booked under one.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";

/** A subquery: the ids of the categories that rows without one get, by their kinds. */
export function defaultCategoriesOf(spaceId: number): Sql {
  return sql`(
    select unnest(array[default_expenses_category_id, default_earnings_category_id]) from spaces where space_id = ${spaceId})`;
}

/** Whether rows or series are booked under a category. */
export async function isBooked(db: Db, spaceId: number, categoryId: number): Promise<boolean> {
  const { booked } = await db.one<{ booked: boolean }>(sql`
    select exists (select from transactions where space_id = ${spaceId} and category_id = ${categoryId})
        or exists (select from series where space_id = ${spaceId} and category_id = ${categoryId}) as booked`);
  return booked;
}
