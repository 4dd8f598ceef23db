// What a schema dump holds besides tables: types, sequences, views, functions, triggers, policies.
import type { Db } from "./database.ts";
import { readIndexes, writeIndexes } from "./schema_dump_tables.ts";
import {
  commentOn,
  literal,
  lowerCase,
  type Piece,
  type SequenceFacts,
  sequenceOptions,
  storageOptions,
  typeName,
} from "./schema_dump_text.ts";
import { type Sql, sql, trusted } from "./sql.ts";

interface Part {
  name: string;
  /** The label of an enum has none. */
  definition: string;
  comment: string | null;
}

interface TypeRow {
  key: string;
  name: string;
  kind: "e" | "d" | "c";
  /** Labels of an enum, constraints of a domain, columns of a composite type. */
  parts: Part[];
  base: string | null;
  collation: string | null;
  isNotNull: boolean;
  initial: string | null;
  comment: string | null;
}

export async function readTypes(tx: Db, schema: number): Promise<Piece[]> {
  const rows = await tx.many<TypeRow>(sql`
    select 'pg_type:' || t.oid as key, quote_ident(t.typname) as name, t.typtype as kind, p.parts,
           case when t.typtype = 'd' then format_type(t.typbasetype, t.typtypmod) end as base,
           case when t.typcollation <> base.typcollation then t.typcollation::regcollation::text end as collation,
           t.typnotnull as "isNotNull", pg_get_expr(t.typdefaultbin, 0, true) as initial, obj_description(t.oid, 'pg_type') as comment
      from pg_type t
      left join pg_type base on base.oid = t.typbasetype
      left join pg_class c on c.oid = t.typrelid
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('name', name, 'definition', definition, 'comment', comment) order by place), '[]')
          from (
            select enumlabel as name, '' as definition, null as comment, row_number() over (order by enumsortorder) as place
              from pg_enum
             where enumtypid = t.oid
            union all
            select quote_ident(conname), pg_get_constraintdef(oid, true), obj_description(oid, 'pg_constraint'),
                   row_number() over (order by conname)
              from pg_constraint
             where contypid = t.oid and contype = 'c'
            union all
            select quote_ident(attname), format_type(atttypid, atttypmod), col_description(attrelid, attnum), attnum
              from pg_attribute
             where attrelid = t.typrelid and attnum > 0 and not attisdropped
          ) part) p (parts)
     where t.typnamespace = ${schema} and (t.typtype in ('e', 'd') or c.relkind = 'c') and ${notOfExtension("pg_type", "t.oid")}
     order by t.typname`);
  return rows.map((row) => ({ key: row.key, write: () => writeType(row) }));
}

function writeType({ kind, name, parts, base, collation, isNotNull, initial, comment }: TypeRow): string {
  const own = commentOn(`${kind === "d" ? "domain" : "type"} ${name}`, comment);
  if (kind === "e") return `create type ${name} as enum (${parts.map((label) => literal(label.name)).join(", ")});\n${own}`;
  if (kind === "c") {
    const columns = parts.map((column) => `  ${column.name} ${typeName(column.definition)}`).join(",\n");
    return `create type ${name} as (\n${columns}\n);\n${own}${parts.map((part) => commentOn(`column ${name}.${part.name}`, part.comment)).join("")}`;
  }
  const lines = [
    `create domain ${name} as ${typeName(base ?? "")}${collation === null ? "" : ` collate ${collation}`}`,
    ...(initial === null ? [] : [`  default ${lowerCase(initial)}`]),
    ...(isNotNull ? ["  not null"] : []),
    ...parts.map((constraint) => `  constraint ${constraint.name} ${lowerCase(constraint.definition)}`),
  ];
  const comments = parts.map((part) => commentOn(`constraint ${part.name} on domain ${name}`, part.comment));
  return `${lines.join("\n")};\n${own}${comments.join("")}`;
}

interface SequenceRow extends SequenceFacts {
  key: string;
  name: string;
  unlogged: boolean;
  /** `table.column` */
  owner: string | null;
  comment: string | null;
}

