// A record as a client submitted it, and the refusal of one that is invalid. Clients send fields in the body or in the query string.
import { fail } from "../errors.ts";
import type { Problem } from "./problems.ts";
import { joinProblems, NO_PROBLEMS, type Problems } from "./with_problems.ts";

export interface Submitted {
  /** By name; the body wins over the query. */
  readonly fields: ReadonlyMap<string, Field>;
  /** What is wrong with `dry_run`, which every write reads before its handler runs. Refusals name it first. */
  readonly dryRunProblems?: Problems;
}

export interface Field {
  value: unknown;
  /** A query string holds nothing but text, so digits there count as a number; a body says what it means. */
  isText: boolean;
}

export function submit(query: unknown, body: unknown): Submitted {
  const fieldsOf = (submitted: unknown, isText: boolean): [string, Field][] =>
    Object.entries(objectOf(submitted)).map(([name, value]) => [name, { value, isText }]);
  return { fields: new Map([...fieldsOf(query, true), ...fieldsOf(body, false)]) };
}

/**
 * The field, where something is said in it: typed clients send all fields of a record, with null in those that they say nothing of. Only
 * the readers of fields that can be null look at it themselves.
 */
export function presentField(record: Submitted, name: string): Field | undefined {
  const field = record.fields.get(name);
  return field?.value === null ? undefined : field;
}

export function isPresent(record: Submitted, name: string): boolean {
  return presentField(record, name) !== undefined;
}

/** A list or a bare text is no record; the kernel has parsed it, the readers find no fields in it. */
function objectOf(value: unknown): object {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

/** What a record looks like without the submitted fields: nulls for a new one, the stored one for an update. */
type RecordView = Readonly<Record<string, unknown>>;

/** The 422 with every problem at once. */
export function throwIfInvalid(record: Submitted, view: RecordView, problems: Problems = NO_PROBLEMS): void {
  if (problems.length > 0 || (record.dryRunProblems ?? NO_PROBLEMS).length > 0) throw unprocessable(record, view, problems);
}

/** The 422 for what only the database could tell. */
export function refuse(record: Submitted, view: RecordView, field: string, problem: Problem): never {
  throw unprocessable(record, view, [[field, problem]]);
}

const KEPT = new Set(["id", "created_at", "updated_at"]);

/** The record as submitted, with the id and times that are shown, and the problems of each field. */
function unprocessable({ fields, dryRunProblems = NO_PROBLEMS }: Submitted, view: RecordView, problems: Problems) {
  const submitted = Object.keys(view)
    .filter((name) => !KEPT.has(name) && fields.has(name))
    .map((name) => [name, fields.get(name)?.value]);
  const byField = Map.groupBy(joinProblems(dryRunProblems, problems), ([field]) => field);
  return fail.unprocessable({
    body: {
      record: { ...view, ...Object.fromEntries(submitted) },
      problems: Object.fromEntries([...byField].map(([field, list]) => [field, list.map(([, problem]) => problem)])),
    },
  });
}
