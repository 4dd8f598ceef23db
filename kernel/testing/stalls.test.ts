import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "./folder.ts";
import { ROOT } from "./root.ts";
import { runApart } from "./run_apart.ts";
import { until } from "./until.ts";

/** Long enough for one test on a busy machine. */
const SILENCE_MS = 10_000;

const FINE = `import { test } from "node:test"; test("fine", () => {});`;
const BLOCKED = `${FINE} test("blocks its thread", () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));`;
/** Starts another process, and writes its process id. */
const CHILD = `import { spawn } from "node:child_process"; import { writeFileSync } from "node:fs";
const start = (options) => {
  const child = spawn("sleep", ["600"], options);
  writeFileSync(import.meta.filename + ".child", String(child.pid));
  return child;
};`;

/** Runs the files with the runner of `npm test` and a short silence limit; all processes that they started end too. */
async function run(parts: Readonly<Record<string, string>>) {
  await using folder = await temporaryFolder();
  for (const [name, text] of Object.entries(parts)) await writeFile(join(folder.path, name), text);
  const files = Object.keys(parts).map((name) => relative(ROOT, join(folder.path, name)));
  const ran = await runApart({ files, longestSilenceMs: SILENCE_MS });
  for (const name of Object.keys(parts)) {
    const pid = await readFile(join(folder.path, `${name}.child`), "utf8").catch(() => undefined);
    if (pid !== undefined) await until(`what ${name} started to end`, async () => hasEnded(Number(pid)));
  }
  return ran;
}

/** An ended process may keep its id until its parent has reaped it. */
async function hasEnded(pid: number): Promise<boolean> {
  if (process.platform === "linux") {
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "State:\tZ");
    return /^State:\s*Z/m.test(status);
  }
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
}

test("files that do not end are ended with what they started, named and failed", async () => {
  const started = `${CHILD} start({ stdio: "ignore" });`;
  const { code, said } = await run({
    "open.test.mjs": `${started} ${FINE} setInterval(() => {}, 1000);`,
    "failed.test.mjs": `${started} ${FINE} import { before } from "node:test"; import { createServer } from "node:net";
      before(() => { createServer().listen(0); throw new Error("no"); });`,
    "blocked.test.mjs": `${started} ${BLOCKED}`,
    "waiting.test.mjs": `${started} setInterval(() => {}, 1000); await new Promise(() => {});`,
  });
  assert.equal(code, 1, said);
  const named = said.split("Failed, and ended by force:")[1]?.match(/\w+(?=\.test\.mjs: no test ended for too long)/g);
  assert.deepEqual(named?.toSorted(), ["blocked", "failed", "open", "waiting"], said);
});

test("of a group the file that is stuck is named, and other processes go on", async () => {
  const parts = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [`${name}.test.mjs`, FINE]));
  const { code, said } = await run({ ...parts, "c.test.mjs": BLOCKED });
  assert.equal(code, 1, said);
  assert.match(said, /Failed, and ended by force:\n {2}\S*\/c\.test\.mjs: no test ended for too long[^\n]*\n(?! {2}\S)/);
  for (const name of ["a", "d", "e"]) assert.match(said, new RegExp(`✔ \\S*/${name}\\.test\\.mjs`));
});

test("what a file leaves behind with its output open is ended, and fails the run", {
  skip: process.platform !== "linux",
}, async () => {
  const left = `${CHILD} ${FINE} start({ stdio: "inherit", detached: true }).unref();`;
  const { code, said } = await run({ "left.test.mjs": left });
  assert.equal(code, 1, said);
  assert.match(said, /Failed, and ended by force:\n {2}left running by a test: sleep 600/);
});
