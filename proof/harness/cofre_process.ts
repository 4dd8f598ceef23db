// Runs the binary in a process: `cofre auth`, `cofre finance`, `cofre migrate`.
import { type ChildProcess, type StdioNull, type StdioPipe, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SOURCES = fileURLToPath(new URL("../../cofre.ts", import.meta.url));
/** Shared with `npm start`, because most of a start is compiling. */
const COMPILE_CACHE = fileURLToPath(new URL("../../.runtime/compile-cache", import.meta.url));
const SCRIPTS = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).scripts as Record<
  string,
  string
>;
const LONGEST_STOP_MS = 30_000;

export type ServiceName = "auth" | "finance";

export interface CofreOptions {
  command: ServiceName | "web" | "migrate" | "adopt" | "start" | "backup" | "restore";
  /** After the command. */
  args?: readonly string[];
  /** The sources by default. */
  program?: string;
  /** The whole environment. */
  variables: Record<string, string>;
  folder: string;
  nodeArguments?: readonly string[];
  /** A number is a file descriptor. */
  output: StdioPipe | StdioNull | number;
  errors: StdioPipe | StdioNull | number;
}

/** In its own group, so that Ctrl-C reaches only us. The channel closes when we end, and the service ends too. */
export function launchCofre(options: CofreOptions): ChildProcess {
  const { command, args = [], program = SOURCES, variables, folder, nodeArguments = [], output, errors } = options;
  return spawn(process.execPath, [...scriptArguments(command), ...nodeArguments, program, command, ...args], {
    cwd: folder,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, COFRE_HOME: folder, ...variables },
    detached: true,
    stdio: ["ignore", output, errors, "ipc"],
  });
}

/** Node options of the npm script, such as `--max-semi-space-size`. */
function scriptArguments(command: CofreOptions["command"]): string[] {
  return SCRIPTS[command]?.match(/ --\S+(?=.* bootstrap\.mjs )/g)?.map((argument) => argument.trim()) ?? [];
}

export const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Resolves when the process has ended; after a timeout it is killed. */
export async function endProcess(child: ChildProcess, signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "close");
  child.kill(signal);
  const leash = setTimeout(() => child.kill("SIGKILL"), LONGEST_STOP_MS);
  await ended;
  clearTimeout(leash);
}
