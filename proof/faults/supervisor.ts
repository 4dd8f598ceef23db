// Runs one service in a process and restarts it whenever it ends, like an operator's supervisor.
import type { ChildProcess } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { timeUntil } from "../../kernel/testing/until.ts";
import { launchCofre, type ServiceName } from "../harness/cofre_process.ts";
import { type HttpClient, openHttpClient } from "../harness/http_client.ts";
import { residentMib } from "../harness/processes.ts";
import { HarnessFailed } from "./findings.ts";

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Supervised extends AsyncDisposable {
  name: string;
  url: string;
  readonly pid: number;
  exits: Exit[];
  readonly megabytes: number;
  kill(signal: NodeJS.Signals): void;
  /** Waits until it is ready; returns the milliseconds. */
  ready(longestMs?: number): Promise<number>;
  isReady(): Promise<boolean>;
  /** Ends it by SIGTERM without a restart. */
  stop(): Promise<Exit>;
  start(): void;
  /** Restarts it with other variables, or another release's program; resolves when it is ready. */
  restart(variables?: Record<string, string>, program?: string): Promise<void>;
}

export interface SuperviseOptions {
  service: ServiceName;
  name: string;
  port: number;
  variables: Record<string, string>;
  /** For its log. */
  folder: string;
  nodeArguments?: string[];
  /** The sources by default. */
  program?: string | undefined;
}

const LONGEST_START_MS = 60_000;
const PAUSE_AFTER_EXIT_MS = 20;

export function supervise(options: SuperviseOptions): Supervised {
  const { name, port, folder } = options;
  const client: HttpClient = openHttpClient({ keepAlive: false });
  const exits: Exit[] = [];
  let { variables, program } = options;
  let child: ChildProcess | undefined;
  let isWanted = true;
  let ended = Promise.resolve<Exit>({ code: 0, signal: null });

  function launch(): void {
    const started = launchLogged({ ...options, variables, program });
    child = started;
    ended = new Promise((resolve) => {
      started.on("exit", (code, signal) => {
        exits.push({ code, signal });
        resolve({ code, signal });
        if (isWanted) setTimeout(() => isWanted && launch(), PAUSE_AFTER_EXIT_MS);
      });
    });
  }

  const supervised: Supervised = {
    name,
    url: `http://127.0.0.1:${port}`,
    exits,
    get pid() {
      return child?.pid ?? 0;
    },
    get megabytes() {
      return residentMib(child?.pid ?? 0);
    },
    kill: (signal) => void child?.kill(signal),
    isReady: () => isReady(client, supervised.url),
    ready: (longestMs) => timeUntilReady(supervised, folder, longestMs),
    stop: async () => {
      isWanted = false;
      child?.kill("SIGTERM");
      return ended;
    },
    start: () => {
      isWanted = true;
      launch();
    },
    restart: async (otherVariables, otherProgram) => {
      await supervised.stop();
      variables = otherVariables ?? variables;
      program = otherProgram ?? program;
      supervised.start();
      await supervised.ready();
    },
    [Symbol.asyncDispose]: async () => {
      isWanted = false;
      child?.kill("SIGKILL");
      await Promise.race([ended, sleep(5_000)]);
      client.close();
    },
  };
  launch();
  return supervised;
}

function launchLogged({ service, name, folder, variables, nodeArguments = [], program }: SuperviseOptions) {
  const log = openSync(join(folder, `${name}.log`), "a");
  const launched = { command: service, variables, folder, nodeArguments, ...(program && { program }) };
  const started = launchCofre({ ...launched, output: log, errors: log });
  closeSync(log);
  return started;
}

async function isReady(client: HttpClient, url: string): Promise<boolean> {
  const headers = { "x-forwarded-proto": "https" };
  const reply = await client.send(`${url}/ready`, { headers, timeoutMs: 2_000 }).catch(() => undefined);
  return reply?.status === 200;
}

async function timeUntilReady({ name, isReady }: Supervised, folder: string, longestMs = LONGEST_START_MS): Promise<number> {
  const took = await timeUntil(isReady, longestMs);
  if (took === undefined) throw new HarnessFailed(`${name} was not ready within ${longestMs} ms; its log is in ${folder}`);
  return took;
}
