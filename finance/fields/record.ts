// A record as a client submitted it, and what is wrong with its fields. Clients send fields in the body or in the query string.
import { fail } from "../errors.ts";
import type { Problem } from "./problems.ts";

export interface Submitted {
  /** By name; the body wins over the query. */
  readonly fields: ReadonlyMap<string, Field>;
  /** Filled by the readers of `readers.ts`. */
  readonly problems: Map<string, Problem[]>;
}

export interface Field {
  value: unknown;
  /** A query string holds nothing but text, so digits there count as a number; a body says what it means. */
  isText: boolean;
}

export function submit(query: unknown, body: unknown): Submitted {
  const fieldsOf = (given: unknown, isText: boolean): [string, Field][] =>
    Object.entries(objectOf(given)).map(([name, value]) => [name, { value, isText }]);
  return { fields: new Map([...fieldsOf(query, true), ...fieldsOf(body, false)]), problems: new Map() };
}

/**
 * The field, where something is said in it: typed clients send all fields of a record, with null in those that they say nothing of. Only
 * the readers of fields that can be null look at it themselves.
 */
export function saidField(record: Submitted, name: string): Field | undefined {
  const field = record.fields.get(name);
  return field?.value === null ? undefined : field;
}

export function isSaid(record: Submitted, name: string): boolean {
  return saidField(record, name) !== undefined;
}

/** A list or a bare text is no record; the kernel has parsed it, the readers find no fields in it. */
function objectOf(value: unknown): object {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

export function addProblem(record: Pick<Submitted, "problems">, field: string, problem: Problem): void {
  record.problems.set(field, [...(record.problems.get(field) ?? []), problem]);
}

/**
 * Throws the 422 if anything is wrong: the record as submitted and the errors of its fields. `shown` is what the record looks like
 * without them: nulls for a new one, the stored one for an update, whose id and times are kept.
 */
export function judge(record: Submitted, shown: Readonly<Record<string, unknown>>): void {
  if (record.problems.size === 0) return;
  const asSubmitted = Object.keys(shown)
    .filter((name) => !KEPT.has(name) && record.fields.has(name))
    .map((name) => [name, record.fields.get(name)?.value]);
  const problems = Object.fromEntries(record.problems);
  throw fail.unprocessable({ body: { record: { ...shown, ...Object.fromEntries(asSubmitted) }, problems } });
}

const KEPT = new Set(["id", "created_at", "updated_at"]);

/** The 422 for what only the database could tell. */
export function refuse(record: Submitted, shown: Readonly<Record<string, unknown>>, field: string, problem: Problem): never {
  addProblem(record, field, problem);
  judge(record, shown);
  throw new Error("a problem was added and not judged");
}
