// Tells statements that only read from those that write or may wait for a lock. A statement that is wrongly taken for a read is refused by
// PostgreSQL, because the connections for reads are read-only; one that is wrongly taken for a write only costs a little more.
import type { Sql } from "./sql.ts";

const BEGINS_AS_READ = /^\s*(?:select|with|values|show)\b/i;
/** Also as a part of a statement: `with moved as (update ...)`, `for update`, a call that draws a number, takes a lock or adds a job. */
const DOES_MORE = /\b(?:insert|update|delete|merge|share|nextval|setval|set_config|pg_advisory\w*|add_job)\b/i;

export function textDoesMore(text: string): boolean {
  return DOES_MORE.test(text);
}

/** Templates are few, and each is the same array at every call. To look a whole text up in a map took 20 us, because it is composed anew each time. */
const known = new WeakMap<TemplateStringsArray, boolean>();

export function templateDoesMore(strings: TemplateStringsArray): boolean {
  let answer = known.get(strings);
  if (answer === undefined) {
    answer = strings.some(textDoesMore);
    known.set(strings, answer);
  }
  return answer;
}

export function onlyReads({ parts: [beginning = ""], doesMore }: Sql): boolean {
  return !doesMore && BEGINS_AS_READ.test(beginning);
}
