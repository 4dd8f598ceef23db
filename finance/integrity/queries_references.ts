// FV-09: what a row refers to is in its own space. The keys of the database see to that; this proves it, for whatever keys there are.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { COORDINATOR_TABLES } from "../tables/tables.ts";

export interface Reference {
  table: string;
  /** Of the row that refers. */
  key: string[];
  /** Beside `space_id`, and what it names there. */
  column: string;
  target: string;
  targetColumn: string;
}

/** Of all foreign keys between tables of a space. It reads the catalogue, and nothing of any space. */
export function listReferences(db: Db): Promise<Reference[]> {
  const columns = (numbers: string, table: string) =>
    trusted(`(select to_jsonb(array_agg(attname::text order by position))
                from unnest(${numbers}) with ordinality as numbered (number, position)
                join pg_attribute on attrelid = ${table} and attnum = number)`);
  return db.many<Reference>(sql`
    select source.relname::text as "table", ${columns("own.conkey", "source.oid")} as key, columns ->> 1 as "column",
           target.relname::text as target, targets ->> 1 as "targetColumn"
      from pg_constraint
      join pg_class as source on source.oid = pg_constraint.conrelid and source.relnamespace = current_schema()::regnamespace
      join pg_class as target on target.oid = pg_constraint.confrelid
      join pg_constraint as own on own.conrelid = source.oid and own.contype = 'p'
     cross join lateral (select ${columns("pg_constraint.conkey", "source.oid")} as columns,
                                ${columns("pg_constraint.confkey", "target.oid")} as targets) as named
     where pg_constraint.contype = 'f' and columns ->> 0 = 'space_id' and targets ->> 0 = 'space_id' and columns ->> 1 is not null
     order by 1, 3`);
}

/** Foreign keys between tables of a space that could cross from one to another. Those who share a space are users of others. */
export async function listLooseReferences(db: Db): Promise<{ table: string; name: string }[]> {
  return db.many<{ table: string; name: string }>(sql`
    select source.relname::text as "table", conname::text as name
      from pg_constraint
      join pg_class as source on source.oid = conrelid and source.relnamespace = current_schema()::regnamespace
      join pg_attribute as first on first.attrelid = conrelid and first.attnum = conkey[1]
      join pg_attribute as target on target.attrelid = confrelid and target.attnum = confkey[1]
     where contype = 'f' and source.relname <> all(${COORDINATOR_TABLES}::text[]) and (first.attname <> 'space_id' or target.attname <> 'space_id')
       and 2 = (select count(*)
                  from pg_attribute
                 where attrelid in (conrelid, confrelid) and attname = 'space_id' and attnum > 0 and not attisdropped)`);
}

export function lostReferences(spaceId: number, { table, key, column, target, targetColumn }: Reference): Sql {
  const names = key.filter((name) => name !== "space_id");
  const object = names.map((name) => `'${name}', source."${name}"`).join(", ");
  return sql`
    select jsonb_build_object(${trusted(object)}) as key, jsonb_build_object(${column}::text, source.${trusted(`"${column}"`)}) as recorded,
           null::jsonb as computed
      from ${trusted(`"${table}"`)} as source
      left join ${trusted(`"${target}"`)} as target
             on target.space_id = ${spaceId} and target.${trusted(`"${targetColumn}"`)} = source.${trusted(`"${column}"`)}
     where source.space_id = ${spaceId} and source.${trusted(`"${column}"`)} is not null and target.space_id is null`;
}
