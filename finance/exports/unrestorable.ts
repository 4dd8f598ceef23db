// What is wrong with a file that should be restored, or with where it should go.
import { constraintOf, isWrongData, sqlstateOf } from "../../kernel/sql/sqlstate.ts";
import type { Problem } from "../fields/problems.ts";
import { NotJson } from "./json_members.ts";

export class Unrestorable extends Error {
  readonly field: string;
  readonly problem: Problem;

  constructor(field: string, problem: Problem) {
    super(problem.kind);
    this.field = field;
    this.problem = problem;
  }
}

export const MOST_ROWS = 500_000;
export const MOST_MEGABYTES = 512;

export const notOurs = () => new Unrestorable("base", { kind: "fileNotOurs" });

export const tooLarge = () =>
  new Unrestorable("base", { kind: "fileTooLarge", values: { most: MOST_ROWS, megabytes: MOST_MEGABYTES } });

/** `row`: its number in the file, or its id where that says more. */
export const wrongRow = (table: string, row: number | string, column: string) =>
  new Unrestorable(table, { kind: "fileRow", values: { row, column } });

/** One statement would write a row twice: a file has two of one key. */
const ROW_TWICE = "21000";

/** What the database refuses is wrong with the file: it has passed all that we check. */
export function asProblem(error: unknown): unknown {
  if (error instanceof NotJson) return notOurs();
  if (!isWrongData(error) && sqlstateOf(error) !== ROW_TWICE) return error;
  return new Unrestorable("base", { kind: "fileInconsistent", values: { why: constraintOf(error) ?? "values" } });
}
