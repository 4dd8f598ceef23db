// One service in a process of its own, as an operator runs it: `cofre auth` or `cofre finance`.
import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const BINARY = fileURLToPath(new URL("../../cofre.ts", import.meta.url));
/** Where `npm start` keeps it too: reading the code is most of what a start does. */
const COMPILE_CACHE = fileURLToPath(new URL("../../.runtime/compile-cache", import.meta.url));
/** The service knows nothing of it: Node runs this first. */
const LISTENING = ["--expose-gc", "--import", 'data:text/javascript,process.on("SIGUSR2", () => globalThis.gc())'];
const GARBAGE_MS = 300;
const LONGEST_START_MS = 120_000;
const LONGEST_STOP_MS = 30_000;

export interface Replica {
  readonly url: string;
  readonly pid: number;
  /** All that it printed, over its restarts. */
  readonly output: string;
  /** How often it ended without being asked to. */
  readonly exits: number;
  /** Ends it in order, or at once, and starts it again on the same port. */
  restart(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Bytes of memory that it holds, garbage included; undefined where the system does not tell. */
  memory(): Promise<number | undefined>;
  /** Has it drop its garbage, which it would else keep for minutes: what is left afterwards is in use. */
  dropGarbage(): Promise<void>;
  stop(): Promise<void>;
}

export async function startReplica(
  service: "auth" | "finance",
  variables: Record<string, string>,
  folder: string,
): Promise<Replica> {
  const portVariable = service === "auth" ? "AUTHSVC_API_PORT" : "FINANCE_PORT";
  const printed: string[] = [];
  const wanted = new WeakSet<ChildProcess>();
  let exits = 0;
  let child: ChildProcess;
  let port = 0;

  const start = async () => {
    const begun = printed.length;
    const running = spawn(process.execPath, [...LISTENING, BINARY, service], {
      cwd: folder,
      env: { ...variables, NODE_COMPILE_CACHE: COMPILE_CACHE, [portVariable]: String(port) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = running;
    for (const stream of [running.stdout, running.stderr]) stream.setEncoding("utf8").on("data", (text) => printed.push(text));
    // It must not outlive a harness that is interrupted.
    const kill = () => running.kill("SIGKILL");
    process.once("exit", kill);
    running.on("exit", () => {
      process.off("exit", kill);
      if (!wanted.has(running)) exits++;
    });
    port = await portOf(service, running, () => printed.slice(begun).join(""));
  };
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    wanted.add(child);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill(signal);
    const leash = setTimeout(() => child.kill("SIGKILL"), LONGEST_STOP_MS);
    await ended;
    clearTimeout(leash);
  };

  await start();
  return {
    get url() {
      return service === "auth" ? `http://127.0.0.1:${port}` : `https://127.0.0.1:${port}/rest/v2`;
    },
    get pid() {
      return child.pid as number;
    },
    get output() {
      return printed.join("");
    },
    get exits() {
      return exits;
    },
    restart: async (signal = "SIGTERM") => {
      await end(signal);
      await start();
    },
    memory: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
      const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
      return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
    },
    dropGarbage: async () => {
      child.kill("SIGUSR2");
      await sleep(GARBAGE_MS);
    },
    stop: () => end("SIGTERM"),
  };
}

/** The service says in its log which port it got. */
function portOf(service: string, child: ChildProcess, output: () => string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const give = (why: string) => reject(new Error(`${service} ${why}:\n${output().slice(-2_000)}`));
  const timer = setTimeout(() => {
    child.kill("SIGKILL");
    give("did not start in time");
  }, LONGEST_START_MS);
  const look = () => {
    const lines = output().split("\n").slice(0, -1);
    const line = lines.find((each) => each.includes(`"${service} listens"`));
    if (!line) return;
    clearTimeout(timer);
    child.stdout?.off("data", look);
    resolve((JSON.parse(line) as { port: number }).port);
  };
  child.stdout?.on("data", look);
  child.once("exit", () => {
    clearTimeout(timer);
    give("ended at its start");
  });
  return promise;
}
