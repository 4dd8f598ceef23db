// Preloaded into each test process: touches a file whenever a test ends.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach } from "node:test";
import { isMainThread } from "node:worker_threads";

const { COFRE_TEST_PROGRESS: folder, NODE_TEST_CONTEXT: isOfFiles } = process.env;

// The runner's own process and worker threads load this too.
if (folder && isOfFiles && isMainThread) {
  const path = join(folder, String(process.pid));
  const note = () => writeFileSync(path, process.argv[1] ?? "");
  note();
  afterEach(note);
  process.on("exit", () => rmSync(path, { force: true }));
}
