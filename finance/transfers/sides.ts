// The two accounts of a transfer, by the names that clients have for them.
// A trap: credit_account_id is where money LEAVES, as bookkeepers credit an account, and debit_account_id is where it ARRIVES.
import { readId } from "../fields/readers.ts";
import { isPresent, type Submitted } from "../fields/record.ts";
import { joinProblems, problemIf, readAll, type WithProblems } from "../fields/with_problems.ts";

/** Names at the same index are used together: those of the original service, and two pairs that cannot be misread. */
export const FROM_NAMES = ["credit_account_id", "from_account_id", "account_from_id"] as const;
export const TO_NAMES = ["debit_account_id", "to_account_id", "account_to_id"] as const;

export interface Side {
  /** Under which name the client sent it, or should have. */
  name: string;
  /** Undefined where it is missing or wrong. */
  id: number | undefined;
}

/** Where the money leaves and where it arrives. */
export function readSides(record: Submitted): WithProblems<{ from: Side; to: Side }> {
  const { value, problems } = readAll({
    from: readSide(record, FROM_NAMES, TO_NAMES),
    to: readSide(record, TO_NAMES, FROM_NAMES),
  });
  const { from, to } = value;
  const isSame = from.id !== undefined && from.id === to.id;
  return { value, problems: joinProblems(problems, problemIf(isSame, to.name, { kind: "same", values: { other: from.name } })) };
}

/** What is missing is asked for under the name that goes with the one which the other side has. */
function readSide(record: Submitted, names: readonly string[], otherNames: readonly string[]): WithProblems<Side> {
  const [name, ...others] = names.filter((each) => isPresent(record, each));
  if (name === undefined) {
    const index = otherNames.findIndex((each) => isPresent(record, each));
    const missing = names[Math.max(index, 0)] as string;
    return { value: { name: missing, id: undefined }, problems: [[missing, { kind: "required" }]] };
  }
  const { value: id, problems } = readId(record, name);
  const different = others.filter((other) => record.fields.get(other)?.value !== record.fields.get(name)?.value);
  return {
    value: { name, id },
    problems: joinProblems(
      problems,
      problemIf(id === undefined && problems.length === 0, name, { kind: "blank" }),
      different.map((other) => [other, { kind: "exclusive", values: { other: name } }]),
    ),
  };
}
