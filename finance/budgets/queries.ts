// The table `budgets`.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { addMonths, FIRST_DAY, LAST_DAY } from "../calendar/day.ts";
import type { Period } from "../fields/period.ts";
import { BY_CALENDAR, categorySums, daysOfNames, type SpaceMonths, type SumTable } from "../months/space_months.ts";
import { unseen } from "../rows/queries_days.ts";
import { budgets } from "../tables/budgets.ts";
import { selectList } from "../tables/table.ts";
import type { StoredBudget } from "../tables/tables.ts";
import { MOST_CARRIED_MONTHS } from "./carry.ts";
import { type BudgetRow, type BudgetSums, withCarry } from "./with_carry.ts";

const columns = selectList(budgets);
const columnsOf = (alias: string): Sql =>
  trusted(
    Object.keys(budgets.columns)
      .map((name) => `${alias}.${name}`)
      .join(", "),
  );

/** Selects a BudgetSums for each row of `from`, which is called `budget`. */
const sumsOf = (spaceId: number, from: Sql, { before, table }: SumTable = CALENDAR_SUMS): Sql => sql`
  ${before}
  select ${columns}, sums.paid_cents, sums.unpaid_cents,
         (select extended_through from spaces where space_id = ${spaceId}) as sums_reach
    from ${from} as budget
   cross join lateral ${treeSums(spaceId, sql`budget.category_id`, sql`budget.date`, table)} as sums`;

const CALENDAR_SUMS: SumTable = { before: sql``, table: sql`category_months` };

/** By month, then by category. Months are named by calendar months, and their sums are of their own days. */
export async function findBudgets(
  db: Db,
  spaceId: number,
  names: Period,
  months: SpaceMonths = BY_CALENDAR,
): Promise<BudgetRow[]> {
  return withCarry(await listBudgetSums(db, spaceId, names, months), names);
}

/** In no order; with those of the months before that may pass something on. */
export function listBudgetSums(
  db: Db,
  spaceId: number,
  { start, end }: Period,
  months: SpaceMonths = BY_CALENDAR,
): Promise<BudgetSums[]> {
  const earliest = addMonths(start, -MOST_CARRIED_MONTHS);
  return db.many<BudgetSums>(
    sumsOf(
      spaceId,
      sql`(
      select ${columns} from budgets where space_id = ${spaceId} and date between ${unseen(start)} and ${unseen(end)}
       union all
      select ${columns} from budgets
       where space_id = ${spaceId} and carry <> 'none' and date >= ${unseen(earliest)} and date < ${unseen(start)})`,
      categorySums(spaceId, months, daysOfNames(months, { start: earliest, end })),
    ),
  );
}

export async function findBudget(db: Db, spaceId: number, id: number): Promise<BudgetRow | undefined> {
  return (await findChain(db, spaceId, id)).at(-1);
}

/** The budget, after those of the months before that may pass something on to it. */
export async function findChain(db: Db, spaceId: number, id: number, months: SpaceMonths = BY_CALENDAR): Promise<BudgetRow[]> {
  const chain = await db.many<BudgetSums>(
    sumsOf(
      spaceId,
      sql`(
      select ${columnsOf("earlier")}
        from budgets as target
        join budgets as earlier on earlier.space_id = ${spaceId} and earlier.category_id = target.category_id
         and earlier.activity_type = target.activity_type
       where target.space_id = ${spaceId} and target.id = ${id}
         and (earlier.id = target.id or earlier.carry <> 'none' and earlier.date < target.date
               and earlier.date >= target.date - make_interval(months => ${MOST_CARRIED_MONTHS})))`,
      await sumsOfChain(db, spaceId, id, months),
    ),
  );
  return withCarry(chain, { start: FIRST_DAY, end: LAST_DAY });
}

/** Where sums are kept, of all months. Else those of the months that may be in the chain are added up. */
async function sumsOfChain(db: Db, spaceId: number, id: number, months: SpaceMonths): Promise<SumTable> {
  const all = { start: FIRST_DAY, end: LAST_DAY };
  if (months.sums !== "rows") return categorySums(spaceId, months, all);
  const [budget] = await listStoredBudgetsById(db, spaceId, [id]);
  if (!budget) return CALENDAR_SUMS;
  return categorySums(
    spaceId,
    months,
    daysOfNames(months, { start: addMonths(budget.date, -MOST_CARRIED_MONTHS), end: budget.date }),
  );
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

/** The same of several, in their order. */
export function listTreeSums(
  db: Db,
  spaceId: number,
  slots: readonly { category_id: number; date: string }[],
): Promise<MonthSums[]> {
  return db.many<MonthSums>(sql`
    select sums.paid_cents, sums.unpaid_cents
      from unnest(${slots.map(({ category_id: id }) => id)}::int[], ${slots.map(({ date }) => date)}::date[])
           with ordinality as slot (category_id, month, n)
     cross join lateral ${treeSums(spaceId, sql`slot.category_id`, sql`slot.month`)} as sums
     order by slot.n`);
}

export function listStoredBudgets(db: Db, spaceId: number, { start, end }: Period): Promise<StoredBudget[]> {
  return db.many<StoredBudget>(sql`
    select ${columns}
      from budgets
     where space_id = ${spaceId} and date between ${unseen(start)} and ${unseen(end)}
     order by date, category_id, activity_type`);
}

export function listStoredBudgetsById(db: Db, spaceId: number, ids: readonly number[]): Promise<StoredBudget[]> {
  return db.many<StoredBudget>(sql`
    select ${columns}
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

/** What is realised of each category by itself, in months that have any, by their names. */
export function listPaidMonths(
  db: Db,
  spaceId: number,
  { start, end }: Period,
  months: SpaceMonths = BY_CALENDAR,
): Promise<{ category_id: number; month: string; paid_cents: number }[]> {
  const { before, table } = categorySums(spaceId, months, daysOfNames(months, { start, end }));
  return db.many(sql`
    ${before}
    select category_id, month, paid_cents
      from ${table}
     where space_id = ${spaceId} and month between ${unseen(start)} and ${unseen(end)} and paid_cents <> 0`);
}
