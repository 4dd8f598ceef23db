// Which of the roles that policies name are missing.
import type { Connection } from "../../kernel/sql/connection.ts";
import { sql } from "../../kernel/sql/sql.ts";

export interface MissingRoles {
  missing: ("anon" | "authenticated" | "service_role")[];
  mayCreate: boolean;
  /** Only who bypasses row-level security may make a role that does. */
  mayBypass: boolean;
}

export async function readMissingRoles(connection: Connection, names: readonly string[]): Promise<MissingRoles> {
  const { rows } = await connection.send(sql`
    select coalesce((select json_agg(name) from unnest(${names}::text[]) as name where to_regrole(name) is null), '[]') as missing,
           rolsuper or rolcreaterole as "mayCreate", rolsuper or rolbypassrls as "mayBypass"
      from pg_roles where rolname = current_user`);
  return rows[0] as MissingRoles;
}
