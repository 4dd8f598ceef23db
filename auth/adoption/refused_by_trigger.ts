// A trigger or a foreign key of others that refused what this service wrote to an adopted schema. Nothing was written in either.
import type { Fault, FaultDetails } from "../../kernel/errors.ts";
import { sqlstateOf } from "../../kernel/sql/sqlstate.ts";
import { fail } from "../errors.ts";

/** Given by the functions of the mirror. The first is for words that somebody wrote for those who call; also of triggers on our own tables. */
const WITH_WORDS = ["CF001", "P0001"];
const WITHOUT = "CF000";

const FAILURES: Readonly<Record<string, (details?: FaultDetails) => Fault>> = {
  "INSERT user": fail.newUserRefused,
  "DELETE user": fail.deletionRefused,
};

export function refusedByTrigger(error: unknown): Fault | undefined {
  const code = sqlstateOf(error);
  if (code !== undefined && WITH_WORDS.includes(code))
    return fail.triggerRefused({ values: { words: (error as Error).message }, cause: error });
  if (code !== WITHOUT) return undefined;
  const { hint = "" } = error as { hint?: string };
  return (FAILURES[hint] ?? fail.changeRefused)({ cause: error });
}
