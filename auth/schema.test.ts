import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { dumpMigrations } from "../kernel/sql/schema_dump.ts";
import { testDatabase } from "../kernel/testing/database.ts";
import { AUTH_MIGRATIONS } from "./main.ts";

test("the migrations make the same in a schema of another name", async () => {
  await using database = await testDatabase();
  const files = await dumpMigrations({ url: database.url, schema: "another_name", ...AUTH_MIGRATIONS });
  for (const { path, text } of files) assert.equal(text, readFileSync(new URL(`schema/${path}`, import.meta.url), "utf8"), path);
});
