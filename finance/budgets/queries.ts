// The table `budgets`.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { Period } from "../fields/period.ts";
import { BY_CALENDAR, categorySums, daysOfNames, type SpaceMonths, type SumTable } from "../months/space_months.ts";
import { unseen } from "../rows/queries_days.ts";
import { budgets } from "../tables/budgets.ts";
import { selectList } from "../tables/table.ts";
import type { StoredBudget } from "../tables/tables.ts";
import type { BudgetRow } from "./budget.ts";

/** Selects a BudgetRow for each row of `from`, which is called `budget`. */
const rowsOf = (spaceId: number, from: Sql, { before, table }: SumTable = CALENDAR_SUMS): Sql => sql`
  ${before}
  select budget.id, budget.category_id, budget.date, budget.activity_type, budget.amount_cents, sums.paid_cents, sums.unpaid_cents,
         (select extended_through from spaces where space_id = ${spaceId}) as sums_reach
    from ${from} as budget
   cross join lateral ${treeSums(spaceId, sql`budget.category_id`, sql`budget.date`, table)} as sums`;

const CALENDAR_SUMS: SumTable = { before: sql``, table: sql`category_months` };

/** By month, then by category. Months are named by calendar months, and their sums are of their own days. */
export function findBudgets(
  db: Db,
  spaceId: number,
  { start, end }: Period,
  months: SpaceMonths = BY_CALENDAR,
): Promise<BudgetRow[]> {
  const sums = categorySums(spaceId, months, daysOfNames(months, { start, end }));
  return db.many<BudgetRow>(sql`
    ${rowsOf(spaceId, sql`budgets`, sums)}
     where budget.space_id = ${spaceId} and budget.date between ${unseen(start)} and ${unseen(end)}
     order by budget.date, budget.category_id, budget.activity_type`);
}

export function findBudget(db: Db, spaceId: number, id: number): Promise<BudgetRow | undefined> {
  return db.maybeOne<BudgetRow>(sql`
    ${rowsOf(spaceId, sql`budgets`)} where budget.space_id = ${spaceId} and budget.id = ${id}`);
}

export interface MonthSums {
  paid_cents: number;
  unpaid_cents: number;
}

/** What was earned and spent under a category and those below it in a month. */
export function findTreeSums(db: Db, spaceId: number, categoryId: number, month: string): Promise<MonthSums> {
  return db.one<MonthSums>(sql`
    select paid_cents, unpaid_cents from ${treeSums(spaceId, sql`${categoryId}::int`, sql`${month}::date`)} as sums`);
}

/** Of a month, as they are stored. */
export function listStoredBudgets(db: Db, spaceId: number, month: string): Promise<StoredBudget[]> {
  return db.many<StoredBudget>(sql`
    select ${selectList(budgets)}
      from budgets
     where space_id = ${spaceId} and date = ${month}
     order by category_id, activity_type`);
}

export function listStoredBudgetsById(db: Db, spaceId: number, ids: readonly number[]): Promise<StoredBudget[]> {
  return db.many<StoredBudget>(sql`
    select ${selectList(budgets)}
      from budgets
     where space_id = ${spaceId} and id = any(${ids}::bigint[])`);
}

/**
 * A subquery with one row, `paid_cents` and `unpaid_cents`: the sums of a category and its children. It reads one row of sums for
 * each of them. `categoryId` and `month` are expressions of the outer statement. The ids become an array first, because with a
 * join the planner may read all months of the space for each budget.
 */
function treeSums(spaceId: number, categoryId: Sql, month: Sql, table: Sql = CALENDAR_SUMS.table): Sql {
  return sql`(
    select coalesce(sum(paid_cents), 0)::bigint as paid_cents, coalesce(sum(unpaid_cents), 0)::bigint as unpaid_cents
      from ${table}
     where space_id = ${spaceId} and month = ${month} and category_id = any (
           ${categoryId} || array(select id from categories where space_id = ${spaceId} and parent_id = ${categoryId})))`;
}
