// The lines that a client sets a year by, and what is wrong with them.
import { checkNames, isObject } from "../fields/inside.ts";
import { readId, readInteger } from "../fields/readers.ts";
import { presentField, type Submitted } from "../fields/record.ts";
import {
  invalid,
  joinProblems,
  type Problems,
  problemIf,
  problemsInside,
  readAll,
  valid,
  type WithProblems,
} from "../fields/with_problems.ts";
import { MOST_CENTS } from "../money/cents.ts";
import type { budgets } from "../tables/budgets.ts";
import type { SettableEdit } from "../tables/settable.ts";
import { carryFields } from "./budget_fields.ts";
import { EXPENSE_LIMIT, INCOME_GOAL } from "./totals.ts";

/** A hundred categories in each month. */
export const MOST_LINES = 1_200;

export interface YearLine {
  category_id: number;
  /** Undefined: all of the year. */
  month: number | undefined;
  activity_type: number | undefined;
  /** Null deletes; undefined leaves the amounts as they are. */
  amount_cents: number | null | undefined;
  settings: SettableEdit<typeof budgets>;
}

export function readYear(record: Submitted): WithProblems<{ year: number | undefined; lines: readonly YearLine[] }> {
  const { value: year, problems } = readInteger(record, "year", { least: 1900, most: 2199 });
  const isMissing = year === undefined && problems.length === 0;
  const lines = readLines(record);
  return {
    value: { year, lines: lines.value ?? [] },
    problems: joinProblems(problems, problemIf(isMissing, "year", { kind: "required" }), lines.problems),
  };
}

function readLines(record: Submitted): WithProblems<readonly YearLine[] | undefined> {
  const field = presentField(record, "budgets");
  if (!field) return invalid("budgets", { kind: "required" });
  if (!Array.isArray(field.value)) return invalid("budgets", { kind: "notAList" });
  const list: unknown[] = field.value;
  if (list.length === 0) return invalid("budgets", { kind: "tooFew", values: { least: 1 } });
  if (list.length > MOST_LINES) return invalid("budgets", { kind: "tooMany", values: { most: MOST_LINES } });
  const lines = list.map(readLine);
  const problems = joinProblems(
    ...lines.map((line, index) => (line ? problemsInside(`budgets.${index}`, line.problems) : notAnObject(index))),
  );
  return problems.length > 0 ? { value: undefined, problems } : valid(lines.map((line) => line!.value));
}

const notAnObject = (index: number): Problems => [[`budgets.${index}`, { kind: "notAnObject" }]];

const NULLABLE = ["amount_cents", ...carryFields.nullable];
const NAMES = ["category_id", "month", "activity_type", "amount_cents", ...Object.keys(carryFields.schemas)];

function readLine(line: unknown): WithProblems<YearLine> | undefined {
  if (!isObject(line)) return;
  const entries = Object.entries(line).filter(([name, each]) => each !== null || NULLABLE.includes(name));
  const inside: Submitted = { fields: new Map(entries.map(([name, value]) => [name, { value, isText: false }])) };
  const { value, problems } = readAll({
    category_id: readId(inside, "category_id"),
    month: readInteger(inside, "month", { least: 1, most: 12 }),
    activity_type: readInteger(inside, "activity_type", { least: EXPENSE_LIMIT, most: INCOME_GOAL }),
    amount_cents: readInteger(inside, "amount_cents", { least: 0, most: MOST_CENTS }),
  });
  const settings = readAll(carryFields.read(inside));
  const isDeleted = inside.fields.get("amount_cents")?.value === null;
  return {
    value: {
      ...value,
      category_id: value.category_id ?? 0,
      amount_cents: isDeleted ? null : value.amount_cents,
      settings: settings.value,
    },
    problems: joinProblems(
      checkNames(
        entries.map(([name]) => name),
        NAMES,
      ),
      problemIf(!inside.fields.has("category_id"), "category_id", { kind: "required" }),
      problems,
      settings.problems,
    ),
  };
}
