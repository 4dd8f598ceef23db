import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { problemWith } from "../../kernel/testing/test_names.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PAGE = readFileSync(new URL("auth.md", import.meta.url), "utf8");

/** The rows of all tables that end in "shown by", as cells. */
const rows = PAGE.split(/\n(?=## )/)
  .filter((part) => part.includes("| shown by |"))
  .flatMap((part) => part.split("\n").filter((line) => line.startsWith("| ")))
  .map((line) => line.split(" | "))
  .filter((cells) => !cells.at(-1)?.startsWith("shown by"));

test("each difference from Supabase Auth that the page lists is shown by a test", () => {
  assert.ok(rows.length > 40, `${rows.length} rows`);
  for (const cells of rows) {
    const [, file = "", name = ""] = /^`([^`]+)`: (.+) \|$/.exec(cells.at(-1) ?? "") ?? [];
    assert.equal(problemWith({ file, name }), undefined, cells[0]);
  }
});

test("every test file that asks for the real server's answers is named on the page", () => {
  const asking = globSync("auth/**/*.test.ts", { cwd: ROOT }).filter((file) =>
    /UPSTREAM_ANSWERS: "true"/.test(readFileSync(`${ROOT}/${file}`, "utf8")),
  );
  assert.ok(asking.length > 4);
  for (const file of asking) assert.ok(PAGE.includes(`\`${file}\``), file);
});
