// The PostgreSQL server process: finds, starts, watches and stops it.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { readFile, readlink, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { OperatorError } from "../process/operator_error.ts";
import { type Account, environment } from "./account.ts";
import { freePort } from "./free_port.ts";
import { type Watcher, watch } from "./watcher.ts";

export interface Postmaster {
  pid: number;
  port: number;
  status: string;
  /** Whether the process is this server, and not another one that reused its id. */
  lives: boolean;
}

export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(data, "postmaster.pid"), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split("\n");
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isSafeInteger(pid) || pid === 0) return undefined;
  return { pid, port: Number(lines[3]), status: (lines[7] ?? "").trim(), lives: await servesData(pid, data) };
}

/** A zombie process has no command line, so it does not count. */
async function servesData(pid: number, data: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined);
  if (commandLine !== undefined) {
    const words = commandLine.split("\0");
    if (!words[0]?.includes("postgres")) return false;
    // The working folder is right even after a rename, but reading it is not always permitted.
    return words.includes(data) || (await readlink(`/proc/${pid}/cwd`).catch(() => "")) === data;
  }
  if (process.platform === "linux") return false;
  const output = await new Promise<string>((done) =>
    execFile("ps", ["-o", "command=", "-p", String(pid)], (_, text) => done(text)),
  );
  return output.includes("postgres") && output.includes(data);
}

/** A server that is ready: started or adopted. */
export interface Server {
  pid: number;
  port: number;
  /** Resolves with a message when the process has ended. */
  ended: Promise<string>;
  /** Ends the server. Open transactions are rolled back; nothing committed is lost. */
  stop(): Promise<void>;
  /** Leaves the server running when our process ends, because another process owns it. */
  disown(): void;
}

export interface ServerOptions {
  bin: string;
  data: string;
  log: string;
  account: Account;
  settings: Record<string, string>;
  say: (line: string) => void;
}

/** The server could not start for a reason that may pass: the data or the port is in use. */
export class RefusalError extends OperatorError {}

/** Starts a server and waits until it accepts connections. `stalePid` is the process id in an outdated lock file. */
export async function startServer(options: ServerOptions, stalePid: number | undefined): Promise<Server> {
  const { bin, data, log, account, say } = options;
  const port = await freePort();
  const settings = Object.entries({ ...options.settings, port: String(port) }).map(([name, value]) => `--${name}=${value}`);
  const logStart = rotateLog(log);
  const output = openSync(log, "a", 0o600);
  // PostgreSQL takes a lock file for valid while its process id exists, unless that is its parent or grandparent. Here an
  // unrelated process reuses the id.
  const env = stalePid ? { ...environment, PG_GRANDPARENT_PID: String(stalePid) } : environment;
  const child = spawn(join(bin, "postgres"), ["-D", data, ...settings], {
    ...account,
    cwd: "/",
    env,
    // A separate process group keeps Ctrl-C away, because PostgreSQL must outlive the services.
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const ended = endOf(child);
  const { pid } = child;
  if (pid === undefined) throw new OperatorError(await ended);
  child.unref();
  const watcher = watch(pid, account);
  let hasEnded = false;
  ended.then(() => {
    hasEnded = true;
    watcher.end();
  });

  let nextWord = Date.now() + 5_000;
  while (!hasEnded) {
    const postmaster = await findPostmaster(data);
    // In a container a killed server had the same process id, and its lock file still says that it is ready: only the port is new.
    const isOurs = postmaster?.pid === pid && postmaster.port === port;
    if (isOurs && postmaster.status === "ready") return server(pid, port, ended, watcher);
    if (Date.now() > nextWord) {
      say(`PostgreSQL is still starting, probably because it recovers from a crash (its log is ${log}) ...`);
      nextWord = Date.now() + 15_000;
    }
    await sleep(10);
  }
  const newLines = readFileSync(log).subarray(logStart).toString().trim();
  const message = `PostgreSQL did not start: ${await ended}. The end of its log, ${log}:\n${newLines.split("\n").slice(-12).join("\n")}`;
  const mayPass = /lock file "postmaster.pid"|pre-existing shared memory block|could not create any TCP\/IP sockets/.test(
    newLines,
  );
  throw mayPass ? new RefusalError(message) : new OperatorError(message);
}

/** A lock file is empty only after a power cut just after its creation. PostgreSQL does not remove it. */
export async function removeEmptyLockFile(data: string): Promise<void> {
  const path = join(data, "postmaster.pid");
  const file = await stat(path).catch(() => undefined);
  if (file?.size === 0 && Date.now() - file.mtimeMs > 2_000) await rm(path, { force: true });
}

export function adoptServer({ pid, port }: Postmaster, data: string, account: Account): Server {
  const watcher = watch(pid, account);
  const ended = pollForEnd(pid, data);
  ended.then(() => watcher.end());
  return server(pid, port, ended, watcher);
}

function server(pid: number, port: number, ended: Promise<string>, watcher: Watcher): Server {
  const endsWithin = async (milliseconds: number) => {
    const timer = new AbortController();
    const timeout = sleep(milliseconds, false, { signal: timer.signal }).catch(() => false);
    return Promise.race([ended.then(() => true), timeout]).finally(() => timer.abort());
  };
  return {
    pid,
    port,
    ended,
    disown: watcher.end,
    async stop() {
      for (const [signal, timeoutMs] of [
        ["SIGINT", 10_000],
        ["SIGQUIT", 5_000],
        ["SIGKILL", 5_000],
      ] as const) {
        send(pid, signal);
        if (await endsWithin(timeoutMs)) return;
      }
    },
  };
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((done) => {
    child.on("error", (error) => done(`PostgreSQL could not be run: ${error.message}`));
    child.on("exit", (code, signal) => done(`PostgreSQL ended ${signal ? `by ${signal}` : `with code ${code}`}`));
  });
}

/** Polls, because the system notifies only the parent of a process. */
function pollForEnd(pid: number, data: string): Promise<string> {
  return new Promise((done) => {
    const timer = setInterval(async () => {
      if (await servesData(pid, data)) return;
      clearInterval(timer);
      done("PostgreSQL ended");
    }, 100).unref();
  });
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Keeps one old log file. The server writes a few lines a day, so a check at each start is enough. */
function rotateLog(log: string): number {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size < 1024 * 1024) return size;
  renameSync(log, `${log}.1`);
  return 0;
}
