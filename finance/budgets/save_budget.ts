// Writes budgets: one for each category, month and type.
import { dayIn, firstOfMonth } from "../calendar/day.ts";
import { findCategory } from "../categories/queries.ts";
import { fail } from "../errors.ts";
import { type Reaches, writeFar } from "../extension/far_days.ts";
import { requireExpected } from "../fields/expected.ts";
import { refuse, type Submitted, throwIfInvalid } from "../fields/record.ts";
import { ABSENT, invalid, joinProblems, valid, type WithProblems } from "../fields/with_problems.ts";
import type { Reader } from "../post/reader.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { budgets } from "../tables/budgets.ts";
import { absentValues } from "../tables/table.ts";
import type { StoredBudget } from "../tables/tables.ts";
import { presentBooked, presentBudget, presentWhole, UNSAVED_BUDGET } from "./budget.ts";
import { readBudget, settingsOf } from "./budget_fields.ts";
import { wholeMonth } from "./month.ts";
import { findBudget, findTreeSums, listBudgetSums } from "./queries.ts";
import { EXPENSE_LIMIT, INCOME_GOAL } from "./totals.ts";
import { slotOf, withCarry } from "./with_carry.ts";

type Write = Pick<WriteInput<unknown>, "record" | "write" | "act" | "db">;

export function createBudget({ record, write, act, db }: Write): Promise<object> {
  const { spaceId, timeZone } = act.caller;
  const today = dayIn(timeZone, act.now);
  const { value: request, problems } = readBudget(record);
  throwIfInvalid(record, UNSAVED_BUDGET, problems);
  const categoryId = request.category_id as number;
  const date = request.date ?? firstOfMonth(today);
  return writeFar({ db, spaceId, now: act.now }, (reaches) =>
    write(async (read) => {
      const [kind, ids] = await Promise.all([findKind(read, spaceId, categoryId), read.ids("budgets", 1)]);
      const type = request.activity_type ?? (kind.value === "earnings" ? INCOME_GOAL : EXPENSE_LIMIT);
      const settings = settingsOf(request, absentValues(budgets), type);
      throwIfInvalid(record, UNSAVED_BUDGET, joinProblems(kind.problems, settings.problems));
      const budget = {
        id: ids[0] as number,
        category_id: categoryId,
        date,
        activity_type: type,
        amount_cents: request.amount_cents as number,
        ...settings.value,
      };
      return {
        before: {},
        after: { budgets: [budget] },
        answer: await answerWith(read, spaceId, budget, { record, view: UNSAVED_BUDGET, reaches }),
      };
    }),
  );
}

export function changeBudget({ record, write, act, db }: Write, id: number): Promise<object> {
  const { spaceId } = act.caller;
  return writeFar({ db, spaceId, now: act.now }, (reaches) =>
    write(async (read) => {
      const before = await findBudget(read, spaceId, id);
      if (!before) throw fail.recordUnknown();
      const view = presentBudget(before);
      const expectedProblems = requireExpected(record, presentWhole(before));
      const { value: request, problems } = readBudget(record, before);
      const kind = request.category_id === undefined ? ABSENT : await findKind(read, spaceId, request.category_id);
      const type = request.activity_type ?? before.activity_type;
      const settings = settingsOf(request, before, type);
      throwIfInvalid(record, view, joinProblems(expectedProblems, problems, kind.problems, settings.problems));
      const budget = {
        id,
        category_id: request.category_id ?? before.category_id,
        date: request.date ?? before.date,
        activity_type: type,
        amount_cents: request.amount_cents ?? before.amount_cents,
        ...settings.value,
      };
      const answer = await answerWith(read, spaceId, budget, { record, view, reaches });
      return { before: { budgets: [before] }, after: { budgets: [budget] }, answer };
    }),
  );
}

/** What it was. */
export function removeBudget({ act, write }: Pick<WriteInput<unknown>, "act" | "write">, id: number): Promise<object> {
  return write(async (read) => {
    const budget = await findBudget(read, act.caller.spaceId, id);
    if (!budget) throw fail.recordUnknown();
    return { before: { budgets: [budget] }, after: {}, answer: await presentBooked(read, act.caller.spaceId, budget) };
  });
}

interface AnswerInput {
  record: Submitted;
  /** What a refusal shows. */
  view: Readonly<Record<string, unknown>>;
  reaches: Reaches;
}

/** As it is shown with what was spent or earned. Refuses a budget where there is another one for all of that already. */
async function answerWith(
  read: Reader,
  spaceId: number,
  budget: StoredBudget,
  { record, view, reaches }: AnswerInput,
): Promise<ReturnType<typeof presentBudget>> {
  const month = wholeMonth(budget.date);
  const [space, sums, stored] = await Promise.all([
    read.space,
    findTreeSums(read, spaceId, budget.category_id, budget.date),
    listBudgetSums(read, spaceId, month),
  ]);
  if (!reaches(space, budget.date)) refuse(record, view, "date", { kind: "sumTooLarge" });
  const others = stored.filter(({ id }) => id !== budget.id);
  const isTaken = others.some((other) => other.date === budget.date && slotOf(other) === slotOf(budget));
  if (isTaken) refuse(record, view, "category_id", { kind: "taken" });
  const rows = withCarry([...others, { ...budget, ...sums, sums_reach: space.extended_through }], month);
  return presentBooked(read, spaceId, rows.find(({ id }) => id === budget.id)!);
}

/** Of the category, which must be there. What only moves money is neither earned nor spent, so nothing can be planned for it. */
async function findKind(read: Reader, spaceId: number, categoryId: number): Promise<WithProblems<string | undefined>> {
  const category = await findCategory(read, spaceId, categoryId);
  if (!category) return invalid("category_id", { kind: "unknown" });
  return category.kind === "none" ? invalid("category_id", { kind: "invalid" }) : valid(category.kind);
}
