// The table `budgets`.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { type Act, changeInsert } from "../changes/queries.ts";
import type { Period } from "../fields/period.ts";
import { sumsReach, treeSums } from "../ledger/queries_category_months.ts";
import { unseen } from "../ledger/queries_days.ts";
import { spaceInTurn } from "../ledger/queries_space.ts";
import type { BudgetRow } from "./budget.ts";

/** Selects a BudgetRow for each row of `from`, which is called `budget`. */
const rowsOf = (spaceId: number, from: Sql): Sql => sql`
  select budget.id, budget.category_id, budget.date, budget.activity_type, budget.amount_cents, sums.paid_cents, sums.unpaid_cents,
         ${sumsReach(spaceId)} as sums_reach
    from ${from} as budget
   cross join lateral ${treeSums(spaceId, sql`budget.category_id`, sql`budget.date`)} as sums`;

/** By month, then by category. */
export function findBudgets(db: Db, spaceId: number, { start, end }: Period): Promise<BudgetRow[]> {
  return db.many<BudgetRow>(sql`
    ${rowsOf(spaceId, sql`budgets`)}
     where budget.space_id = ${spaceId} and budget.date between ${unseen(start)} and ${unseen(end)}
     order by budget.date, budget.category_id, budget.activity_type`);
}

export function findBudget(db: Db, spaceId: number, id: number): Promise<BudgetRow | undefined> {
  return db.maybeOne<BudgetRow>(sql`
    ${rowsOf(spaceId, sql`budgets`)} where budget.space_id = ${spaceId} and budget.id = ${id}`);
}

export type NewBudget = Pick<BudgetRow, "category_id" | "date" | "activity_type" | "amount_cents">;

/** In a transaction that holds the space's lock, as are the following two. Undefined where there is one for all of that already. */
export function insertBudget(tx: Db, act: Act, budget: NewBudget): Promise<BudgetRow | undefined> {
  const { spaceId } = act.caller;
  return tx.maybeOne<BudgetRow>(sql`
    with inserted as (
           insert into budgets (space_id, category_id, date, activity_type, amount_cents)
           values (${spaceId}, ${budget.category_id}, ${budget.date}, ${budget.activity_type}, ${budget.amount_cents})
           on conflict (space_id, date, category_id, activity_type) do nothing
           returning *),
         change as (${creation(act, sql`inserted`)})
    ${rowsOf(spaceId, sql`inserted`)}`);
}

/** Undefined where another one is for all of that already. */
export function updateBudget(tx: Db, act: Act, budget: NewBudget & { id: number }): Promise<BudgetRow | undefined> {
  const { spaceId } = act.caller;
  const { id, category_id: categoryId, date, activity_type: activityType, amount_cents: amountCents } = budget;
  return tx.maybeOne<BudgetRow>(sql`
    with old_budget as (select * from budgets where space_id = ${spaceId} and id = ${id}),
         new_budget as (
           update budgets
              set category_id = ${categoryId}, date = ${date}, activity_type = ${activityType}, amount_cents = ${amountCents}
            where space_id = ${spaceId} and id = ${id} and not exists (
                  select from budgets as other
                   where other.space_id = ${spaceId} and other.date = ${date} and other.category_id = ${categoryId}
                     and other.activity_type = ${activityType} and other.id <> ${id})
           returning *),
         change as (${changeInsert(act, {
           action: "update",
           entity: "budget",
           entityId: sql`new_budget.id`,
           before: sql`to_jsonb(old_budget)`,
           after: sql`to_jsonb(new_budget)`,
           from: sql`new_budget, old_budget`,
         })})
    ${rowsOf(spaceId, sql`new_budget`)}`);
}

/** Copies the budgets of a month to another. What is there already stays as it is. */
export async function copyBudgets(tx: Db, act: Act, from: string, to: string): Promise<void> {
  const { spaceId } = act.caller;
  await tx.run(sql`
    with inserted as (
           insert into budgets (space_id, category_id, date, activity_type, amount_cents)
           select space_id, category_id, ${to}::date, activity_type, amount_cents
             from budgets
            where space_id = ${spaceId} and date = ${from}
            order by category_id, activity_type
           on conflict (space_id, date, category_id, activity_type) do nothing
           returning *)
    ${creation(act, sql`inserted`)}`);
}

/** As it was; undefined where there was none. One statement, which takes its turn itself. */
export function deleteBudget(db: Db, act: Act, id: number): Promise<BudgetRow | undefined> {
  const { spaceId } = act.caller;
  return db.maybeOne<BudgetRow>(sql`
    with turn as (${spaceInTurn(spaceId)}),
         deleted as (
           delete from budgets using turn where budgets.space_id = ${spaceId} and budgets.id = ${id} returning budgets.*),
         change as (${changeInsert(act, {
           action: "delete",
           entity: "budget",
           entityId: sql`id`,
           before: sql`to_jsonb(deleted)`,
           after: sql`null::jsonb`,
           from: sql`deleted`,
         })})
    ${rowsOf(spaceId, sql`deleted`)}`);
}

function creation(act: Act, from: Sql): Sql {
  return changeInsert(act, {
    action: "create",
    entity: "budget",
    entityId: sql`id`,
    before: sql`null::jsonb`,
    after: sql`to_jsonb(${from})`,
    from,
  });
}
