// `expected`: the values that a change is based on. Changes of different fields of a record do not conflict. Of two changes of the
// same field, the later one is refused with the current value.
import { isDeepStrictEqual } from "node:util";
import { Type } from "typebox";
import { fail } from "../errors.ts";
import { presentField, type Submitted } from "./record.ts";
import { NO_PROBLEMS, type Problems } from "./with_problems.ts";

export const ExpectedField = {
  expected: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        "Fields as an answer had them: where one of them has another value now, 409 with the current record, and nothing is changed",
    }),
  ),
};

/** Throws the 409. `current` is the record as an answer shows it, read by the same attempt that writes. */
export function requireExpected(record: Submitted, current: Readonly<Record<string, unknown>>): Problems {
  const expected = presentField(record, "expected")?.value;
  if (expected === undefined) return NO_PROBLEMS;
  if (typeof expected !== "object" || expected === null || Array.isArray(expected)) return [["expected", { kind: "invalid" }]];
  const fields = Object.entries(expected).flatMap(([name, value]) =>
    Object.hasOwn(current, name) && isDeepStrictEqual(current[name] ?? null, value) ? [] : [name],
  );
  if (fields.length > 0) throw fail.changedMeanwhile({ body: { fields, current } });
  return NO_PROBLEMS;
}
