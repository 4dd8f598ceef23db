// A file system of fixed size in memory, for full disks.
import { execFile, execFileSync } from "node:child_process";
import { chmod, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { CannotRun } from "./findings.ts";

export interface SmallDisk extends AsyncDisposable {
  path: string;
  /** Writes until it is full. */
  fill(): Promise<void>;
  /** Removes what `fill` wrote. */
  empty(): Promise<void>;
}

const command = promisify(execFile);

export async function mountSmallDisk(path: string, megabytes: number): Promise<SmallDisk> {
  await mkdir(path, { recursive: true });
  await command("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0711`, "tmpfs", path]).catch((error: Error) => {
    throw new CannotRun(`a tmpfs cannot be mounted here: ${error.message.trim().split("\n").at(-1)}`);
  });
  // A mount outlives its process, unless it is unmounted at exit.
  const unmount = () => void execFileSync("umount", ["-l", path]);
  process.on("exit", unmount);
  await chmod(path, 0o711);
  const ballast = join(path, "ballast");
  return {
    path,
    fill: async () => {
      const file = await open(ballast, "a");
      const block = Buffer.alloc(4096, 1);
      try {
        for (;;) await file.write(block);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      } finally {
        await file.close();
      }
    },
    empty: () => rm(ballast, { force: true }),
    [Symbol.asyncDispose]: async () => {
      process.off("exit", unmount);
      unmount();
    },
  };
}
