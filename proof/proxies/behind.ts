// A Cofre with the variables of a page, and the proxy of that page in front of it.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../kernel/embedded_postgres/free_port.ts";
import { until } from "../../kernel/testing/until.ts";
import { endProcess, hasEnded, launchCofre } from "../harness/cofre_process.ts";
import type { ProxiedServer } from "./checks.ts";
import { readPage, replaced } from "./page.ts";
import type { Ports, ProxyProgram } from "./proxy.ts";
import { visitorOf } from "./visitor.ts";

export interface Running extends ProxiedServer, AsyncDisposable {
  /** What the proxy wrote. */
  output(): string;
}

export async function startBehind(proxy: ProxyProgram, folder: string): Promise<Running> {
  const children: ChildProcess[] = [];
  const stop = async () => {
    for (const child of children.toReversed()) await endProcess(child);
  };
  try {
    const ports = await choosePorts();
    const { variables, configuration } = await readPage(proxy.name, proxy.language);
    const [home, own] = [join(folder, "home"), join(folder, "proxy")];
    await mkdir(own);
    const adminToken = await startCofre(variables, home, ports, children);
    const { command, ca: path } = await proxy.prepare(configuration, own, ports);
    const output = startProgram(command, own, children);
    const ca = await until("an answer through the proxy", async () => {
      if (children.some(hasEnded)) throw new Error(`it ended:\n${output()}`);
      const certificate = await readFile(path, "utf8").catch(() => undefined);
      if (certificate === undefined) return undefined;
      const reply = await visitorOf(ports.https, certificate, "127.0.0.1")
        .open("/health")
        .catch(() => undefined);
      return reply?.status === 200 && certificate;
    });
    return { ports, ca, home, adminToken, output, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function choosePorts(): Promise<Ports> {
  const names = ["web", "auth", "finance", "https", "http"];
  const ports = await Promise.all(names.map(async (name) => [name, await freePort()] as const));
  return Object.fromEntries(ports) as unknown as Ports;
}

/** Only ports differ from the page. Returns the admin token. */
async function startCofre(
  variables: Record<string, string>,
  home: string,
  ports: Ports,
  children: ChildProcess[],
): Promise<string> {
  const ofPage = Object.entries(variables).map(([name, value]) => [
    name,
    value.startsWith("https:") ? replaced(value, [[".example.com", `.example.com:${ports.https}`]]) : value,
  ]);
  const own = { WEB_PORT: ports.web, AUTHSVC_API_PORT: ports.auth, FINANCE_PORT: ports.finance };
  const numbers = Object.entries(own).map(([name, port]) => [name, String(port)]);
  const child = launchCofre({
    command: "start",
    variables: { ...Object.fromEntries([...ofPage, ...numbers]), COFRE_HOME: home },
    folder: join(home, ".."),
    output: "pipe",
    errors: "pipe",
  });
  children.push(child);
  const text = textOf(child);
  return until("Cofre to start", () => {
    if (hasEnded(child)) throw new Error(text());
    return /admin token.*\n +(\S+)[\s\S]*Try it/.exec(text())?.[1];
  });
}

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Its home is the folder, so that it finds and leaves nothing elsewhere. */
function startProgram([program = "", ...args]: readonly string[], folder: string, children: ChildProcess[]): () => string {
  const child = spawn(program, args, { cwd: folder, env: { PATH, HOME: folder }, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  return textOf(child);
}

function textOf({ stdout, stderr }: ChildProcess): () => string {
  let text = "";
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding("utf8").on("data", (more: string) => {
      text += more;
    });
  }
  return () => text;
}
