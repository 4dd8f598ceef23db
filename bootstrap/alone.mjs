// Changes files in a folder that several starts share: one process at a time, whole or not at all.
import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";

/** A failure that the user can fix: only its message is printed. */
export class Failure extends Error {}

/** A signal that arrived while files were being changed; the change is undone first. */
let interruption;
let running;

/** Runs a program's main part. A failure is one line, and the exit code says so. */
export async function guarded(main) {
  try {
    await main();
  } catch (error) {
    if (interruption) process.exit(128 + constants.signals[interruption]);
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Waits for a child process, which a signal to us ends. */
export async function whileRunning(child, work) {
  running = child;
  const result = await work().finally(() => {
    running = undefined;
  });
  if (interruption) throw new Failure("Interrupted.");
  return result;
}

/** Runs work in a temporary folder inside of `runtime`, under a lock. */
export async function alone(runtime, work) {
  try {
    fs.mkdirSync(runtime, { recursive: true });
    fs.accessSync(runtime, fs.constants.W_OK);
  } catch (error) {
    throw new Failure(`Packages must be installed, but ${runtime} is not writable (${error.code}).`);
  }
  const release = await lock(join(runtime, "lock"));
  const interrupt = (signal) => {
    interruption = signal;
    // npm is slow to react to other signals, and its folder is discarded.
    running?.kill("SIGKILL");
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, interrupt);
  const staging = join(runtime, `staging-${randomBytes(4).toString("hex")}`);
  try {
    // Only the lock's holder has such a folder, so these belong to killed runs.
    for (const name of fs.readdirSync(runtime)) if (name.startsWith("staging-")) remove(join(runtime, name));
    fs.mkdirSync(staging);
    await work(staging);
  } finally {
    remove(staging);
    release();
    for (const signal of signals) process.off(signal, interrupt);
  }
}

/** A lock file with the holder's process id. Linking creates it with its content in one step. */
async function lock(path) {
  const own = `${path}-${process.pid}`;
  for (let round = 0; ; round++) {
    fs.writeFileSync(own, String(process.pid));
    try {
      fs.linkSync(own, path);
      return () => fs.rmSync(path, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    } finally {
      fs.rmSync(own, { force: true });
    }
    const holder = readNumber(path);
    if (holder !== undefined && !isAlive(holder)) removeStaleLock(path, own, holder);
    else {
      if (round === 5) console.error(`Waiting for process ${holder}, which is installing. If it is not, remove ${path} ...`);
      await new Promise((done) => setTimeout(done, 200));
    }
  }
}

/** Removes a dead holder's lock. If another process has taken it meanwhile, its lock is put back. */
function removeStaleLock(path, own, holder) {
  try {
    fs.renameSync(path, own);
    if (readNumber(own) !== holder) fs.linkSync(own, path);
  } catch (error) {
    if (error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
  } finally {
    fs.rmSync(own, { force: true });
  }
}

function readNumber(path) {
  try {
    return Number(fs.readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

export function endOf(child) {
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code, signal) => done(code ?? 128 + constants.signals[signal]));
  });
}

function remove(path) {
  fs.rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}
