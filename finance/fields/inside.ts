// Fields that stand together inside one field of a record: `{"set": {"paid": true}}`.
import { WrittenNumber } from "../../kernel/http/json.ts";
import { presentField, type Submitted } from "./record.ts";
import { ABSENT, invalid, joinProblems, type Problems, problemIf, problemsInside, type WithProblems } from "./with_problems.ts";

interface Inside {
  /** A name that is not known would choose more than was meant, or do less. */
  allowed: readonly string[];
  /** Null is a value of these. */
  mayBeNull?: readonly string[];
}

/** What is wrong inside is answered under both names. */
export function readInside<Value>(
  record: Submitted,
  name: string,
  { allowed, mayBeNull = [] }: Inside,
  read: (inside: Submitted) => WithProblems<Value>,
): WithProblems<Value | undefined> {
  const field = presentField(record, name);
  if (!field) return ABSENT;
  if (!isObject(field.value)) return invalid(name, { kind: "notAnObject" });
  const entries = Object.entries(field.value).filter(([key, each]) => each !== null || mayBeNull.includes(key));
  const { value, problems } = read({ fields: new Map(entries.map(([key, each]) => [key, { value: each, isText: false }])) });
  return {
    value,
    problems: joinProblems(
      problemIf(entries.length === 0, name, { kind: "blank" }),
      problemsInside(
        name,
        joinProblems(
          checkNames(
            entries.map(([key]) => key),
            allowed,
          ),
          problems,
        ),
      ),
    ),
  };
}

/** A number that JavaScript cannot hold is an object to it. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber);
}

export function checkNames(names: readonly string[], allowed: readonly string[]): Problems {
  return joinProblems(...names.map((name) => problemIf(!allowed.includes(name), name, { kind: "invalid" })));
}
