import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { testNamesIn } from "../../kernel/testing/test_names.ts";
import { problemWithRow, readPage, rowsShown } from "./testing.ts";

const PAGE = readPage("finance.md");

test("each difference from Organizze that the page lists is shown by a test", () => {
  const rows = rowsShown(PAGE);
  assert.ok(rows.length > 20, `${rows.length} rows`);
  for (const cells of rows) assert.equal(problemWithRow(cells), undefined, cells[0]);
});

test("each answer that FINANCE_UPSTREAM_ANSWERS changes is on the page", () => {
  const names = testNamesIn(readFileSync(new URL("../../finance/upstream.test.ts", import.meta.url), "utf8"));
  const shown = PAGE.match(/`finance\/upstream\.test\.ts`: (.+) \|/g) ?? [];
  const isShown = (name: string) => shown.some((each) => name.includes(each.split("`: ")[1]?.slice(0, -2) ?? each));
  assert.deepEqual(
    names.filter((name) => !isShown(name)),
    [],
  );
});
