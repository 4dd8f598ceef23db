import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startTestFinance, type TestFinance } from "../testing.ts";
import { SPACE_COLUMNS, TABLES } from "./tables.ts";

let finance: TestFinance;
before(async () => {
  finance = await startTestFinance();
});
after(() => finance[Symbol.asyncDispose]());

async function columnsOf(table: string): Promise<string[]> {
  const rows = await finance.service.world.db.many<{ column_name: string }>(sql`
    select column_name::text from information_schema.columns where table_schema = current_schema() and table_name = ${table}`);
  return rows.map((row) => row.column_name).filter((name) => name !== "space_id");
}

/** What no post writes: what stays as it was when the space was made, who shares it and hears of it, and what the function keeps itself. */
const NOT_POSTED: Record<string, string[]> = {
  spaces: ["created_at", "has_webhooks", "members", "time_zone", "turnover_cents", "undoable_after", "version"],
  imports: ["progress"],
};

for (const [table, { columns }] of Object.entries({ ...TABLES, spaces: { columns: SPACE_COLUMNS } }))
  test(`a post knows every column of ${table}`, async () => {
    const known = [...columns, ...(NOT_POSTED[table] ?? [])];
    assert.deepEqual(known.sort(), (await columnsOf(table)).sort());
  });
