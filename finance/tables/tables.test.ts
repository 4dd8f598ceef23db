import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { RELEASES_WITH_DATA, readExport } from "../testing/release/kept.ts";
import { shareTestFinance } from "../testing.ts";
import { spaces } from "./spaces.ts";
import { keyOf, REFERENCES, TABLE_NAMES, TABLES, type TableName } from "./tables.ts";

const finance = shareTestFinance();

interface SchemaColumn {
  name: string;
  type: string;
  nullable: boolean;
}

function columnsOf(table: string): Promise<SchemaColumn[]> {
  return finance.service.world.db.many<SchemaColumn>(sql`
    select attname::text as name, not attnotnull as nullable,
           replace(format_type(atttypid, atttypmod), 'timestamp with time zone', 'timestamptz') as type
      from pg_attribute
     where attrelid = ${table}::text::regclass and attnum > 0 and not attisdropped and attname <> 'space_id'`);
}

/** Columns that no post writes: set when the space was created, owned by members or webhooks, or maintained by the function. */
const NOT_POSTED: Record<string, string[]> = {
  spaces: [
    ...["created_at", "has_webhooks", "members", "time_zone", "turnover_cents", "undoable_after", "version"],
    ...["space_months_through", "space_months_version"],
  ],
  imports: ["progress"],
};

for (const [name, { columns }] of Object.entries(TABLES))
  test(`every column of ${name} is declared with its type, and may be null if the table says so`, async () => {
    const posted = (await columnsOf(name)).filter((column) => !NOT_POSTED[name]?.includes(column.name));
    const declared = Object.entries(columns).map(([column, { kind }]) => ({
      name: column,
      type: kind.type,
      nullable: kind.isValid(null),
    }));
    const byName = (one: SchemaColumn, other: SchemaColumn) => (one.name < other.name ? -1 : 1);
    assert.deepEqual(declared.toSorted(byName), posted.toSorted(byName));
  });

test("every column of spaces that a post may set is declared", async () => {
  const declared = [...Object.keys(spaces.columns), ...(NOT_POSTED.spaces ?? [])];
  assert.deepEqual(declared.toSorted(), (await columnsOf("spaces")).map(({ name }) => name).toSorted());
});

interface Constraint {
  table: string;
  type: "p" | "f" | "u";
  columns: string[];
  target: string | null;
}

/** Within a space: without `space_id`, which they all begin with. */
function listConstraints(): Promise<Constraint[]> {
  return finance.service.world.db.many<Constraint>(sql`
    select source.relname::text as "table", contype::text as type, target.relname::text as target,
           (select to_jsonb(array_agg(attname::text order by position))
              from unnest(conkey) with ordinality as numbered (number, position)
              join pg_attribute on attrelid = conrelid and attnum = number
             where attname <> 'space_id') as columns
      from pg_constraint
      join pg_class as source on source.oid = conrelid and source.relnamespace = current_schema()::regnamespace
      left join pg_class as target on target.oid = confrelid
     where contype in ('p', 'f', 'u') and array_length(conkey, 1) > 1`);
}

test("keys, unique columns and references are those of the database", async () => {
  const constraints = (await listConstraints()).filter(({ table }) => TABLE_NAMES.includes(table as TableName));
  const ofType = (type: Constraint["type"]) => constraints.filter((each) => each.type === type);
  const sorted = (lines: readonly string[]) => lines.toSorted();
  assert.deepEqual(
    sorted(ofType("p").map(({ table, columns }) => `${table} ${columns}`)),
    sorted(TABLE_NAMES.map((name) => `${name} ${keyOf(name)}`)),
  );
  assert.deepEqual(
    sorted(ofType("u").map(({ table, columns }) => `${table} ${columns}`)),
    sorted(TABLE_NAMES.flatMap((name) => (TABLES[name].unique ? [`${name} ${TABLES[name].unique}`] : []))),
  );
  assert.deepEqual(
    sorted(ofType("f").map(({ table, columns, target }) => `${table} ${columns} ${target}`)),
    sorted(TABLE_NAMES.flatMap((name) => REFERENCES[name].map(({ column, target }) => `${name} ${column} ${target}`))),
  );
});

test("what rows refer to is declared before them, and a leaf is referred to by none", () => {
  for (const name of TABLE_NAMES)
    for (const { target } of REFERENCES[name]) {
      assert.ok(TABLE_NAMES.indexOf(target) <= TABLE_NAMES.indexOf(name), `${name} comes before ${target}`);
      assert.equal(TABLES[target].isLeaf, undefined, `${name} refers to ${target}`);
    }
});

test("what is absent is a value of its column, and columns of later releases may be absent", () => {
  for (const name of TABLE_NAMES)
    for (const [column, { kind, absent, since }] of Object.entries(TABLES[name].columns))
      if (absent !== undefined || since !== undefined) assert.ok(kind.isValid(absent), `${name}.${column}`);
});

const numberOf = (release: string) => release.split(".").reduce((all, each) => all * 1_000 + Number(each), 0);

test("files of releases have exactly the columns that were there by then", () => {
  for (const release of RELEASES_WITH_DATA) {
    const file = JSON.parse(readExport(release)) as Record<string, object[]>;
    for (const name of TABLE_NAMES)
      for (const [column, { since = "0.2.0" }] of Object.entries(TABLES[name].columns)) {
        const [row] = file[name] ?? [];
        if (row) assert.equal(column in row, numberOf(since) <= numberOf(release), `${release}: ${name}.${column}`);
      }
  }
});
