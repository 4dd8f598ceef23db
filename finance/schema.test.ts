import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { dumpMigrations, GENERATE_COMMAND } from "../kernel/sql/schema_dump.ts";
import { testDatabase } from "../kernel/testing/database.ts";
import { FINANCE_MIGRATIONS } from "./main.ts";

const FILE = readFileSync(new URL("schema.sql", import.meta.url), "utf8");

for (const schema of ["finance", "another_name"]) {
  test(`schema.sql is what the migrations make in a schema named ${schema}`, async () => {
    await using database = await testDatabase();
    const dump = await dumpMigrations({ url: database.url, schema, folder: FINANCE_MIGRATIONS });
    assert.ok(FILE === dump, `finance/schema.sql differs from what the migrations make. Refresh it with: ${GENERATE_COMMAND}`);
  });
}
