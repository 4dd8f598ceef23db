// Tells statements that only read from those that write or may wait for a lock. A statement that is wrongly taken for a read is refused by
// PostgreSQL, because the connections for reads are read-only; one that is wrongly taken for a write only costs a little more.

const BEGINS_AS_READ = /^\s*(?:select|with|values|show)\b/i;
/** Also as a part of a statement: `with moved as (update ...)`, `for update`, a call that draws a number, takes a lock or adds a job. */
const DOES_MORE = /\b(?:insert|update|delete|merge|share|nextval|setval|set_config|pg_advisory\w*|add_job)\b/i;

export function onlyReads(text: string): boolean {
  return BEGINS_AS_READ.test(text) && !DOES_MORE.test(text);
}
