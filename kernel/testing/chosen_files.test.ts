import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { chosenFiles, EXHAUSTIVE } from "./chosen_files.ts";
import { temporaryFolder } from "./folder.ts";
import { ROOT } from "./root.ts";

const TREE = ["a/one.test.ts", "a/one.ts", "a/deep/two.test.ts", "b/three.test.ts", "c/none.ts", "node_modules/x/x.test.ts"];

async function treeOf(paths: readonly string[]) {
  const folder = await temporaryFolder();
  for (const path of paths) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), "");
  }
  return folder;
}

const CHOSEN: [given: string[], files: string[]][] = [
  [["a"], ["a/deep/two.test.ts", "a/one.test.ts"]],
  [
    ["a/", "./a"],
    ["a/deep/two.test.ts", "a/one.test.ts"],
  ],
  [
    ["b/three.test.ts", "a/deep"],
    ["a/deep/two.test.ts", "b/three.test.ts"],
  ],
  [["{a,b}/*.test.ts"], ["a/one.test.ts", "b/three.test.ts"]],
  [["**/*.test.ts"], ["a/deep/two.test.ts", "a/one.test.ts", "b/three.test.ts"]],
  [["."], ["a/deep/two.test.ts", "a/one.test.ts", "b/three.test.ts"]],
];

for (const [input, files] of CHOSEN) {
  test(`npm test -- ${input.join(" ")} runs the files that it names`, async () => {
    await using tree = await treeOf(TREE);
    assert.deepEqual(chosenFiles(tree.path, input), files);
  });
}

const REFUSED: [given: string, problem: RegExp][] = [
  ["a/one", /^There is no a\/one\. Did you mean a\/one\.test\.ts\?$/],
  ["a/one.ts", /^a\/one\.ts is no test file\. Did you mean a\/one\.test\.ts\?$/],
  ["a/four.test.ts", /^There is no a\/four\.test\.ts\.$/],
  ["c", /^There is no test below c\.$/],
  ["c/*.test.ts", /^No test file matches c\/\*\.test\.ts\.$/],
];

for (const [input, problem] of REFUSED) {
  test(`npm test -- ${input} says what is missing, whatever else is named`, async () => {
    await using tree = await treeOf(TREE);
    assert.throws(() => chosenFiles(tree.path, ["b", input]), { name: "NoSuchTests", message: problem });
  });
}

test("every file that is left to --exhaustive is there", () => {
  assert.deepEqual(chosenFiles(ROOT, EXHAUSTIVE), EXHAUSTIVE.toSorted());
});
