// How a new transaction repeats: recurrence_attributes makes it fixed, installments_attributes splits it.
import { PERIODICITIES, type Periodicity } from "../calendar/periodicity.ts";
import { checkNames, isObject } from "../fields/inside.ts";
import { readInteger, readOneOf } from "../fields/readers.ts";
import { presentField, type Submitted } from "../fields/record.ts";
import { ABSENT, invalid, joinProblems, problemIf, problemsInside, type WithProblems } from "../fields/with_problems.ts";
import { MOST_INSTALLMENTS } from "../tables/transactions.ts";

export interface Repetition {
  kind: "fixed" | "installments";
  periodicity: Periodicity;
  /** Of instalments; a fixed transaction has no last one. */
  total: number;
}

const FIELDS = { recurrence_attributes: ["periodicity"], installments_attributes: ["periodicity", "total"] } as const;

/** Undefined for a transaction that stands alone; one instalment is such a one. */
export function readRepetition(record: Submitted): WithProblems<Repetition | undefined> {
  const fixed = readAttributes(record, "recurrence_attributes");
  const split = readAttributes(record, "installments_attributes");
  const isBoth = fixed.value !== undefined && split.value !== undefined;
  return {
    value: isBoth ? undefined : repetitionOf(fixed.value, split.value),
    problems: joinProblems(
      fixed.problems,
      split.problems,
      problemIf(isBoth, "installments_attributes", { kind: "exclusive", values: { other: "recurrence_attributes" } }),
    ),
  };
}

function repetitionOf(fixed: Attributes | undefined, split: Attributes | undefined): Repetition | undefined {
  if (fixed) return { kind: "fixed", periodicity: fixed.periodicity, total: 1 };
  return split && split.total > 1 ? { kind: "installments", ...split } : undefined;
}

type Attributes = Pick<Repetition, "periodicity" | "total">;

/** What is wrong inside is answered under the name of the object and the key. Null says nothing, inside as well. */
function readAttributes(record: Submitted, name: keyof typeof FIELDS): WithProblems<Attributes | undefined> {
  const field = presentField(record, name);
  if (!field) return ABSENT;
  if (!isObject(field.value)) return invalid(name, { kind: "notAnObject" });
  const allowed: readonly string[] = FIELDS[name];
  const entries = Object.entries(field.value).filter(([, each]) => each !== null);
  const inside: Submitted = { fields: new Map(entries.map(([key, value]) => [key, { value, isText: false }])) };
  const periodicity = readOneOf(inside, "periodicity", PERIODICITIES, { required: true });
  const total = readInteger(inside, "total", { least: 1, most: MOST_INSTALLMENTS });
  const problems = joinProblems(
    checkNames([...inside.fields.keys()], allowed),
    problemIf(allowed.includes("total") && !inside.fields.has("total"), "total", { kind: "blank" }),
    periodicity.problems,
    total.problems,
  );
  return {
    value: periodicity.value && { periodicity: periodicity.value, total: total.value ?? 1 },
    problems: problemsInside(name, problems),
  };
}
