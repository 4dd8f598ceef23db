// The format of variables that name a database schema.
import { type Format, FormatError } from "./formats.ts";

/** Keywords that cannot name a schema without quotes: `pg_get_keywords()`, categories R and T. */
const RESERVED = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp
  current_user default deferrable desc distinct do else end except false fetch for foreign freeze from full grant group having
  ilike in initially inner intersect into is isnull join lateral leading left like limit localtime localtimestamp natural not
  notnull null offset on only or order outer overlaps placing primary references returning right select session_user similar
  some symmetric system_user table tablesample then to trailing true union unique user using variadic verbose when where window
  with`.split(/\s+/),
);

/** A name that needs no quotes in SQL, also with `_jobs` appended. */
export const schemaName: Format<string> = {
  allowed: "a plain lower-case PostgreSQL name of at most 58 letters, digits and '_', no keyword, not beginning with pg_",
  read(raw) {
    if (!/^[a-z_][a-z0-9_]{0,57}$/.test(raw) || raw.startsWith("pg_")) throw new FormatError();
    if (RESERVED.has(raw)) throw new FormatError("a keyword of SQL");
    if (raw === "information_schema") throw new FormatError("a schema of PostgreSQL itself");
    return raw;
  },
};

/** The job library migrates tables of its own: in a schema beside the service's, unless that has room for both. */
export function jobSchema(schema: string): string {
  return `${schema}_jobs`;
}
