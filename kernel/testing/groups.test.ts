import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "./folder.ts";
import { costliest, LONGEST, writeGroups } from "./groups.ts";
import { ROOT } from "./root.ts";
import { stoppedIn } from "./run_files.ts";

test("files are grouped from the last, 24 at most and fewer towards the end; the longest are alone and first", async () => {
  await using folder = await temporaryFolder();
  const files = (count: number) => Array.from({ length: count }, (_, n) => `kernel/${n}.test.ts`);
  const sizesOf = async (input: readonly string[]) => {
    const { modules, filesOf } = await writeGroups(folder.path, input, 4);
    assert.deepEqual(modules, modules.toSorted());
    const groups = modules.map(filesOf);
    assert.deepEqual(groups.flat().toSorted(), input.toSorted(), "each once");
    return { groups, sizes: groups.map(({ length }) => length) };
  };
  for (const [count, sizes] of [
    [0, []],
    [5, [2, 2, 1]],
    [40, [6, 6, 6, 6, 6, 6, 4]],
    [240, [24, 24, 24, 21, 19, 16, 14, 13, 11, 10, 8, 7, 7, 6, 6, 6, 6, 6, 6, 6]],
  ] as const)
    assert.deepEqual((await sizesOf(files(count))).sizes, sizes, `${count}`);
  const { groups } = await sizesOf(["auth/query_plans.test.ts", ...files(3), "web/browser.test.ts"]);
  assert.deepEqual(groups, [
    ["web/browser.test.ts"],
    ["auth/query_plans.test.ts"],
    ...files(3)
      .reverse()
      .map((file) => [file]),
  ]);
  for (const file of LONGEST) assert.ok(existsSync(join(ROOT, file)), file);
  const { filesOf } = await writeGroups(folder.path, [], 4);
  assert.deepEqual(filesOf("kernel/alone.test.ts"), ["kernel/alone.test.ts"]);
});

/** Prints the order of events to standard output. */
const PARTS: Readonly<Record<string, string>> = {
  "one.test.mjs": `import { after, test } from "node:test"; console.log("one loads"); after(() => console.log("one ends")); test("x", () => {});`,
  "two.test.mjs": `import { test } from "node:test"; console.log("two loads"); test("x", async () => { await 0; console.log("two runs"); });`,
  "three.test.mjs": `import { test } from "node:test"; test("x", () => process.exit(3));`,
  "four.test.mjs": `console.log("four loads");`,
};

test("the files of a group run one after the other, each with its hooks; what was done and what was under way is known after a death", async () => {
  await using folder = await temporaryFolder();
  for (const [name, text] of Object.entries(PARTS)) await writeFile(join(folder.path, name), text);
  const files = Object.keys(PARTS).map((name) => relative(ROOT, join(folder.path, name)));
  const { modules, costs, underWay } = await writeGroups(folder.path, files, 1);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, modules, { env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (part) => {
    output += part;
  });
  const [code] = await once(child, "close");
  assert.equal(code, 3, output);
  assert.deepEqual(output.match(/^\w+ (loads|runs|ends)$/gm), ["one loads", "one ends", "two loads", "two runs"]);
  const done = await costs();
  assert.deepEqual([done.map(({ file }) => file), await underWay()], [files.slice(0, 2), files.slice(2, 3)]);
  assert.match(costliest(done), /cpu +time/);
  assert.match(stoppedIn(await underWay()), /Stopped before its end\.\n {2}under way: .*three\.test\.mjs$/);
});
