// What is read about an adopted schema, and of its rows.
import type { Connection } from "../../kernel/sql/connection.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import type { Schemas } from "./mirror.ts";

export interface AdoptedTable {
  name: string;
  /** The database user owns it, so row level security does not hide its rows. */
  isOwn: boolean;
  /** All of its rows. */
  isReadable: boolean;
  /** `isRequired`: neither nullable nor with a default. */
  columns: { name: string; isRequired: boolean }[];
}

export interface AdoptedSchema {
  tables: AdoptedTable[];
  user: string;
  hasUsers: boolean;
  isAdopted: boolean;
  own: { isCreatable: boolean; holdsOther: boolean };
}

export async function readAdoptedSchema(connection: Connection, { ours, theirs }: Schemas): Promise<AdoptedSchema> {
  const { rows } = await connection.send(sql`
    select current_user::text as user,
           coalesce((select json_agg(json_build_object(
              'name', c.relname,
              'isOwn', pg_has_role(c.relowner, 'usage'),
              'isReadable', has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select') and not row_security_active(c.oid),
              'columns', (select json_agg(json_build_object('name', a.attname,
                                                            'isRequired', a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = ''))
                            from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)))
              from pg_class c join pg_namespace n on n.oid = c.relnamespace
             where n.nspname = ${theirs} and c.relkind in ('r', 'p')), '[]') as tables,
           (select case when n.oid is null then has_database_privilege(current_database(), 'create')
                        else has_schema_privilege(n.oid, 'create') and has_schema_privilege(n.oid, 'usage') end
              from (select 1) one left join pg_namespace n on n.nspname = ${ours}) as "isCreatable",
           to_regclass(${`${ours}.cofre_migrations`}) is not null as "isAdopted",
           exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                    where n.nspname = ${ours} and c.relkind in ('r', 'v', 'm', 'f', 'p')) as "isUsed"`);
  const row = rows[0] as Pick<AdoptedSchema, "tables" | "user" | "isAdopted"> & { isCreatable: boolean; isUsed: boolean };
  const { tables, user, isAdopted, isCreatable, isUsed } = row;
  const hasTable = tables.some(({ name, isReadable }) => name === "users" && isReadable);
  const hasUsers = hasTable && (await isFilled(connection, theirs));
  return { tables, user, isAdopted, hasUsers, own: { isCreatable, holdsOther: isUsed && !isAdopted } };
}

async function isFilled(connection: Connection, theirs: string): Promise<boolean> {
  const { rows } = await connection.send(sql`select exists (select from ${trusted(theirs)}.users) as "isFilled"`);
  return (rows[0] as { isFilled: boolean }).isFilled;
}

/** None where that server has no table of them. */
export async function readAppliedVersions(connection: Connection, theirs: string): Promise<string[]> {
  const { rows: tables } = await connection.send(sql`select to_regclass(${`${theirs}.schema_migrations`}) is not null as exists`);
  if (!(tables[0] as { exists: boolean }).exists) return [];
  const { rows } = await connection.send(sql`select version::text from ${trusted(theirs)}.schema_migrations`);
  return (rows as { version: string }[]).map(({ version }) => version);
}
