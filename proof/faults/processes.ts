// What the system says of processes: children, memory, whether they run; and ports that are free.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

interface ProcessFacts {
  pid: number;
  parent: number;
  kilobytes: number;
  /** The letter of its state. */
  state: string;
}

/** The direct children of a process. */
export function childrenOf(pid: number): number[] {
  return allProcesses().flatMap((each) => (each.parent === pid ? each.pid : []));
}

/** Resident memory in megabytes; 0 for a process that is gone. */
export function megabytesOf(pid: number): number {
  return Math.round((factsOf(pid)?.kilobytes ?? 0) / 1024);
}

/** A process that has ended and that nobody has collected yet does not run. */
export function isRunning(pid: number): boolean {
  return !/^[ZX]?$/.test(factsOf(pid)?.state ?? "");
}

function allProcesses(): ProcessFacts[] {
  if (process.platform !== "linux") return fromPs();
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((name) => fromProc(Number(name)) ?? []);
}

function factsOf(pid: number): ProcessFacts | undefined {
  return process.platform === "linux" ? fromProc(pid) : fromPs().find((each) => each.pid === pid);
}

function fromProc(pid: number): ProcessFacts | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/status`, "utf8");
    const field = (name: string) => text.match(new RegExp(`^${name}:\\s+(\\S+)`, "m"))?.[1] ?? "";
    return { pid, parent: Number(field("PPid")), kilobytes: Number(field("VmRSS")), state: field("State") };
  } catch {
    return undefined;
  }
}

function fromPs(): ProcessFacts[] {
  const lines = execFileSync("ps", ["-axo", "pid=,ppid=,rss=,stat="], { encoding: "utf8" }).trim().split("\n");
  return lines.map((line) => {
    const [pid, parent, kilobytes, state = ""] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), kilobytes: Number(kilobytes), state: state.slice(0, 1) };
  });
}

/** Sends a signal to a process that may have ended meanwhile. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits for something; the milliseconds that it took, or undefined if it did not come true in time. */
export async function until(isSo: () => boolean | Promise<boolean>, longestMs: number): Promise<number | undefined> {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > longestMs) return undefined;
    await sleep(20);
  }
  return performance.now() - began;
}
