// Recognizes read-only statements. A write that is taken for a read fails, because those connections are read-only; the opposite
// only costs a little.

const BEGINS_AS_READ = /^\s*(?:select|with|values|show)\b/i;
/** Also inside of a statement: `with moved as (update ...)`, `for update`, or a call that writes, locks or adds a job. */
const DOES_MORE = /\b(?:insert|update|delete|merge|share|nextval|setval|set_config|pg_advisory\w*|add_job)\b/i;

export function onlyReads(text: string): boolean {
  return BEGINS_AS_READ.test(text) && !DOES_MORE.test(text);
}
