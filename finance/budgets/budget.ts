// A budget as the database keeps it, and as the API shows it.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { lastOfMonth } from "../calendar/day.ts";
import { completeUntil, farProperties } from "../extension/far_days.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { budgets } from "../tables/budgets.ts";
import { emptyRecord } from "../tables/empty_record.ts";
import type { StoredBudget } from "../tables/tables.ts";
import { percentageText, totalsOf } from "./totals.ts";

/** What is spent shall stay below a limit. */
export const EXPENSE_LIMIT = 0;
/** What is earned shall reach a goal. */
export const INCOME_GOAL = 1;

export interface BudgetRow extends StoredBudget {
  /** Signed sums of the month, of the category and those below it. */
  paid_cents: number;
  unpaid_cents: number;
  /** Of months after this day the sums are not the whole truth yet. */
  sums_reach: string;
}

const Amount = Type.Integer({ minimum: 0, maximum: MOST_CENTS });

export const BudgetReply = Type.Object({
  id: Type.Integer(),
  amount_cents: Amount,
  amount_in_cents: Type.Integer({ description: "The same as amount_cents" }),
  category_id: Type.Integer(),
  date: Type.String({ format: "date", description: "The first day of the month" }),
  activity_type: Type.Integer({ description: "0 for a limit of expenses, 1 for a goal of income" }),
  total: Type.Integer({ description: "What was spent or earned under the category and its subcategories; never negative" }),
  predicted_total: Type.Integer({ description: "The same, with what is not paid yet" }),
  percentage: Type.String({ description: "The total in per cent of the amount, with one decimal: 25.0" }),
  ...farProperties,
});

/** With the day up to which its totals are whole, where they are not. */
export async function presentBooked(db: Db, spaceId: number, budget: BudgetRow) {
  const reach = { end: lastOfMonth(budget.date), extendedThrough: budget.sums_reach };
  return presentBudget(budget, await completeUntil(db, spaceId, reach));
}

/** `until`: undefined where its totals are whole. */
export function presentBudget(budget: BudgetRow, until?: string) {
  const { total, predictedTotal } = totalsOf(budget);
  return {
    id: budget.id,
    amount_cents: budget.amount_cents,
    amount_in_cents: budget.amount_cents,
    category_id: budget.category_id,
    date: budget.date,
    activity_type: budget.activity_type,
    total,
    predicted_total: predictedTotal,
    percentage: percentageText(total, budget.amount_cents),
    ...(until !== undefined && { complete_until: until }),
  };
}

/** What a refused new budget is shown as, under the fields that were submitted. */
export const UNSAVED_BUDGET = emptyRecord(BudgetReply, budgets, { total: 0, predicted_total: 0, percentage: "0.0" });
