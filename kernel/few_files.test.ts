import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

/** In a process of its own: a hook stays for good. */
const PROGRAM = `
const { loadFewFiles } = await import("./kernel/few_files.ts");
await loadFewFiles();
const [{ Type }, { Compile }, { Value }] = await Promise.all([import("typebox"), import("typebox/compile"), import("typebox/value")]);
const schema = Type.Object({ cents: Type.Integer() });
console.log(JSON.stringify({
  from: import.meta.resolve("typebox"),
  compiled: [Compile(schema).Check({ cents: 1 }), Compile(schema).Check({ cents: 0.5 })],
  checked: [Value.Check(schema, { cents: 1 }), Value.Check(schema, {})],
}));`;

test("the library of schemas is loaded from a few files, and is one library all the same", async () => {
  const args = ["--input-type=module", "--eval", PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: new URL("..", import.meta.url) });
  const { from, ...judged } = JSON.parse(stdout) as { from: string };
  assert.match(from, /\/\.runtime\/typebox-[\d.]+\/type\.mjs$/);
  assert.deepEqual(judged, { compiled: [true, false], checked: [true, false] });
});
