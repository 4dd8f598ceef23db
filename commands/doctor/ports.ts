// Checks the ports: free, used by Cofre, or used by another program.
import { createServer, isIPv6 } from "node:net";
import { exchange, readText } from "../../kernel/outbound/exchange.ts";
import { LOOPBACK, listen } from "../../kernel/process/listen.ts";
import { isThisMachine } from "../open_to.ts";
import type { Facts, Finding } from "./finding.ts";

interface Port {
  subject: string;
  host: string | undefined;
  port: number;
  variable: string;
  hostVariable: string;
  scheme: "http" | "https";
  /** The path that identifies the service. */
  path: string;
  /** Describes the service if the answer is Cofre's. */
  recognise(text: string): string | undefined;
}

const LONGEST_ANSWER_MS = 3_000;

export async function checkPorts({ auth, finance, web }: Facts): Promise<Finding[]> {
  const ports: Port[] = [
    {
      subject: "port of auth",
      host: auth.config.apiHost,
      port: auth.config.apiPort,
      variable: "PORT or AUTHSVC_API_PORT",
      hostVariable: "AUTHSVC_API_HOST",
      scheme: "http",
      path: "/health",
      recognise: (text) => versionOf("Cofre auth", text),
    },
    {
      subject: "port of finance",
      host: finance.config.host,
      port: finance.config.port,
      variable: "FINANCE_PORT",
      hostVariable: "FINANCE_HOST",
      scheme: "https",
      path: "/health",
      recognise: (text) => versionOf("Cofre finance", text),
    },
    {
      subject: "port of web",
      host: web.config.host,
      port: web.config.port,
      variable: "WEB_PORT",
      hostVariable: "WEB_HOST",
      scheme: web.config.tlsCert ? "https" : "http",
      path: "/health",
      recognise: (text) => versionOf("Cofre web", text),
    },
  ];
  if (auth.config.metricsEnabled && auth.config.metricsExporter === "prometheus") {
    ports.push({
      subject: "port for Prometheus",
      host: auth.config.prometheusHost,
      port: auth.config.prometheusPort,
      variable: "OTEL_EXPORTER_PROMETHEUS_PORT",
      hostVariable: "OTEL_EXPORTER_PROMETHEUS_HOST",
      scheme: "http",
      path: "/",
      recognise: (text) => (/^target_info\{.*auth_version="/m.test(text) ? "Cofre's metrics are served there" : undefined),
    });
  }
  return Promise.all(ports.map((port, index) => checkPort(port, ports.slice(0, index))));
}

async function checkPort(port: Port, earlier: Port[]): Promise<Finding> {
  const { subject, variable } = port;
  if (port.port === 0) return { level: "ok", subject, text: "any free one" };
  const same = earlier.find((other) => other.port === port.port && clashes(other.host, port.host));
  if (same) {
    const text = `${port.port} is the ${same.subject} too; set ${variable} to another`;
    return { level: "FAIL", subject, text };
  }
  const problem = await tryToListen(port);
  if (problem === undefined) return { level: "ok", subject, text: `${port.port} is free` };
  if (problem.code === "EADDRINUSE") {
    const owner = port.recognise(await probe(port));
    if (owner) return { level: "ok", subject, text: `${port.port}: ${owner}` };
    const text = `${port.port} is taken by another program; stop that program, or set ${variable} to a free port`;
    return { level: "FAIL", subject, text };
  }
  const advice =
    problem.code === "EACCES" ? `set ${variable} to a port above 1023` : `set ${port.hostVariable} to an address of this machine`;
  const where = port.host === undefined ? String(port.port) : `${port.host}, port ${port.port}`;
  return { level: "FAIL", subject, text: `${where} cannot be listened on (${problem.code ?? problem.message}); ${advice}` };
}

/** Different addresses can share a port, unless one of them means all; `localhost` is two. */
function clashes(one: string | undefined, other: string | undefined): boolean {
  if (one === other || isEverywhere(one) || isEverywhere(other)) return true;
  return (one === LOOPBACK && isThisMachine(other)) || (other === LOOPBACK && isThisMachine(one));
}

function isEverywhere(host: string | undefined): boolean {
  return host === undefined || host === "0.0.0.0" || host === "::";
}

async function tryToListen({ host, port }: Port): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await (await listen(createServer(), { host, port })).close();
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

/** The answer of the program at the port; empty if it is not HTTP. */
async function probe({ scheme, host, port, path }: Port): Promise<string> {
  const hostname = host === undefined || isEverywhere(host) ? "localhost" : isIPv6(host) ? `[${host}]` : host;
  const headers = { "user-agent": "cofre doctor" };
  const signal = AbortSignal.timeout(LONGEST_ANSWER_MS);
  try {
    // The certificate is checked elsewhere; only the name in the answer matters.
    const options = { method: "GET", headers, body: undefined, signal, agent: false, rejectUnauthorized: false } as const;
    return await readText(await exchange(new URL(`${scheme}://${hostname}:${port}${path}`), options), MOST_ANSWER_BYTES);
  } catch {
    return "";
  }
}

const MOST_ANSWER_BYTES = 1_000_000;

function versionOf(name: string, text: string): string | undefined {
  try {
    const health = JSON.parse(text) as { name?: unknown; version?: unknown };
    return health.name === name ? `${name} is running, version ${String(health.version)}` : undefined;
  } catch {
    return undefined;
  }
}
