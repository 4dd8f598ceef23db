// Processes of a test run: of test files, and their descendants.
import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";

interface Running {
  pid: number;
  parent: number;
}

/** Kills a process and its descendants. Each is stopped first, so that it cannot start more. */
export async function endWithChildren(pid: number): Promise<void> {
  send("SIGSTOP", pid);
  const ended = new Set<number>();
  for (;;) {
    const all = process.platform === "linux" ? await linuxProcesses() : psProcesses();
    const result = descendantsOf(pid, all).filter((each) => !ended.has(each));
    if (result.length === 0) break;
    for (const each of result) {
      send("SIGKILL", each);
      ended.add(each);
    }
  }
  send("SIGKILL", pid);
}

/** Kills orphans with this environment variable, and returns their command lines. Only Linux shows the variables. */
export async function endOrphans(name: string, value: string): Promise<string[]> {
  if (process.platform !== "linux") return [];
  const ended: string[] = [];
  for (const { pid, parent } of await linuxProcesses()) {
    const variables = parent === process.pid ? "" : await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
    if (!variables.split("\0").includes(`${name}=${value}`)) continue;
    ended.push((await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " ").trim());
    send("SIGKILL", pid);
  }
  return ended;
}

function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

function descendantsOf(pid: number, all: readonly Running[]): number[] {
  const children = all.filter(({ parent }) => parent === pid).map((each) => each.pid);
  return children.flatMap((child) => [child, ...descendantsOf(child, all)]);
}

async function linuxProcesses(): Promise<Running[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const parentOf = async (pid: number) => {
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
    return Number(status.match(/^PPid:\s*(\d+)/m)?.[1] ?? 0);
  };
  return Promise.all(pids.map(async (pid) => ({ pid, parent: await parentOf(pid) })));
}

function psProcesses(): Running[] {
  const lines = execFileSync("ps", ["-axo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  return lines.map((line) => {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    return { pid, parent };
  });
}
