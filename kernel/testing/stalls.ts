// Ends processes of tests in which nothing goes on: one that waits for ever, or does not end after its tests, would keep the run from ending.
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { endOrphans, endWithChildren } from "./test_processes.ts";

const LOOK_EVERY_MS = 500;

export interface Stalls {
  /** The file or module that each process was started with which had to be ended. */
  files: readonly string[];
  /** What was left by test files whose own process has ended, and kept their output open. */
  orphans: readonly string[];
  /** Ends the watch, and every process of test files that is still there. */
  stop(): Promise<void>;
}

/** `folder` is what COFRE_TEST_PROGRESS names, where progress.ts has a file for each process. */
export function watchForStalls(folder: string, longestSilenceMs: number): Stalls {
  const files: string[] = [];
  const orphans: string[] = [];
  let lastSeen = Date.now();
  const endThoseSilentFor = async (silenceMs: number) => {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const noted = await stat(path).catch(() => undefined);
      if (!noted) continue;
      lastSeen = Date.now();
      if (lastSeen - noted.mtimeMs < silenceMs) continue;
      files.push(await readFile(path, "utf8").catch(() => ""));
      await endWithChildren(Number(name));
      await rm(path, { force: true });
    }
  };
  const look = async () => {
    await endThoseSilentFor(longestSilenceMs);
    if (Date.now() - lastSeen < longestSilenceMs) return;
    orphans.push(...(await endOrphans("COFRE_TEST_PROGRESS", folder)));
    lastSeen = Date.now();
  };
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, LOOK_EVERY_MS);
  return {
    files,
    orphans,
    stop: async () => {
      clearInterval(timer);
      await looking;
      await endThoseSilentFor(0);
    },
  };
}
