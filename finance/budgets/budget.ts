// A budget as the API shows it.
import { type TUnsafe, Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { lastOfMonth } from "../calendar/day.ts";
import { completeUntil, farProperties } from "../extension/far_days.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { budgets } from "../tables/budgets.ts";
import { emptyRecord } from "../tables/empty_record.ts";
import type { StoredBudget } from "../tables/tables.ts";
import { percentageText, totalsOf } from "./totals.ts";
import type { BudgetRow } from "./with_carry.ts";

const Amount = Type.Integer({ minimum: 0, maximum: MOST_CENTS });
const Cents = (description: string) => Type.Optional(Type.Integer({ description }));
const CapCents: TUnsafe<number | null> = Type.Unsafe<number | null>({
  type: ["integer", "null"],
  description: "So much of what is left is passed on at most; null: all of it",
});

/** What answers have of a budget that carries: none of it where nothing is passed on, filled up or received. */
const carryProperties = {
  carry: Type.Optional(
    Type.String({
      enum: ["none", "surplus", "both"],
      description: "What of its rest the next month gets: what is left, or also what is missing",
    }),
  ),
  carry_cap_cents: Type.Optional(CapCents),
  refill: Type.Optional(Type.Boolean({ description: "The month is filled up to the amount: carried_cents are part of it" })),
  carried_cents: Cents("What the month before adds to the amount; negative takes from it"),
  added_cents: Cents("What this month adds: the amount, or with refill what is missing of it"),
  available_cents: Cents("carried_cents and added_cents: what may be spent, or is to be earned"),
  left_cents: Cents("available_cents less predicted_total"),
};

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
  ...carryProperties,
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
    ...((usesCarry(budget) || budget.carriedCents !== 0) && carryOf(budget)),
    ...(until !== undefined && { complete_until: until }),
  };
}

/** With what it passes on and receives, also where that is nothing. */
export function presentWhole(budget: BudgetRow) {
  return { ...presentBudget(budget), ...carryOf(budget) };
}

/** As the feed of changes has it. */
export function presentStored({ carry, carry_cap_cents, refill, ...plain }: StoredBudget) {
  const settings = { carry, carry_cap_cents, refill };
  return usesCarry(settings) ? { ...plain, ...settings } : plain;
}

type CarrySettings = Pick<StoredBudget, "carry" | "carry_cap_cents" | "refill">;

function usesCarry({ carry, carry_cap_cents: capCents, refill }: CarrySettings): boolean {
  return carry !== "none" || capCents !== null || refill;
}

function carryOf(budget: BudgetRow) {
  return {
    carry: budget.carry,
    carry_cap_cents: budget.carry_cap_cents,
    refill: budget.refill,
    carried_cents: budget.carriedCents,
    added_cents: budget.addedCents,
    available_cents: budget.availableCents,
    left_cents: budget.leftCents,
  };
}

/** What a refused new budget is shown as, under the fields that were submitted. */
export const UNSAVED_BUDGET = emptyRecord(BudgetReply, budgets, { total: 0, predicted_total: 0, percentage: "0.0" });
