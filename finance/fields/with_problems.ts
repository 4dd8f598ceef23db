// What readers and rules answer: a value with what is wrong with it. Nothing is noted anywhere, so a decision can be made again on another state.
import type { Problem } from "./problems.ts";

export type FieldProblem = readonly [field: string, problem: Problem];

/** In the order in which they are answered. */
export type Problems = readonly FieldProblem[];

export const NO_PROBLEMS: Problems = [];

/** A value as it was read. Where there are problems it must not be written. */
export interface WithProblems<Value> {
  readonly value: Value;
  readonly problems: Problems;
}

export function valid<Value>(value: Value): WithProblems<Value> {
  return { value, problems: NO_PROBLEMS };
}

/** Of a field in which nothing is said. */
export const ABSENT: WithProblems<undefined> = valid(undefined);

export function invalid(field: string, problem: Problem): WithProblems<undefined> {
  return { value: undefined, problems: [[field, problem]] };
}

export function problemIf(condition: boolean, field: string, problem: Problem): Problems {
  return condition ? [[field, problem]] : NO_PROBLEMS;
}

/** Of a field that has at most one. */
export function problemOf(field: string, problem: Problem | undefined): Problems {
  return problem ? [[field, problem]] : NO_PROBLEMS;
}

export function joinProblems(...lists: readonly Problems[]): Problems {
  let joined = NO_PROBLEMS;
  for (const list of lists) if (list.length > 0) joined = joined.length === 0 ? list : [...joined, ...list];
  return joined;
}

export function hasProblem(problems: Problems, field: string): boolean {
  return problems.some(([name]) => name === field);
}

/** Under the name of the field that holds theirs: `set` and `paid` are `set.paid`. */
export function problemsInside(name: string, problems: Problems): Problems {
  return problems.map(([field, problem]) => [`${name}.${field}`, problem]);
}

/** Fields by their names, each with its own problems. */
export type FieldInputs<Values> = { readonly [Name in keyof Values]-?: WithProblems<Values[Name]> };

/** Several as one: the values by their names, and the problems of all of them. */
export function readAll<All extends Readonly<Record<string, WithProblems<unknown>>>>(
  all: All,
): WithProblems<{ [Name in keyof All]: All[Name]["value"] }> {
  const value: Record<string, unknown> = {};
  let problems = NO_PROBLEMS;
  for (const name of Object.keys(all)) {
    const each = all[name] as WithProblems<unknown>;
    value[name] = each.value;
    problems = joinProblems(problems, each.problems);
  }
  return { value: value as { [Name in keyof All]: All[Name]["value"] }, problems };
}

/** What holds where nothing is said. Null says something, where a reader answers it. */
export function orElse<Value, const Other>(
  { value, problems }: WithProblems<Value>,
  other: Other,
): WithProblems<Exclude<Value, undefined> | Other> {
  return { value: value === undefined ? other : (value as Exclude<Value, undefined>), problems };
}
