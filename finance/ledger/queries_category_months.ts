// What was earned and spent under a category in a month.
import { type Sql, sql } from "../../kernel/sql/sql.ts";

/**
 * A subquery with one row, `paid_cents` and `unpaid_cents`: the sums of a category and of those below it. It reads a row for each of
 * them, however many transactions there are. `categoryId` and `month`: expressions of the statement around it. The ids are made into an
 * array first: a join would leave it to the planner whether all months of the space are read for each budget.
 */
export function treeSums(spaceId: number, categoryId: Sql, month: Sql): Sql {
  return sql`(
    select coalesce(sum(paid_cents), 0)::bigint as paid_cents, coalesce(sum(unpaid_cents), 0)::bigint as unpaid_cents
      from category_months
     where space_id = ${spaceId} and month = ${month} and category_id = any (
           ${categoryId} || array(select id from categories where space_id = ${spaceId} and parent_id = ${categoryId})))`;
}

/** A subquery: the day up to which fixed series have their rows. Sums of months after it are not the whole truth yet. */
export function sumsReach(spaceId: number): Sql {
  return sql`(select extended_through from spaces where space_id = ${spaceId})`;
}
