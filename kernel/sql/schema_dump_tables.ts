// Tables of a schema dump: columns, constraints, indexes, partitions.
import type { Db } from "./database.ts";
import {
  commentOn,
  lowerCase,
  type Piece,
  type SequenceFacts,
  sequenceOptions,
  storageOptions,
  typeName,
} from "./schema_dump_text.ts";
import { sql } from "./sql.ts";

interface Table {
  oid: number;
  key: string;
  name: string;
  unlogged: boolean;
  partitionKey: string | null;
  parent: string | null;
  bound: string | null;
  options: string[] | null;
  rowSecurity: boolean;
  forcedRowSecurity: boolean;
  comment: string | null;
}

interface Column {
  tableOid: number;
  name: string;
  type: string;
  collation: string | null;
  isNotNull: boolean;
  initial: string | null;
  generated: "" | "s" | "v";
  identity: "" | "a" | "d";
  /** Its name is null where PostgreSQL would choose the same. */
  sequence: (SequenceFacts & { name: string | null }) | null;
  comment: string | null;
}

interface Constraint {
  tableOid: number;
  name: string;
  definition: string;
  /** The table that a foreign key leads to. */
  target: string | null;
  comment: string | null;
}

export interface Index {
  /** The table or materialized view. */
  tableOid: number;
  name: string;
  definition: string;
  comment: string | null;
}

export async function readTables(tx: Db, schema: number): Promise<Piece[]> {
  const tables = await tx.many<Table>(sql`
    select c.oid, 'pg_class:' || c.oid as key, quote_ident(c.relname) as name,
           c.relpersistence = 'u' as unlogged, pg_get_partkeydef(c.oid) as "partitionKey",
           case when c.relispartition then (select inhparent::regclass::text from pg_inherits where inhrelid = c.oid) end as parent,
           pg_get_expr(c.relpartbound, c.oid, true) as bound, to_jsonb(c.reloptions) as options,
           c.relrowsecurity as "rowSecurity", c.relforcerowsecurity as "forcedRowSecurity",
           obj_description(c.oid, 'pg_class') as comment
      from pg_class c
     where c.relnamespace = ${schema} and c.relkind in ('r', 'p')
       and not exists (
         select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by c.relname`);
  const columns = Map.groupBy(await readColumns(tx, schema), (column) => column.tableOid);
  const constraints = Map.groupBy(await readConstraints(tx, schema), (constraint) => constraint.tableOid);
  const indexes = Map.groupBy(await readIndexes(tx, schema), (index) => index.tableOid);
  return tables.map((table) => ({
    key: table.key,
    write: (written, later) => {
      const own = { columns: columns.get(table.oid) ?? [], constraints: constraints.get(table.oid) ?? [] };
      return writeTable(table, own.columns, own.constraints, written, later) + writeIndexes(indexes.get(table.oid) ?? []);
    },
  }));
}

function writeTable(
  table: Table,
  columns: readonly Column[],
  constraints: readonly Constraint[],
  written: ReadonlySet<string>,
  later: string[],
): string {
  const { name } = table;
  const lines = table.parent === null ? columns.map((column) => `  ${writeColumn(column)}`) : [];
  const comments = columns.map((column) => commentOn(`column ${name}.${column.name}`, column.comment));
  for (const constraint of constraints) {
    const text = `constraint ${constraint.name} ${lowerCase(constraint.definition)}`;
    const comment = commentOn(`constraint ${constraint.name} on ${name}`, constraint.comment);
    if (constraint.target === null || written.has(constraint.target)) {
      lines.push(`  ${text}`);
      comments.push(comment);
    } else {
      // Tables that lead to each other cannot both come first.
      later.push(`alter table ${name} add ${text};\n${comment}`);
    }
  }
  const body = lines.length > 0 || table.parent === null ? ` (\n${lines.join(",\n")}\n)` : "";
  const partitionBy = table.partitionKey === null ? "" : ` partition by ${lowerCase(table.partitionKey)}`;
  const partitionOf = table.parent === null ? "" : ` partition of ${table.parent}`;
  const bound = table.bound === null ? "" : ` ${lowerCase(table.bound)}`;
  const create = `create ${table.unlogged ? "unlogged " : ""}table ${name}${partitionOf}${body}${bound}${partitionBy}`;
  return [
    `${create}${storageOptions(table.options)};\n`,
    table.rowSecurity ? `alter table ${name} enable row level security;\n` : "",
    table.forcedRowSecurity ? `alter table ${name} force row level security;\n` : "",
    commentOn(`table ${name}`, table.comment),
    ...comments,
  ].join("");
}

