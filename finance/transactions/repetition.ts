// How a new transaction repeats: recurrence_attributes makes it fixed, installments_attributes splits it.
import { WrittenNumber } from "../../kernel/http/json.ts";
import { PERIODICITIES, type Periodicity } from "../calendar/periodicity.ts";
import { readInteger, readOneOf } from "../fields/readers.ts";
import { addProblem, type Submitted, saidField } from "../fields/record.ts";

export const MOST_INSTALLMENTS = 480;

export interface Repetition {
  kind: "fixed" | "installments";
  periodicity: Periodicity;
  /** Of instalments; a fixed transaction has no last one. */
  total: number;
}

const FIELDS = { recurrence_attributes: ["periodicity"], installments_attributes: ["periodicity", "total"] } as const;

/** Undefined for a transaction that stands alone; one instalment is such a one. */
export function readRepetition(record: Submitted): Repetition | undefined {
  const fixed = readAttributes(record, "recurrence_attributes");
  const split = readAttributes(record, "installments_attributes");
  if (fixed && split) {
    addProblem(record, "installments_attributes", { kind: "exclusive", values: { other: "recurrence_attributes" } });
    return;
  }
  if (fixed) return { kind: "fixed", periodicity: fixed.periodicity, total: 1 };
  return split && split.total > 1 ? { kind: "installments", ...split } : undefined;
}

/** What is wrong inside is answered under the name of the object and the key. Null says nothing, inside as well. */
function readAttributes(record: Submitted, name: keyof typeof FIELDS): { periodicity: Periodicity; total: number } | undefined {
  const field = saidField(record, name);
  if (!field) return;
  const { value } = field;
  if (typeof value !== "object" || value === null || Array.isArray(value) || value instanceof WrittenNumber) {
    addProblem(record, name, { kind: "notAnObject" });
    return;
  }
  const keys: readonly string[] = FIELDS[name];
  const entries = Object.entries(value).filter(([, each]) => each !== null);
  for (const [key] of entries) if (!keys.includes(key)) addProblem(record, `${name}.${key}`, { kind: "invalid" });
  const inside: Submitted = {
    fields: new Map(entries.map(([key, each]) => [`${name}.${key}`, { value: each, isText: false }])),
    problems: record.problems,
  };
  if (keys.includes("total") && !inside.fields.has(`${name}.total`)) addProblem(record, `${name}.total`, { kind: "blank" });
  const periodicity = readOneOf(inside, `${name}.periodicity`, PERIODICITIES, { required: true });
  const total = readInteger(inside, `${name}.total`, { least: 1, most: MOST_INSTALLMENTS });
  return periodicity && { periodicity, total: total ?? 1 };
}
