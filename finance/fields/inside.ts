// Fields that stand together inside one field of a record: `{"set": {"paid": true}}`.
import { WrittenNumber } from "../../kernel/http/json.ts";
import { addProblem, type Submitted, saidField } from "./record.ts";

interface Inside {
  /** A name that is not known would choose more than was meant, or do less. */
  known: readonly string[];
  /** Null is a value of these. */
  mayBeNull?: readonly string[];
}

/** What is wrong inside is answered under both names. */
export function readInside<Read>(
  record: Submitted,
  name: string,
  { known, mayBeNull = [] }: Inside,
  read: (inside: Submitted) => Read,
): Read | undefined {
  const field = saidField(record, name);
  if (!field) return;
  const { value } = field;
  if (typeof value !== "object" || value === null || Array.isArray(value) || value instanceof WrittenNumber) {
    addProblem(record, name, { kind: "notAnObject" });
    return;
  }
  const entries = Object.entries(value).filter(([key, each]) => each !== null || mayBeNull.includes(key));
  if (entries.length === 0) addProblem(record, name, { kind: "blank" });
  for (const [key] of entries) if (!known.includes(key)) addProblem(record, `${name}.${key}`, { kind: "invalid" });
  const inside: Submitted = {
    fields: new Map(entries.map(([key, each]) => [key, { value: each, isText: false }])),
    problems: new Map(),
  };
  const result = read(inside);
  for (const [key, problems] of inside.problems) for (const problem of problems) addProblem(record, `${name}.${key}`, problem);
  return result;
}
