#!/usr/bin/env node
// The command `cofre` of the npm package, on Node 18 or later. If Node is too old, it installs a newer one in a folder of the user.
import * as fs from "node:fs";
import * as module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Failure, guarded } from "./alone.mjs";
import { isNewEnough, onNewEnoughNode } from "./node.mjs";

const PROGRAM = new URL("../program/cofre.mjs", import.meta.url);

/** What can be made again, where the platform keeps such files. */
function cacheFolder() {
  if (process.env.XDG_CACHE_HOME) return join(process.env.XDG_CACHE_HOME, "cofre");
  return process.platform === "darwin" ? join(homedir(), "Library/Caches/Cofre") : join(homedir(), ".cache/cofre");
}

/** What lies in it is run, so nobody else may have put it there: `sudo` may keep the folder of another user. */
function isOurs(folder) {
  const status = fs.statSync(folder, { throwIfNoEntry: false });
  return status === undefined || (status.uid === process.getuid() && (status.mode & 0o022) === 0);
}

async function main() {
  // Most of a start is reading and compiling code, which this caches.
  if (isOurs(cache)) module.enableCompileCache(join(cache, "compiled"));
  process.argv[1] = fileURLToPath(PROGRAM);
  await import(PROGRAM.href);
}

const cache = cacheFolder();
await guarded(async () => {
  if (!isNewEnough(process.versions.node) && !isOurs(cache))
    throw new Failure(
      `Cofre needs Node 24.7 or newer, but would install it in ${cache}, which others can write to. Set XDG_CACHE_HOME.`,
    );
  await onNewEnoughNode(import.meta.url, cache, main);
});
