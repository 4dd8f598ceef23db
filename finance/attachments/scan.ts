// The operator's virus scanner: a program that gets a file by standard input and says by its exit code whether it may be kept.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { RefusedFile } from "../attachment_files/refused_file.ts";
import type { FinanceConfig } from "../config.ts";
import { fail } from "../errors.ts";

export interface Scan {
  /** Waits where the scanner is slower than the client. */
  write(bytes: Buffer): Promise<void>;
  /** Throws a RefusedFile, or 503 where the scanner says nothing. */
  finish(): Promise<void>;
  /** For a file that is refused anyway. */
  stop(): void;
}

const CLEAN = 0;
const INFECTED = 1;

const NO_SCAN: Scan = { write: async () => {}, finish: async () => {}, stop: () => {} };

/** Where no scanner is set, every file is clean. */
export const scanBy =
  ({ scanCommand, scanTimeoutSeconds }: Pick<FinanceConfig, "scanCommand" | "scanTimeoutSeconds">) =>
  (): Scan =>
    scanCommand ? startScan(scanCommand, scanTimeoutSeconds) : NO_SCAN;

function startScan([program, ...words]: readonly string[], timeoutSeconds: number): Scan {
  const child = spawn(program as string, words, { stdio: ["pipe", "ignore", "ignore"], shell: false });
  const exit = new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    // Not `close`: a process that the scanner leaves behind may keep its input open.
    child.once("exit", resolve);
  });
  // A scanner may know enough before it has read all.
  child.stdin.on("error", () => {});
  /** Only the time in which the scanner is waited for counts: the client may send slowly. */
  const inTime = async <T>(work: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => child.kill("SIGKILL"), timeoutSeconds * 1000);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    write: async (bytes) => {
      if (child.stdin.destroyed || child.stdin.write(bytes)) return;
      // Both reject when the scanner has closed its input, which is no failure.
      const goesOn = ["drain", "close"].map((event) => once(child.stdin, event).catch(() => {}));
      await inTime(Promise.race([...goesOn, exit]));
    },
    finish: async () => {
      child.stdin.end();
      const code = await inTime(exit);
      if (code === CLEAN) return;
      if (code === INFECTED) throw new RefusedFile({ kind: "fileInfected" });
      throw fail.scannerAway({ headers: { "retry-after": "5" } });
    },
    stop: () => void child.kill("SIGKILL"),
  };
}
