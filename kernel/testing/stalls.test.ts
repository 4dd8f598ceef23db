import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { suite, test } from "node:test";
import { temporaryFolder } from "./folder.ts";
import { ROOT } from "./root.ts";
import { runApart } from "./run_apart.ts";
import { until } from "./until.ts";

/** Long enough for a file of one test on a busy machine. */
const SILENCE_MS = 20_000;

const FINE = `import { test } from "node:test"; test("fine", () => {});`;
/** Starts another process, and notes its number. */
const CHILD = `import { spawn } from "node:child_process"; import { writeFileSync } from "node:fs";
const start = (options) => {
  const child = spawn("sleep", ["600"], options);
  writeFileSync(new URL("child", import.meta.url), String(child.pid));
  return child;
};`;

/** Runs the files with `npm test`'s runner, which ends what is silent for a short while. */
async function run(parts: Readonly<Record<string, string>>) {
  await using folder = await temporaryFolder();
  for (const [name, text] of Object.entries(parts)) await writeFile(join(folder.path, name), text);
  const files = Object.keys(parts).map((name) => relative(ROOT, join(folder.path, name)));
  const ran = await runApart({ files, longestSilenceMs: SILENCE_MS });
  const pid = await readFile(join(folder.path, "child"), "utf8").catch(() => undefined);
  if (pid !== undefined) await until("the other process to end", async () => hasEnded(Number(pid)));
  return ran;
}

/** One that has ended may keep its number until somebody asks for its code. */
async function hasEnded(pid: number): Promise<boolean> {
  if (process.platform === "linux") return /^(State:\s*Z.*)?$/m.test(await stateOf(pid));
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
}

async function stateOf(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return status.split("\n").find((line) => line.startsWith("State:")) ?? "";
}

suite("files that do not end", { concurrency: true }, () => {
  for (const [what, text] of [
    ["does not end after its tests", `${FINE} setInterval(() => {}, 1000);`],
    [
      "fails, and leaves a server open",
      `${FINE} import { before } from "node:test"; import { createServer } from "node:net";
    before(() => { createServer().listen(0); throw new Error("no"); });`,
    ],
    ["never gives its thread back", `${FINE} test("for ever", () => { for (;;); });`],
    ["waits for ever before its first test", `setInterval(() => {}, 1000); await new Promise(() => {});`],
  ] as const)
    test(`a file that ${what} is ended with what it started, named and failed; the others are run`, async () => {
      const { code, said } = await run({
        "stuck.test.mjs": `${CHILD} start({ stdio: "ignore" }); ${text}`,
        "well.test.mjs": `import { test } from "node:test"; test("of the other file", () => {});`,
      });
      assert.equal(code, 1, said);
      assert.match(said, /Failed, and ended by force:\n {2}\S*stuck\.test\.mjs: no test ended for too long/);
      assert.doesNotMatch(said, /well\.test\.mjs: /);
      assert.match(said, /✔ of the other file/);
    });

  test("a file of a group that is stuck is named", async () => {
    const parts = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [`${name}.test.mjs`, FINE]));
    const stuck = `import { test } from "node:test"; test("x", () => { for (;;); });`;
    const { code, said } = await run({ ...parts, "c.test.mjs": stuck });
    assert.equal(code, 1, said);
    assert.match(said, /Failed, and ended by force:\n {2}\S*c\.test\.mjs: no test ended for too long[^\n]*\n/);
    assert.equal(said.match(/✔ fine/g)?.length, 3, "of the files in other processes");
  });

  test("what a file leaves behind with its output open is ended, and fails the run", {
    skip: process.platform !== "linux",
  }, async () => {
    const left = `${CHILD} ${FINE} start({ stdio: "inherit", detached: true }).unref();`;
    const { code, said } = await run({ "left.test.mjs": left });
    assert.equal(code, 1, said);
    assert.match(said, /Failed, and ended by force:\n {2}left running by a test: sleep 600/);
  });

  test("a run in which all goes well ends by itself", async () => {
    const { code, said } = await run({ "well.test.mjs": FINE });
    assert.equal(code, 0, said);
    assert.doesNotMatch(said, /by force/);
  });
});
