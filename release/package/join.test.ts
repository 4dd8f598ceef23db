import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { inSources } from "../../kernel/log/stack.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DIST = dirname(PROGRAM);

before(() => buildProgram());

test("what is built is a few files, which find what lies beside the sources, wherever the folder is moved to", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "built program-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await cp(DIST, join(folder, "dist"), { recursive: true });
  for (const beside of ["node_modules", "package.json", "kernel", "auth", "commands"])
    await symlink(join(ROOT, beside), join(folder, beside));
  const moved = join(folder, "elsewhere");
  await rename(join(folder, "dist"), moved);
  const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { version: string };
  const { stdout } = await promisify(execFile)(process.execPath, [join(moved, basename(PROGRAM)), "--version"]);
  assert.equal(stdout.trim(), version);
  const files = (await readdir(moved)).filter((name) => name.endsWith(".mjs"));
  assert.ok(files.length < 100, `${files.length} files`);
});

test("a stack says where in the sources it was", async () => {
  for (const file of (await readdir(DIST)).filter((name) => name.endsWith(".mjs"))) {
    const path = join(DIST, file);
    const lines = (await readFile(path, "utf8")).split("\n");
    const line = lines.findIndex((text) => text.includes("function requireNoFaults("));
    if (line < 0) continue;
    const column = (lines[line] as string).indexOf("requireNoFaults");
    const source = join(ROOT, "commands/problems.ts");
    const expected = (await readFile(source, "utf8")).split("\n").findIndex((text) => text.includes("function requireNoFaults("));
    const stack = inSources(`Error: x\n    at requireNoFaults (${pathToFileURL(path)}:${line + 1}:${column + 1})`);
    assert.equal(stack.replace(/\d+\)$/, ")"), `Error: x\n    at requireNoFaults (${pathToFileURL(source)}:${expected + 1}:)`);
    return;
  }
  assert.fail("it is in none of the files");
});

test("what is in no joined file stays as it is", () => {
  const stack = `Error: x\n    at f (${import.meta.url}:1:2)\n    at g (file:///gone/dist/cofre.mjs:3:4)`;
  assert.equal(inSources(stack), stack);
});
