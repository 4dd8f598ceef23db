// Writes budgets: one for each category, month and type.
import type { Db } from "../../kernel/sql/database.ts";
import { dayIn, firstOfMonth } from "../calendar/day.ts";
import { findCategory } from "../categories/queries.ts";
import type { WriteInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { addProblem, judge, refuse, type Submitted } from "../fields/record.ts";
import { reachDay } from "../ledger/far_days.ts";
import { lockSpace } from "../ledger/queries_space.ts";
import { EXPENSE_LIMIT, INCOME_GOAL, presentBooked, presentBudget, UNSAVED_BUDGET } from "./budget.ts";
import { readBudget } from "./budget_fields.ts";
import { deleteBudget, findBudget, insertBudget, updateBudget } from "./queries.ts";

type Write = Pick<WriteInput<unknown>, "record" | "ledger" | "act">;

export function createBudget({ record, ledger, act }: Write): Promise<object> {
  const { spaceId, timeZone } = act.caller;
  const wish = readBudget(record);
  judge(record, UNSAVED_BUDGET);
  const categoryId = wish.category_id as number;
  const date = wish.date ?? firstOfMonth(dayIn(timeZone, act.now));
  return ledger.transaction(async (tx) => {
    const [space, kind] = await Promise.all([lockSpace(tx, spaceId), readKind(tx, spaceId, record, categoryId)]);
    judge(record, UNSAVED_BUDGET);
    if (!(await reachDay(tx, space, date, act.now))) refuse(record, UNSAVED_BUDGET, "date", { kind: "sumTooLarge" });
    const budget = await insertBudget(tx, act, {
      category_id: categoryId,
      date,
      activity_type: wish.activity_type ?? (kind === "earnings" ? INCOME_GOAL : EXPENSE_LIMIT),
      amount_cents: wish.amount_cents as number,
    });
    return presentBooked(tx, spaceId, budget ?? refuse(record, UNSAVED_BUDGET, "category_id", { kind: "taken" }));
  });
}

export function changeBudget({ record, ledger, act }: Write, id: number): Promise<object> {
  const { spaceId } = act.caller;
  return ledger.transaction(async (tx) => {
    const [space, before] = await Promise.all([lockSpace(tx, spaceId), findBudget(tx, spaceId, id)]);
    if (!before) throw fail.recordUnknown();
    const shown = presentBudget(before);
    const wish = readBudget(record, before);
    if (wish.category_id !== undefined) await readKind(tx, spaceId, record, wish.category_id);
    judge(record, shown);
    const date = wish.date ?? before.date;
    if (!(await reachDay(tx, space, date, act.now))) refuse(record, shown, "date", { kind: "sumTooLarge" });
    const budget = await updateBudget(tx, act, {
      id,
      category_id: wish.category_id ?? before.category_id,
      date,
      activity_type: wish.activity_type ?? before.activity_type,
      amount_cents: wish.amount_cents ?? before.amount_cents,
    });
    return presentBooked(tx, spaceId, budget ?? refuse(record, shown, "category_id", { kind: "taken" }));
  });
}

export async function removeBudget({ ledger, act }: Write, id: number): Promise<object> {
  const budget = await deleteBudget(ledger.patient, act, id);
  if (!budget) throw fail.recordUnknown();
  return presentBooked(ledger.patient, act.caller.spaceId, budget);
}

/** Of the category, which must be there. What only moves money is neither earned nor spent, so nothing can be planned for it. */
async function readKind(tx: Db, spaceId: number, record: Submitted, categoryId: number): Promise<string | undefined> {
  const category = await findCategory(tx, spaceId, categoryId);
  if (!category) addProblem(record, "category_id", { kind: "unknown" });
  if (category?.kind === "none") addProblem(record, "category_id", { kind: "invalid" });
  return category?.kind;
}
