// Test support: runs the binary in its own process group and an empty folder, with only the test's variables.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, readdir, readFile, realpath } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { findPostmaster } from "../kernel/embedded_postgres/process.ts";
import { temporaryFolder } from "../kernel/testing/folder.ts";
import { until } from "../kernel/testing/until.ts";
import { joinedProgram } from "./testing/program.ts";

export const BINARY = await joinedProgram();
/** As a checkout runs it. */
export const SOURCES = fileURLToPath(new URL("../cofre.ts", import.meta.url));

export interface Program extends AsyncDisposable {
  pid: number;
  readonly output: string;
  readonly errors: string;
  /** Waits until standard output matches; fails if the program ends first. */
  says(pattern: RegExp): Promise<RegExpMatchArray>;
  /** Resolves when it has ended and its output is closed. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  kill(signal: NodeJS.Signals): void;
  /** Signals the whole process group, like a closed terminal or a killed container. */
  killGroup(signal: NodeJS.Signals): void;
}

export type Variables = Record<string, string>;

const LONGEST_WAIT_MS = 60_000;

/** Shares compiled modules between processes, like a start by bootstrap.mjs. */
const COMPILED = process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {};

/** `longestMs`: a program that runs longer is taken for hanging. */
export function launch(args: string[], variables: Variables, folder: string, longestMs = LONGEST_WAIT_MS): Program {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...COMPILED, ...variables },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const pid = child.pid as number;
  const printed = { output: "", errors: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed.output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed.errors += text));
  const killGroup = (signal: NodeJS.Signals) => {
    if (isRunning(-pid)) process.kill(-pid, signal);
  };
  // A hanging program is killed, so that its test can still clean up.
  const leash = setTimeout(killGroup, longestMs, "SIGKILL");
  let isOver = false;
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on("close", (code, signal) => {
      isOver = true;
      clearTimeout(leash);
      resolve({ code, signal });
    });
  });
  return {
    pid,
    get output() {
      return printed.output;
    },
    get errors() {
      return printed.errors;
    },
    says: (pattern) =>
      until(`${pattern} in the output`, () => {
        const match = printed.output.match(pattern);
        if (!match && isOver) throw new Error(`It ended without ${pattern}:\n${printed.output}\n${printed.errors}`);
        return match ?? undefined;
      }),
    ended,
    kill: (signal) => void child.kill(signal),
    killGroup,
    [Symbol.asyncDispose]: async () => {
      killGroup("SIGKILL");
      await ended;
    },
  };
}

export function cofre(command: string, variables: Variables, folder: string, binary = BINARY): Program {
  return launch([binary, command], variables, folder);
}

export async function runToEnd(args: string[], variables: Variables, folder: string, binary = BINARY) {
  await using program = launch([binary, ...args], variables, folder);
  const { code } = await program.ended;
  return { code, output: program.output, errors: program.errors };
}

export interface Shell extends AsyncDisposable {
  run(args: string[], more?: Variables): Promise<{ code: number; output: string; errors: string }>;
}

/** Runs commands one after the other in one process, which spares each its start. */
export function openShell(variables: Variables, folder: string): Shell {
  const script = fileURLToPath(new URL("testing/shell.ts", import.meta.url));
  const child = spawn(process.execPath, [script], {
    cwd: folder,
    env: { ...COMPILED, ...variables },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    run: async (args, more = {}) => {
      const leash = setTimeout(() => child.kill("SIGKILL"), LONGEST_WAIT_MS);
      child.stdin.write(`${JSON.stringify({ args, variables: more })}\n`);
      const { value, done } = await replies.next();
      clearTimeout(leash);
      if (done) throw new Error(`it ended at ${args.join(" ")}`);
      return JSON.parse(value) as Awaited<ReturnType<Shell["run"]>>;
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

export interface Ports {
  auth: number;
  finance: number;
}

/** Waits for the lines that `start` prints when both services are ready. */
export async function portsOf(program: Program): Promise<Ports> {
  await program.says(/Try it:(\n +curl.*){3}\n/);
  const [, auth] = await program.says(/^ +auth +http:\/\/localhost:(\d+)$/m);
  const [, finance] = await program.says(/^ +finance +https:\/\/localhost:(\d+)\/rest\/v2$/m);
  return { auth: Number(auth), finance: Number(finance) };
}

/** The system chooses the ports. */
export const ANY_PORTS = { AUTHSVC_API_PORT: "0", FINANCE_PORT: "0", WEB_PORT: "0" };

/** A folder that PostgreSQL's account can traverse if root runs the tests. Remaining servers in it are killed. */
export async function workFolder(): Promise<AsyncDisposable & { path: string }> {
  const folder = await temporaryFolder();
  await chmod(folder.path, 0o711);
  return {
    path: folder.path,
    [Symbol.asyncDispose]: async () => {
      for (const pid of await processesNaming(folder.path)) process.kill(pid, "SIGQUIT");
      await until("servers in the folder to end", async () => (await processesNaming(folder.path)).length === 0);
      await folder[Symbol.asyncDispose]();
    },
  };
}

export async function embeddedServer(home: string): Promise<{ pid: number; port: number } | undefined> {
  const data = await realpath(join(home, "database")).catch(() => undefined);
  const result = data === undefined ? undefined : await findPostmaster(data);
  return result?.lives ? result : undefined;
}

/** Processes with this text in their command line: servers by folder, watchers by process id. */
export async function processesNaming(text: string): Promise<number[]> {
  const all = process.platform === "linux" ? await linuxProcesses() : psProcesses();
  return all.filter(({ command }) => command.includes(text)).map(({ pid }) => pid);
}

async function linuxProcesses(): Promise<{ pid: number; command: string }[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const read = async (pid: number) => {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    return { pid, command: command.replaceAll("\0", " ") };
  };
  return Promise.all(pids.map(read));
}

function psProcesses(): { pid: number; command: string }[] {
  const lines = execFileSync("ps", ["-axo", "pid=,command="], { encoding: "utf8" }).split("\n");
  return lines.map((line) => ({ pid: Number.parseInt(line, 10), command: line }));
}

/** A process by its id, or a group by its negative id. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Another program on a port, which does not speak HTTP. */
export async function otherProgramOnPort(): Promise<AsyncDisposable & { port: number }> {
  const server = createServer((socket) =>
    socket
      .on("error", () => {})
      .resume()
      .end("not HTTP\n"),
  );
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return { port, [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
}
