// Objects that a schema dump does not support, because no migration creates them.
import type { Db } from "./database.ts";
import { sql } from "./sql.ts";

/** Throws with the names of unsupported objects. To use one in a migration, extend the dump. */
export async function throwIfUnsupported(tx: Db, schema: number): Promise<void> {
  const rows = await tx.many<{ description: string }>(sql`
    with tables as (select oid from pg_class where relnamespace = ${schema} and relkind = 'r')
    select pg_describe_object(d.classid, d.objid, 0) as description
      from pg_depend d
      left join pg_class c on d.classid = 'pg_class'::regclass and c.oid = d.objid
      left join pg_proc p on d.classid = 'pg_proc'::regclass and p.oid = d.objid
     where d.refclassid = 'pg_namespace'::regclass and d.refobjid = ${schema}
       and c.relkind is distinct from 'r' and c.relkind is distinct from 'S' and p.prokind is distinct from 'f'
    union
    select pg_describe_object(tableoid, oid, 0) from pg_policy where polrelid in (select oid from tables)
    union
    select 'a comment on ' || pg_describe_object(d.classoid, d.objoid, d.objsubid)
      from pg_description d
      left join pg_class c on d.classoid = 'pg_class'::regclass and c.oid = d.objoid
      left join pg_constraint k on d.classoid = 'pg_constraint'::regclass and k.oid = d.objoid
     where c.relnamespace = ${schema} and c.relkind <> 'r' or k.connamespace = ${schema}
    union
    select 'options of ' || pg_describe_object('pg_class'::regclass, oid, 0)
      from pg_class
     where relnamespace = ${schema} and (reloptions is not null and relkind not in ('i', 'r') or relpersistence <> 'p' or relrowsecurity or relforcerowsecurity)
    union
    select 'inheritance of ' || pg_describe_object('pg_class'::regclass, inhrelid, 0) from pg_inherits where inhrelid in (select oid from tables)
    union
    select 'options of ' || pg_describe_object('pg_class'::regclass, s.seqrelid, 0)
      from pg_sequence s
      join pg_class c on c.oid = s.seqrelid
     where c.relnamespace = ${schema}
       and (s.seqstart, s.seqincrement, s.seqmin, s.seqcache, s.seqcycle, s.seqmax)
           is distinct from (1, 1, 1, 1, false, case format_type(s.seqtypid, null) when 'integer' then 2147483647 else 9223372036854775807 end)
    union
    select 'virtual ' || pg_describe_object('pg_class'::regclass, attrelid, attnum) from pg_attribute where attrelid in (select oid from tables) and attgenerated = 'v'
     order by description`);
  if (rows.length > 0) throw new Error(`a schema dump cannot show ${rows.map(({ description }) => description).join(", ")}`);
}
