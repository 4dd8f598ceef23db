import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { problemWithRow, readPage, rowsShown } from "./testing.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PAGE = readPage("auth.md");

test("each difference from Supabase Auth that the page lists is shown by a test", () => {
  const rows = rowsShown(PAGE);
  assert.ok(rows.length > 40, `${rows.length} rows`);
  for (const cells of rows) assert.equal(problemWithRow(cells), undefined, cells[0]);
});

test("every test file that asks for the real server's answers is named on the page", () => {
  const asking = globSync("auth/**/*.test.ts", { cwd: ROOT }).filter((file) =>
    /UPSTREAM_ANSWERS: "true"/.test(readFileSync(`${ROOT}/${file}`, "utf8")),
  );
  assert.ok(asking.length > 4);
  for (const file of asking) assert.ok(PAGE.includes(`\`${file}\``), file);
});
