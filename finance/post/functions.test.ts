import assert from "node:assert/strict";
import { before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { spaces } from "../tables/spaces.ts";
import { COLUMNS, keyOf, TABLE_NAMES, TABLES } from "../tables/tables.ts";
import { shareTestFinance } from "../testing.ts";
import { ADD_SUMS, POST } from "./functions.ts";

const finance = shareTestFinance();
let definition: string;
before(async () => {
  ({ definition } = await finance.service.world.db.one<{ definition: string }>(sql`
    select prosrc as definition from pg_proc where proname = ${POST.name} and pronamespace = current_schema()::regnamespace`));
});

const split = (list: string) => list.split(",").map((each) => each.trim());

/** What each statement that writes rows of the table names. */
function statementsOn(table: string) {
  const statements = definition.split(";").filter((each) => each.includes(`insert into ${table} (`));
  return statements.map((statement) => {
    const [, columns = "", values = ""] =
      /insert into \w+ \(([^)]*)\)\s+(?:select |values \()([\w\s.,]*?)(?:\)| from)\s/.exec(statement) ?? [];
    const [, set = ""] = /do update\s+set ([\w\s.,=]*)$/.exec(statement) ?? [];
    return {
      columns: split(columns),
      values: split(values).map((each) => each.replace(/^\w+\./, "")),
      set: set === "" ? [] : split(set),
    };
  });
}

for (const table of TABLE_NAMES)
  test(`the function that makes a post writes every column of ${table}, and changes all but those that stay`, () => {
    const statements = statementsOn(table);
    assert.equal(statements.length, TABLES[table].isPostedSingly ? 2 : 1);
    const changing = COLUMNS[table].filter((name) => !keyOf(table).includes(name) && !TABLES[table].columns[name]?.immutable);
    for (const { columns, values, set } of statements) {
      assert.deepEqual(columns, ["space_id", ...COLUMNS[table]]);
      assert.deepEqual(values.slice(1), COLUMNS[table]);
      assert.deepEqual(
        set,
        changing.map((name) => `${name} = excluded.${name}`),
      );
    }
  });

test("the function that makes a post writes every column of a space that a post may set", () => {
  const set = /update spaces\s+set (default_[^;]*?)\s+from/.exec(definition)?.[1] ?? "";
  assert.deepEqual(
    split(set).toSorted(),
    Object.keys(spaces.columns)
      .map((name) => `${name} = r.${name}`)
      .toSorted(),
  );
});

test("what a post calls has the names of its content, and those of 0.2.0 are still there", async () => {
  const rows = await finance.service.world.db.many<{ name: string }>(sql`
    select proname::text as name from pg_proc
     where pronamespace = current_schema()::regnamespace and proname ~ '^(post|add_sums)_'`);
  assert.deepEqual(rows.map(({ name }) => name).toSorted(), ["add_sums_1", "post_2", ADD_SUMS.name, POST.name].toSorted());
});