function writeColumn(column: Column): string {
  const words = [column.name, typeName(column.type)];
  if (column.collation !== null) words.push(`collate ${column.collation}`);
  if (column.isNotNull) words.push("not null");
  if (column.identity !== "") words.push(writeIdentity(column));
  else if (column.generated !== "") {
    words.push(`generated always as (${lowerCase(column.initial ?? "")}) ${column.generated === "s" ? "stored" : "virtual"}`);
  } else if (column.initial !== null) words.push(`default ${lowerCase(column.initial)}`);
  return words.join(" ");
}

function writeIdentity({ identity, sequence }: Column): string {
  const name = sequence?.name ? [`sequence name ${sequence.name}`] : [];
  const options = [...name, ...(sequence ? sequenceOptions(sequence) : [])];
  return `generated ${identity === "a" ? "always" : "by default"} as identity${options.length > 0 ? ` (${options.join(" ")})` : ""}`;
}

export function writeIndexes(indexes: readonly Index[]): string {
  return indexes
    .map(({ name, definition, comment }) => {
      // The index of a partitioned table covers its partitions; PostgreSQL says so only by not saying ONLY.
      const text = lowerCase(definition).replace(" on only ", " on ").replace(" using btree (", " (");
      return `${text};\n${commentOn(`index ${name}`, comment)}`;
    })
    .join("");
}

function readColumns(tx: Db, schema: number): Promise<Column[]> {
  return tx.many<Column>(sql`
    select c.oid as "tableOid", quote_ident(a.attname) as name, format_type(a.atttypid, a.atttypmod) as type,
           case when a.attcollation <> t.typcollation then a.attcollation::regcollation::text end as collation,
           a.attnotnull as "isNotNull", pg_get_expr(d.adbin, d.adrelid, true) as initial,
           a.attgenerated as generated, a.attidentity as identity, s.facts as sequence, col_description(c.oid, a.attnum) as comment
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      left join lateral (
        select jsonb_build_object(
                 'name', nullif(quote_ident(sc.relname), quote_ident(c.relname || '_' || a.attname || '_seq')),
                 'type', format_type(s.seqtypid, null), 'start', s.seqstart::text,
                 'increment', s.seqincrement::text, 'least', s.seqmin::text, 'most', s.seqmax::text,
                 'cache', s.seqcache::text, 'cycle', s.seqcycle) as facts
          from pg_depend own
          join pg_sequence s on s.seqrelid = own.objid
          join pg_class sc on sc.oid = s.seqrelid
         where own.refclassid = 'pg_class'::regclass and own.refobjid = c.oid and own.refobjsubid = a.attnum
           and own.classid = 'pg_class'::regclass and own.deptype = 'i'
      ) s on a.attidentity <> ''
     where c.relnamespace = ${schema} and c.relkind in ('r', 'p')
     order by c.relname, a.attnum`);
}

/** Not the ones that a partition has from its table, and not those for "not null", which only newer versions keep here. */
function readConstraints(tx: Db, schema: number): Promise<Constraint[]> {
  return tx.many<Constraint>(sql`
    select c.conrelid as "tableOid", quote_ident(c.conname) as name, pg_get_constraintdef(c.oid, true) as definition,
           case when c.contype = 'f' then 'pg_class:' || c.confrelid end as target,
           obj_description(c.oid, 'pg_constraint') as comment
      from pg_constraint c
     where c.connamespace = ${schema} and c.conrelid <> 0 and c.contype in ('p', 'u', 'x', 'c', 'f')
       and c.conparentid = 0 and c.coninhcount = 0
     order by array_position('{p,u,x,c,f}'::text[], c.contype::text), c.conname`);
}

/** Not those that stand behind a constraint, and not the parts of a partitioned table's index. */
export function readIndexes(tx: Db, schema: number): Promise<Index[]> {
  return tx.many<Index>(sql`
    select i.indrelid as "tableOid", quote_ident(c.relname) as name, pg_get_indexdef(c.oid, 0, true) as definition,
           obj_description(c.oid, 'pg_class') as comment
      from pg_index i
      join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = ${schema} and not c.relispartition
       and not exists (select from pg_constraint where conindid = c.oid and contype in ('p', 'u', 'x'))
     order by c.relname`);
}
