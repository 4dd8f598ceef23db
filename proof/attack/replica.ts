// One replica of a service, which can be restarted on the same port, with its output and memory use.
import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { endProcess, launchCofre, type ServiceName } from "../harness/cofre_process.ts";
import { residentBytes } from "../harness/processes.ts";

/** Names that only the replicas know: of a metadata service that has another address too, and of this machine. */
export const NAMES_INSIDE = { metadata: "metadata.inside.test", loopback: "loopback.inside.test" };

const PRELOADED = `
  import dns from "node:dns";
  import { syncBuiltinESMExports } from "node:module";
  process.on("SIGUSR2", () => globalThis.gc());
  const own = {
    ${JSON.stringify(NAMES_INSIDE.metadata)}: ["169.254.169.254", "127.0.0.1"],
    ${JSON.stringify(NAMES_INSIDE.loopback)}: ["127.0.0.1"],
  };
  const { lookup, promises } = dns;
  const { lookup: promised } = promises;
  const listOf = (host, { all } = {}) => {
    const list = own[host].map((address) => ({ address, family: 4 }));
    return all ? list : list[0];
  };
  dns.lookup = (host, ...rest) => {
    if (!own[host]) return lookup(host, ...rest);
    const done = rest.at(-1);
    const resolved = listOf(host, typeof rest[0] === "object" ? rest[0] : {});
    process.nextTick(() => Array.isArray(resolved) ? done(null, resolved) : done(null, resolved.address, resolved.family));
  };
  promises.lookup = (host, options) => own[host] ? Promise.resolve(listOf(host, options)) : promised(host, options);
  syncBuiltinESMExports();`;
/** Preloaded by Node; the service is unchanged. */
const LISTENING = ["--expose-gc", "--import", `data:text/javascript,${encodeURIComponent(PRELOADED)}`];
const GARBAGE_MS = 300;
const LONGEST_START_MS = 120_000;

export interface Replica {
  readonly url: string;
  readonly pid: number;
  /** Output of all its runs. */
  readonly output: string;
  /** Number of unexpected exits. */
  readonly exits: number;
  /** Stops or kills it, and starts it again on the same port. */
  restart(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Resident memory, including garbage. */
  memory(): number;
  /** Forces a garbage collection, so that only memory in use remains. */
  dropGarbage(): Promise<void>;
  stop(): Promise<void>;
}

export async function startReplica(service: ServiceName, variables: Record<string, string>, folder: string): Promise<Replica> {
  const portVariable = service === "auth" ? "AUTHSVC_API_PORT" : "FINANCE_PORT";
  const printed: string[] = [];
  const expected = new WeakSet<ChildProcess>();
  let exits = 0;
  let child: ChildProcess;
  let port = 0;

  const start = async () => {
    const begun = printed.length;
    const running = launchCofre({
      command: service,
      variables: { ...variables, [portVariable]: String(port) },
      folder,
      nodeArguments: LISTENING,
      output: "pipe",
      errors: "pipe",
    });
    child = running;
    for (const stream of [running.stdout, running.stderr]) stream?.setEncoding("utf8").on("data", (text) => printed.push(text));
    running.on("exit", () => {
      if (!expected.has(running)) exits++;
    });
    port = await portOf(service, running, () => printed.slice(begun).join(""));
  };
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    expected.add(child);
    await endProcess(child, signal);
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
    memory: () => residentBytes(child.pid as number),
    dropGarbage: async () => {
      child.kill("SIGUSR2");
      await sleep(GARBAGE_MS);
    },
    stop: () => end("SIGTERM"),
  };
}

/** Reads the port from the service's log. */
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