/** Not those of identity columns, which come with their column. */
export async function readSequences(tx: Db, schema: number): Promise<Piece[]> {
  const rows = await tx.many<SequenceRow>(sql`
    select 'pg_class:' || c.oid as key, quote_ident(c.relname) as name, c.relpersistence = 'u' as unlogged,
           format_type(s.seqtypid, null) as type, s.seqstart::text as start, s.seqincrement::text as increment,
           s.seqmin::text as least, s.seqmax::text as most, s.seqcache::text as cache, s.seqcycle as cycle,
           own.refobjid::regclass || '.' || quote_ident(a.attname) as owner, obj_description(c.oid, 'pg_class') as comment
      from pg_class c
      join pg_sequence s on s.seqrelid = c.oid
      left join pg_depend own on own.classid = 'pg_class'::regclass and own.objid = c.oid and own.refobjsubid > 0
      left join pg_attribute a on a.attrelid = own.refobjid and a.attnum = own.refobjsubid
     where c.relnamespace = ${schema} and own.deptype is distinct from 'i' and ${notOfExtension("pg_class", "c.oid")}
     order by c.relname`);
  return rows.map((row) => ({
    key: row.key,
    write: (_written, later) => {
      // The column does not exist yet.
      if (row.owner !== null) later.push(`alter sequence ${row.name} owned by ${row.owner};\n`);
      const type = row.type === "bigint" ? "" : ` as ${row.type}`;
      const options = sequenceOptions(row).map((option) => ` ${option}`);
      const create = `create ${row.unlogged ? "unlogged " : ""}sequence ${row.name}${type}${options.join("")};\n`;
      return create + commentOn(`sequence ${row.name}`, row.comment);
    },
  }));
}

interface ViewRow {
  oid: number;
  key: string;
  name: string;
  kind: "v" | "m";
  options: string[] | null;
  query: string;
  comment: string | null;
  columns: { name: string; comment: string }[];
}

export async function readViews(tx: Db, schema: number): Promise<Piece[]> {
  const rows = await tx.many<ViewRow>(sql`
    select c.oid, 'pg_class:' || c.oid as key, quote_ident(c.relname) as name, c.relkind as kind, to_jsonb(c.reloptions) as options,
           pg_get_viewdef(c.oid, true) as query, obj_description(c.oid, 'pg_class') as comment,
           (select coalesce(jsonb_agg(jsonb_build_object('name', quote_ident(attname), 'comment', col_description(c.oid, attnum))
                                      order by attnum), '[]')
              from pg_attribute
             where attrelid = c.oid and attnum > 0 and col_description(c.oid, attnum) is not null) as columns
      from pg_class c
     where c.relnamespace = ${schema} and c.relkind in ('v', 'm') and ${notOfExtension("pg_class", "c.oid")}
     order by c.relname`);
  const indexes = Map.groupBy(await readIndexes(tx, schema), (index) => index.tableOid);
  const pieces: Piece[] = [];
  for (const { oid, key, name, kind, options, query, comment, columns } of rows) {
    const title = `${kind === "m" ? "materialized " : ""}view ${name}`;
    const text = [
      `create ${title}${storageOptions(options)} as\n${lowerCase(await sameInAllVersions(tx, query))};\n`,
      commentOn(title, comment),
      ...columns.map((column) => commentOn(`column ${name}.${column.name}`, column.comment)),
      writeIndexes(indexes.get(oid) ?? []),
    ].join("");
    pieces.push({ key, write: () => text });
  }
  return pieces;
}

/**
 * PostgreSQL 15 writes `users.id` where 16 and newer write `id`, but only in views. So the query becomes a function's for a moment:
 * in those all versions write alike.
 */
async function sameInAllVersions(tx: Db, query: string): Promise<string> {
  await tx.run(sql`create function pg_temp.of_a_view() returns setof record begin atomic ${trusted(query)} end`);
  const { body } = await tx.one<{ body: string }>(sql`
    select pg_get_function_sqlbody(oid) as body
      from pg_proc
     where proname = 'of_a_view' and pronamespace = pg_my_temp_schema()`);
  await tx.run(sql`drop function pg_temp.of_a_view()`);
  return body.replace(/^BEGIN ATOMIC\n/, "").replace(/;\s*END$/, "");
}

