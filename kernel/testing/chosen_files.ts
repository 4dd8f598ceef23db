// Resolves the arguments of `npm test`: files, folders and quoted patterns.
import { globSync, statSync } from "node:fs";
import { join } from "node:path";

export const ALL_TESTS = "**/*.test.ts";

/** Each walks over every case there is, and takes minutes together: `npm test -- --exhaustive` runs them too. */
export const EXHAUSTIVE = [
  ...["finance/changes/undo_of_releases.test.ts", "finance/changes/undo_matrix.test.ts", "finance/unknown_spaces.test.ts"],
  ...["finance/extension/far_dates.test.ts", "finance/nulls.test.ts", "finance/exports/restore_fuzz.test.ts"],
  ...[
    "proof/attack/attack.test.ts",
    "proof/attack/fuzz/fuzz.test.ts",
    "proof/faults/faults.test.ts",
    "proof/clients/clients.test.ts",
  ],
  ...["release/package/package.test.ts", "web/browser_screens.test.ts"],
];

export class NoSuchTests extends Error {
  override name = "NoSuchTests";
}

/** Sorted paths from the root, each once. Every argument must match at least one file. */
export function chosenFiles(root: string, input: readonly string[]): string[] {
  return [...new Set(input.flatMap((argument) => filesOf(root, argument)))].sort();
}

function filesOf(root: string, argument: string): string[] {
  const path = argument.replace(/^\.\//, "").replace(/\/+$/, "") || ".";
  const result = statSync(join(root, path), { throwIfNoEntry: false });
  if (result?.isDirectory()) return orFail(testsIn(root, join(path, ALL_TESTS)), `There is no test below ${path}.`);
  if (result) {
    if (path.endsWith(".test.ts")) return [path];
    throw new NoSuchTests(`${path} is no test file.${hint(root, path.replace(/\.\w+$/, ""))}`);
  }
  if (/[*?[\]{}]/.test(path)) return orFail(testsIn(root, path), `No test file matches ${path}.`);
  throw new NoSuchTests(`There is no ${path}.${hint(root, path.replace(/(\.test)?\.ts$/, ""))}`);
}

function testsIn(root: string, pattern: string): string[] {
  const exclude = (name: string) => /^(node_modules|dist|\.runtime|\.git|\.cofre)$/.test(name);
  return globSync(pattern, { cwd: root, exclude }).filter((path) => path.endsWith(".test.ts"));
}

function orFail(files: string[], problem: string): string[] {
  if (files.length === 0) throw new NoSuchTests(problem);
  return files;
}

function hint(root: string, stem: string): string {
  const near = testsIn(root, `${stem}*.test.ts`).slice(0, 3);
  return near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : "";
}
