// For apps that write policies as on a Supabase, on a database without one: functions in our schema, and the roles that PostgREST takes.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { openConnection } from "../../kernel/sql/connection.ts";
import type { DatabaseFunction } from "../../kernel/sql/functions.ts";
import { type MissingRoles, readMissingRoles } from "./queries.ts";

const HELPERS = readFileSync(new URL("helpers.sql", import.meta.url), "utf8");

/** Of Supabase: nobody, somebody who is signed in, and the server itself, which no policy holds. */
const ROLES = { anon: "nologin noinherit", authenticated: "nologin noinherit", service_role: "nologin noinherit bypassrls" };

/** Throws an OperatorError with what has to be pasted where roles are missing and our own user may not create them. */
export async function rlsHelpers(url: string, schema: string): Promise<DatabaseFunction> {
  const { missing, mayCreate, mayBypass } = await missingRoles(url);
  const creations = missing.map((role) => `create role ${role} ${ROLES[role]};`);
  // Another service of this server may create them meanwhile.
  const attempts = creations.map(
    (each) => `do $$ begin ${each} exception when duplicate_object or unique_violation then null; end $$;`,
  );
  if (creations.length > 0 && !(mayCreate && mayBypass))
    throw new OperatorError(
      `RLS_HELPERS needs roles that are missing, and this database user may not create them. Run this once as a superuser, then start again:\n\n${creations.join("\n")}\n`,
    );
  const text = [...attempts, HELPERS.replaceAll("{ours}", schema)].join("\n");
  // Named by what it leaves behind: the roles may be there already.
  const name = `rls_helpers_${createHash("sha256").update(HELPERS).digest("hex").slice(0, 12)}`;
  return { name, text, checksum: createHash("sha256").update(HELPERS).digest("hex") };
}

async function missingRoles(url: string): Promise<MissingRoles> {
  const connection = openConnection({ url, schema: "pg_catalog", name: "cofre rls" }, () => {});
  try {
    return await readMissingRoles(connection, Object.keys(ROLES));
  } finally {
    await connection.close();
  }
}