interface FunctionRow {
  key: string;
  kind: "function" | "procedure";
  signature: string;
  definition: string;
  comment: string | null;
}

export async function readFunctions(tx: Db, schema: number, schemaName: string): Promise<Piece[]> {
  const rows = await tx.many<FunctionRow>(sql`
    select 'pg_proc:' || p.oid as key, case p.prokind when 'p' then 'procedure' else 'function' end as kind,
           p.oid::regprocedure::text as signature,
           regexp_replace(pg_get_functiondef(p.oid), '^CREATE OR REPLACE (FUNCTION|PROCEDURE) ' || quote_ident(n.nspname) || '\\.',
                          'CREATE \\1 ') as definition,
           obj_description(p.oid, 'pg_proc') as comment
      from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
     where p.pronamespace = ${schema} and p.prokind in ('f', 'p', 'w') and ${notOfExtension("pg_proc", "p.oid")}
     order by p.proname, signature`);
  return rows.map(({ key, kind, signature, definition, comment }) => ({
    key,
    write: () => {
      const text = lowerCase(definition)
        // So a migration says it that does not know its schema's name.
        .replace(`\n set search_path to ${literal(schemaName)}\n`, "\n set search_path from current\n")
        .replace(/\s*$/, "");
      return `${text};\n${commentOn(`${kind} ${signature}`, comment)}`;
    },
  }));
}

export async function readTriggers(tx: Db, schema: number): Promise<string[]> {
  const rows = await tx.many<{ name: string; table: string; definition: string; comment: string | null }>(sql`
    select quote_ident(t.tgname) as name, c.oid::regclass::text as table, pg_get_triggerdef(t.oid, true) as definition,
           obj_description(t.oid, 'pg_trigger') as comment
      from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = ${schema} and not t.tgisinternal and t.tgparentid = 0
     order by c.relname, t.tgname`);
  return rows.map(({ name, table, definition, comment }) => {
    return `${lowerCase(definition)};\n${commentOn(`trigger ${name} on ${table}`, comment)}`;
  });
}

interface PolicyRow {
  name: string;
  table: string;
  permissive: boolean;
  command: string;
  roles: string;
  using: string | null;
  check: string | null;
  comment: string | null;
}

export async function readPolicies(tx: Db, schema: number): Promise<string[]> {
  const rows = await tx.many<PolicyRow>(sql`
    select quote_ident(p.polname) as name, c.oid::regclass::text as table, p.polpermissive as permissive,
           case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end as command,
           (select string_agg(case role when 0 then 'public' else role::regrole::text end, ', ' order by role::regrole::text)
              from unnest(p.polroles) role) as roles,
           pg_get_expr(p.polqual, c.oid, true) as using, pg_get_expr(p.polwithcheck, c.oid, true) as check,
           obj_description(p.oid, 'pg_policy') as comment
      from pg_policy p
      join pg_class c on c.oid = p.polrelid
     where c.relnamespace = ${schema}
     order by c.relname, p.polname`);
  return rows.map(({ name, table, permissive, command, roles, using, check, comment }) => {
    const lines = [
      `create policy ${name} on ${table}${permissive ? "" : " as restrictive"} for ${command} to ${roles}`,
      ...(using === null ? [] : [`  using (${lowerCase(using)})`]),
      ...(check === null ? [] : [`  with check (${lowerCase(check)})`]),
    ];
    return `${lines.join("\n")};\n${commentOn(`policy ${name} on ${table}`, comment)}`;
  });
}

/** What an extension brought is made by the extension. */
function notOfExtension(catalogue: string, oid: string): Sql {
  return sql`not exists (
    select from pg_depend d where d.classid = ${trusted(`'${catalogue}'`)}::regclass and d.objid = ${trusted(oid)} and d.deptype = 'e')`;
}
