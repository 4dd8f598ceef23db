// cofre health: asks services whether they live. For containers and supervisors: exit code 0 if each answers 200, otherwise 1.
import { parseArgs } from "node:util";
import { readEnvironment } from "../kernel/config/config.ts";
import { exchange } from "../kernel/outbound/exchange.ts";
import { OperatorError } from "../kernel/process/operator_error.ts";
import type { Command, Description } from "./command_line/command.ts";
import { SERVICES, type ServiceName, urlsOfServices } from "./listening.ts";

const LONGEST_SECONDS = 60;

const HELP = `Usage: cofre health [auth] [finance] [web], or cofre health URL

Asks GET /health of each service and exits with 0 if all answer 200, otherwise with 1 and a line that says why.

Without an argument: the services whose required variables are all set in this environment, at the ports that their variables
name; if there is none, all three, as cofre start runs them. With a name: that service. With a URL: that URL; one without a
path gets /health. /ready in its place asks whether requests can be answered. The certificate of a service on this machine is
not verified; another one's must be valid (NODE_EXTRA_CA_CERTS adds an authority).

  --timeout SECONDS   the longest wait, 1 to ${LONGEST_SECONDS} (default 5)
  --help`;

const DESCRIPTION: Description = {
  usage: "health [SERVICE...|URL] [--timeout SECONDS]",
  options: { timeout: { value: "SECONDS", initial: "5", doc: `the longest wait, 1 to ${LONGEST_SECONDS}` } },
  argument: "SERVICE",
  argumentWords: SERVICES,
};

/** Reads its arguments itself: Docker reserves the exit code of a wrong command line. */
export const health: Command = Object.assign(run, { description: DESCRIPTION });

async function run(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args);
  if (values.help) return console.log(HELP);
  const seconds = Number(values.timeout);
  if (!(seconds >= 1 && seconds <= LONGEST_SECONDS))
    throw new OperatorError(`--timeout takes a number of seconds from 1 to ${LONGEST_SECONDS}, but got "${values.timeout}".`);
  const signal = AbortSignal.timeout(seconds * 1000);
  const results = await Promise.all(
    targetsOf(positionals).map(async ({ name, url }) => {
      const problem = await problemOf(url, signal);
      return { isWell: problem === undefined, line: [name, url, problem ?? "is well"].filter(Boolean).join(" ") };
    }),
  );
  const ill = results.filter(({ isWell }) => !isWell);
  if (ill.length > 0) throw new OperatorError(ill.map(({ line }) => line).join("\n"));
  for (const { line } of results) console.log(line);
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { timeout: { type: "string", default: "5" }, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new OperatorError(`${(error as Error).message.split(". ")[0]}. cofre health --help says what it takes.`);
  }
}

interface Target {
  name?: string;
  url: string;
}

function targetsOf(words: readonly string[]): Target[] {
  const [first = ""] = words;
  if (words.length === 1 && /^https?:\/\//i.test(first)) return [{ url: urlOf(first) }];
  const unknown = words.find((word) => !SERVICES.includes(word as ServiceName));
  if (unknown !== undefined)
    throw new OperatorError(
      `health takes ${SERVICES.join(", ")} or one URL that begins with http:// or https://, but got "${unknown}".`,
    );
  return urlsOfServices(readEnvironment(), words as ServiceName[]).map(({ name, url }) => ({ name, url: urlOf(url) }));
}

function urlOf(text: string): string {
  const url = URL.parse(text);
  if (!url) throw new OperatorError(`"${text}" is no URL.`);
  if (url.pathname === "/") url.pathname = "/health";
  return url.href;
}

/** Undefined if it answers 200. */
async function problemOf(url: string, signal: AbortSignal): Promise<string | undefined> {
  const target = new URL(url);
  const sent = { method: "GET", headers: {}, body: undefined, signal, agent: false as const };
  try {
    // Only the status is read, and nothing secret is sent.
    const answer = await exchange(target, {
      ...sent,
      ...(isThisMachine(target.hostname) && { rejectUnauthorized: false as const }),
    });
    answer.destroy();
    return answer.statusCode === 200 ? undefined : `answered ${answer.statusCode}`;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return signal.aborted ? "gave no answer in time" : `cannot be reached: ${code ?? message}`;
  }
}

const isThisMachine = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
