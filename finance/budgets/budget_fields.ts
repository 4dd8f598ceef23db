// The fields of a budget that a client may set.
import { Type } from "typebox";
import { firstOfMonth } from "../calendar/day.ts";
import { ExpectedField } from "../fields/expected.ts";
import { readDate, readId, readInteger } from "../fields/readers.ts";
import { isPresent, type Submitted } from "../fields/record.ts";
import { bothOrNone, Day, oneOfFields, RecordId } from "../fields/schemas.ts";
import { joinProblems, problemIf, readAll, type WithProblems } from "../fields/with_problems.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { budgets } from "../tables/budgets.ts";
import { type Settable, type SettableEdit, settableFields } from "../tables/settable.ts";
import type { StoredBudget } from "../tables/tables.ts";
import { readMonth } from "./month.ts";
import { EXPENSE_LIMIT, INCOME_GOAL } from "./totals.ts";

const AMOUNTS = { least: 0, most: MOST_CENTS };
const Amount = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_CENTS, description }));

/** What a budget passes on to the next month. */
export const carryFields = settableFields(budgets);

const fields = {
  amount_cents: Amount("Needed for a new budget"),
  amount_in_cents: Amount("The same as amount_cents"),
  date: Type.Optional(Day({ description: "A day of the month; for a new budget this month unless given" })),
  year: Type.Optional(Type.Integer({ minimum: 1900, maximum: 2199, description: "With month: the same as date" })),
  month: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
  activity_type: Type.Optional(
    Type.Integer({ minimum: EXPENSE_LIMIT, maximum: INCOME_GOAL, description: "0 or 1; as the category's kind is unless given" }),
  ),
  ...carryFields.schemas,
};
const YEAR_AND_MONTH = bothOrNone("year", "month");

export const NewBudgetBody = Type.Object(
  { category_id: RecordId(), ...fields },
  { allOf: [oneOfFields(["amount_cents", "amount_in_cents"]), YEAR_AND_MONTH] },
);
export const BudgetBody = Type.Object({ category_id: Type.Optional(RecordId()), ...fields, ...ExpectedField }, YEAR_AND_MONTH);

/** Undefined where the client says nothing of it, or something wrong. */
export interface BudgetRequest extends SettableEdit<typeof budgets> {
  category_id: number | undefined;
  date: string | undefined;
  activity_type: number | undefined;
  amount_cents: number | undefined;
}

export function readBudget(record: Submitted, stored?: StoredBudget): WithProblems<BudgetRequest> {
  return readAll({
    category_id: readCategoryId(record, stored),
    date: readBudgetMonth(record),
    activity_type: readInteger(record, "activity_type", { least: EXPENSE_LIMIT, most: INCOME_GOAL }),
    amount_cents: readAmount(record, stored),
    ...carryFields.read(record),
  });
}

/** A goal is not filled up: whoever makes a goal of such a limit gets an ordinary one. */
export function settingsOf(
  request: SettableEdit<typeof budgets>,
  before: SettingsOfBudget,
  type: number,
): WithProblems<SettingsOfBudget> {
  const settings = carryFields.edit(request, before);
  return {
    value: { ...settings, refill: settings.refill && type === EXPENSE_LIMIT },
    problems: problemIf(request.refill === true && type === INCOME_GOAL, "refill", { kind: "invalid" }),
  };
}

type SettingsOfBudget = Settable<typeof budgets>;

function readCategoryId(record: Submitted, stored: StoredBudget | undefined): WithProblems<number | undefined> {
  const { value, problems } = readId(record, "category_id");
  const isMissing = value === undefined && !stored && problems.length === 0;
  return { value, problems: joinProblems(problems, problemIf(isMissing, "category_id", { kind: "required" })) };
}

function readBudgetMonth(record: Submitted): WithProblems<string | undefined> {
  const { value, problems } = readAll({ date: readDate(record, "date"), month: readMonth(record, "year", "month") });
  const { date, month } = value;
  const isTwo = date !== undefined && month !== undefined && firstOfMonth(date) !== month;
  return {
    value: month ?? (date && firstOfMonth(date)),
    problems: joinProblems(problems, problemIf(isTwo, "date", { kind: "exclusive", values: { other: "year" } })),
  };
}

/**
 * Both names mean the same. A client that sends a whole record back changes one of them, and that one counts. Two new values that
 * differ are refused.
 */
function readAmount(record: Submitted, stored: StoredBudget | undefined): WithProblems<number | undefined> {
  const isMissing = !stored && !isPresent(record, "amount_cents") && !isPresent(record, "amount_in_cents");
  const { value, problems } = readAll({
    cents: readInteger(record, "amount_cents", AMOUNTS),
    inCents: readInteger(record, "amount_in_cents", AMOUNTS),
  });
  const amounts = new Set([value.cents, value.inCents].filter((cents) => cents !== undefined));
  const meant = amounts.size > 1 ? [...amounts].filter((cents) => cents !== stored?.amount_cents) : [...amounts];
  return {
    value: meant[0],
    problems: joinProblems(
      problemIf(isMissing, "amount_cents", { kind: "required" }),
      problems,
      problemIf(meant.length > 1, "amount_in_cents", { kind: "exclusive", values: { other: "amount_cents" } }),
    ),
  };
}
