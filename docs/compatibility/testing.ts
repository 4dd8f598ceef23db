// Test support: reads the tables of this folder's pages, in which each row ends with the test that proves it.
import { readFileSync } from "node:fs";
import { problemWith } from "../../kernel/testing/test_names.ts";

export function readPage(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

/** The rows of all tables of a page with a column "shown by". */
export function rowsShown(page: string): string[][] {
  return page
    .split(/\n(?=## )/)
    .filter((part) => part.includes("| shown by |"))
    .flatMap((part) => part.split("\n").filter((line) => line.startsWith("| ")))
    .map((line) => line.split(" | "))
    .filter((cells) => !cells.at(-1)?.startsWith("shown by"));
}

/** The problem of a row's last cell: `file`: a part of the name of a test in it. */
export function problemWithRow(cells: readonly string[]): string | undefined {
  const [, file = "", name = ""] = /^`([^`]+)`: (.+) \|$/.exec(cells.at(-1) ?? "") ?? [];
  return problemWith({ file, name });
}
