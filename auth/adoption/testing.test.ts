import assert from "node:assert/strict";
import { test } from "node:test";
import { testDatabase } from "../../kernel/testing/database.ts";
import { SUPABASE_IMAGE } from "./testing.ts";

test("databases of a Supabase are prepared at once, although their roles belong to the whole server", async () => {
  await using opened = new AsyncDisposableStack();
  const databases = await Promise.all(Array.from({ length: 12 }, async () => opened.use(await testDatabase())));
  const outcomes = await Promise.allSettled(databases.map(({ url }) => SUPABASE_IMAGE.prepare(url)));
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    databases.map(() => "fulfilled"),
  );
});
