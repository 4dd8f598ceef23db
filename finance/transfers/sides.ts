// The two accounts of a transfer, by the names that clients have for them.
// A trap: credit_account_id is where money LEAVES, as bookkeepers credit an account, and debit_account_id is where it ARRIVES.
import { readId } from "../fields/readers.ts";
import { addProblem, isSaid, type Submitted } from "../fields/record.ts";

/** Names at the same index are used together: those of the original service, and two pairs that cannot be misread. */
export const FROM_NAMES = ["credit_account_id", "from_account_id", "account_from_id"] as const;
export const TO_NAMES = ["debit_account_id", "to_account_id", "account_to_id"] as const;

export interface Side {
  /** Under which name the client sent it, or should have. */
  name: string;
  /** Undefined where it is missing or wrong. */
  id: number | undefined;
}

/** Where the money leaves and where it arrives. Notes what is wrong in the record. */
export function readSides(record: Submitted): { from: Side; to: Side } {
  const from = readSide(record, FROM_NAMES, TO_NAMES);
  const to = readSide(record, TO_NAMES, FROM_NAMES);
  if (from.id !== undefined && from.id === to.id) addProblem(record, to.name, { kind: "same", values: { other: from.name } });
  return { from, to };
}

/** What is missing is asked for under the name that goes with the one which the other side has. */
function readSide(record: Submitted, names: readonly string[], otherNames: readonly string[]): Side {
  const [name, ...others] = names.filter((each) => isSaid(record, each));
  if (name === undefined) {
    const index = otherNames.findIndex((each) => isSaid(record, each));
    const missing = names[Math.max(index, 0)] as string;
    addProblem(record, missing, { kind: "required" });
    return { name: missing, id: undefined };
  }
  const id = readId(record, name);
  if (id === undefined && !record.problems.has(name)) addProblem(record, name, { kind: "blank" });
  for (const other of others)
    if (record.fields.get(other)?.value !== record.fields.get(name)?.value)
      addProblem(record, other, { kind: "exclusive", values: { other: name } });
  return { name, id };
}
