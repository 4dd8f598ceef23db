// `expected`: what a change was made from. Two who change different fields of a record do not get in each other's way; of two who change the same
// one, the later is refused and told what stands there now.
import { isDeepStrictEqual } from "node:util";
import { Type } from "typebox";
import { fail } from "../errors.ts";
import { addProblem, type Submitted, saidField } from "./record.ts";

export const ExpectedField = {
  expected: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        "Fields as an answer had them: where one of them has another value now, 409 with the current record, and nothing is changed",
    }),
  ),
};

/** Throws the 409. `current` is the record as an answer shows it, read by the same attempt that writes. */
export function demandExpected(record: Submitted, current: Readonly<Record<string, unknown>>): void {
  const expected = saidField(record, "expected")?.value;
  if (expected === undefined) return;
  if (typeof expected !== "object" || expected === null || Array.isArray(expected)) {
    addProblem(record, "expected", { kind: "invalid" });
    return;
  }
  const fields = Object.entries(expected).flatMap(([name, value]) =>
    Object.hasOwn(current, name) && isDeepStrictEqual(current[name], value) ? [] : [name],
  );
  if (fields.length > 0) throw fail.changedMeanwhile({ body: { fields, current } });
}
