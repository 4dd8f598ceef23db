import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { fewFiles } from "./few_files.ts";
import { inSources } from "./log/stack.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

test("the program is a few files, which find what lies beside its sources and the libraries", async () => {
  const program = await fewFiles("command_line.ts");
  assert.match(program, /\/\.runtime\/program-[0-9a-f]{16}\/program\.mjs$/);
  assert.equal(await fewFiles("command_line.ts"), program, "found, and not made again");
  const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { version: string };
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(program), "--version"]);
  assert.equal(stdout.trim(), version);
});

test("a stack says where in the sources it was", async () => {
  const program = await fewFiles("command_line.ts");
  const folder = new URL(".", program);
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".mjs"))) {
    const lines = (await readFile(new URL(file, folder), "utf8")).split("\n");
    const line = lines.findIndex((text) => text.includes("function demandNoFaults("));
    if (line < 0) continue;
    const column = (lines[line] as string).indexOf("demandNoFaults");
    const source = join(ROOT, "commands/problems.ts");
    const wanted = (await readFile(source, "utf8")).split("\n").findIndex((text) => text.includes("function demandNoFaults("));
    const stack = inSources(`Error: x\n    at demandNoFaults (${new URL(file, folder)}:${line + 1}:${column + 1})`);
    assert.equal(stack.replace(/\d+\)$/, ")"), `Error: x\n    at demandNoFaults (${pathToFileURL(source)}:${wanted + 1}:)`);
    return;
  }
  assert.fail("it is in none of the files");
});

test("what is in no joined file stays as it is", () => {
  const stack = `Error: x\n    at f (${import.meta.url}:1:2)\n    at g (file:///gone/program-0123456789abcdef/program.mjs:3:4)`;
  assert.equal(inSources(stack), stack);
});
