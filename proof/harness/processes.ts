// Information about processes: children, memory, CPU time, state.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

interface ProcessFacts {
  pid: number;
  parent: number;
  kilobytes: number;
  /** The letter of its state. */
  state: string;
}

export function childrenOf(pid: number): number[] {
  return allProcesses().flatMap((each) => (each.parent === pid ? each.pid : []));
}

/** Resident memory; 0 if the process has ended. */
export function residentBytes(pid: number): number {
  return (factsOf(pid)?.kilobytes ?? 0) * 1024;
}

export function residentMib(pid: number): number {
  return Math.round(residentBytes(pid) / 2 ** 20);
}

const TICKS_A_SECOND = 100;

/** CPU time so far; NaN if unknown. */
export function cpuSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  } catch {
    return Number.NaN;
  }
}

/** A zombie does not count as running. */
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

/** Ignores processes that have ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
