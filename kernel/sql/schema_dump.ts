// A schema as SQL text that a person can read and PostgreSQL can run, made from the system catalogues.
// Names of the schema itself do not appear, and every supported version of PostgreSQL gives the same text for the same migrations.
import { type Database, type Db, openDatabase } from "./database.ts";
import { type MigrateOptions, migrate } from "./migrate.ts";
import { readFunctions, readPolicies, readSequences, readTriggers, readTypes, readViews } from "./schema_dump_objects.ts";
import { readTables } from "./schema_dump_tables.ts";
import type { Piece } from "./schema_dump_text.ts";
import { sql } from "./sql.ts";

/** Rewrites every file that is made from the code, the schemas among them. */
export const GENERATE_COMMAND = "npm run generate";

const HEADER = `-- Made from the migrations by \`${GENERATE_COMMAND}\`. Edit those, not this file. Owners and privileges are left out.\n`;

/** What the migrations of a folder make of an empty database. */
export async function dumpMigrations(options: Pick<MigrateOptions, "url" | "schema" | "folder">): Promise<string> {
  const { url, schema } = options;
  await migrate(options);
  const database = openDatabase({ url, schema, name: `cofre schema ${schema}`, maxConnections: 1 });
  try {
    return await dumpSchema(database, schema);
  } finally {
    await database.close();
  }
}

/** Throws if the schema holds something that this file cannot write, so that no dump is silently incomplete. */
export function dumpSchema(database: Database, schema: string): Promise<string> {
  return database.transaction(async (tx) => {
    // PostgreSQL leaves out the schema of whatever is found without it.
    await tx.run(sql`select set_config('search_path', quote_ident(${schema}), true)`);
    const found = await tx.maybeOne<{ oid: number }>(sql`select oid from pg_namespace where nspname = ${schema}`);
    if (!found) throw new Error(`there is no schema "${schema}"`);

    const types = await readTypes(tx, found.oid);
    const sequences = await readSequences(tx, found.oid);
    const tables = await readTables(tx, found.oid);
    const views = await readViews(tx, found.oid);
    const functions = await readFunctions(tx, found.oid, schema);
    const pieces = [...types, ...sequences, ...tables, ...views, ...functions];
    await demandComplete(tx, found.oid, pieces);

    // A body may name what comes further below.
    const preface = functions.length > 0 ? ["set check_function_bodies = off;\n"] : [];
    const statements = write(inOrder(pieces, await readNeeds(tx)));
    const last = [...(await readTriggers(tx, found.oid)), ...(await readPolicies(tx, found.oid))];
    return [HEADER, ...preface, ...statements, ...last].join("\n");
  });
}

/** Keeps the order given, except that what a piece needs comes before it. */
function inOrder(pieces: readonly Piece[], needs: ReadonlyMap<string, readonly string[]>): Piece[] {
  const byKey = new Map(pieces.map((piece) => [piece.key, piece]));
  const position = new Map(pieces.map((piece, index) => [piece.key, index]));
  const ordered = new Set<Piece>();
  const visited = new Set<string>();
  const visit = (key: string): void => {
    const piece = byKey.get(key);
    if (!piece || visited.has(key)) return;
    visited.add(key);
    const needed = (needs.get(key) ?? []).filter((each) => position.has(each));
    needed.sort((a, b) => (position.get(a) as number) - (position.get(b) as number));
    for (const each of needed) visit(each);
    ordered.add(piece);
  };
  for (const { key } of pieces) visit(key);
  return [...ordered];
}

function write(pieces: readonly Piece[]): string[] {
  const written = new Set<string>();
  const later: string[] = [];
  const texts = pieces.map((piece) => {
    written.add(piece.key);
    return piece.write(written, later);
  });
  return [...texts, ...later];
}

/** Which object cannot be made before which others, by their keys. What belongs to a table or type counts as that table or type. */
async function readNeeds(tx: Db): Promise<Map<string, string[]>> {
  const rows = await tx.many<{ owner: string; needed: string }>(sql`
    with part (class, object, owner) as (
      select 'pg_class'::regclass, oid, case relkind when 'c' then 'pg_type:' || reltype else 'pg_class:' || oid end
        from pg_class
       where relkind not in ('i', 'I')
      union all
      select 'pg_class'::regclass, indexrelid, 'pg_class:' || indrelid from pg_index
      union all
      select 'pg_attrdef'::regclass, oid, 'pg_class:' || adrelid from pg_attrdef
      union all
      select 'pg_constraint'::regclass, oid, case conrelid when 0 then 'pg_type:' || contypid else 'pg_class:' || conrelid end
        from pg_constraint
      union all
      select 'pg_rewrite'::regclass, oid, 'pg_class:' || ev_class from pg_rewrite
      union all
      select 'pg_proc'::regclass, oid, 'pg_proc:' || oid from pg_proc
      union all
      select 'pg_type'::regclass, t.oid, coalesce('pg_class:' || c.oid, 'pg_type:' || base.oid)
        from pg_type t
        join pg_type base on base.oid = case t.typcategory when 'A' then t.typelem else t.oid end
        left join pg_class c on c.oid = base.typrelid and c.relkind <> 'c'
    )
    select distinct a.owner, b.owner as needed
      from pg_depend d
      join part a on a.class = d.classid and a.object = d.objid
      join part b on b.class = d.refclassid and b.object = d.refobjid
     where d.deptype = 'n' and a.owner <> b.owner
    union
    select 'pg_class:' || inhrelid, 'pg_class:' || inhparent from pg_inherits`);
  const needs = new Map<string, string[]>();
  for (const { owner, needed } of rows) needs.set(owner, [...(needs.get(owner) ?? []), needed]);
  return needs;
}

/** Everything that lives in the schema by itself is either a piece or comes with one. */
async function demandComplete(tx: Db, schema: number, pieces: readonly Piece[]): Promise<void> {
  const rows = await tx.many<{ key: string; description: string }>(sql`
    select d.classid::regclass || ':' || d.objid as key, pg_describe_object(d.classid, d.objid, 0) as description
      from pg_depend d
     where d.refclassid = 'pg_namespace'::regclass and d.refobjid = ${schema}
       and d.classid not in ('pg_extension'::regclass, 'pg_default_acl'::regclass)
       and not exists (
         select from pg_depend other
          where other.classid = d.classid and other.objid = d.objid
            and (other.deptype = 'e' or other.deptype = 'i' and other.refclassid = 'pg_class'::regclass))
    union
    select 'inheritance', pg_describe_object('pg_class'::regclass, c.oid, 0)
      from pg_inherits i
      join pg_class c on c.oid = i.inhrelid
     where c.relnamespace = ${schema} and not c.relispartition
     order by description`);
  const known = new Set(pieces.map((piece) => piece.key));
  const unknown = rows.filter((row) => !known.has(row.key)).map((row) => row.description);
  if (unknown.length > 0) throw new Error(`a schema dump cannot show ${unknown.join(", ")}`);
}
