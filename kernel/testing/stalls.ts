// Kills test processes that hang or do not exit after their tests, so that the run ends.
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { endOrphans, endWithChildren } from "./test_processes.ts";

const LOOK_EVERY_MS = 500;

export interface Stalls {
  /** The file or module of each killed process. */
  files: readonly string[];
  /** Killed processes whose parent had ended, and which kept its output open. */
  orphans: readonly string[];
  /** Stops watching, and kills the remaining test processes. */
  stop(): Promise<void>;
}

/** `folder` is COFRE_TEST_PROGRESS, where progress.ts writes a file for each process. */
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
