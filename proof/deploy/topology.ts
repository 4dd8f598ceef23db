// The containers of compose.replicas.yaml as processes of this machine: their environments and the Caddyfile are the files', only
// addresses and ports are replaced.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Agent } from "node:https";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startEmbeddedPostgres } from "../../kernel/embedded_postgres/embedded_postgres.ts";
import { freePort } from "../../kernel/embedded_postgres/free_port.ts";
import { call } from "../../kernel/testing/client.ts";
import { type SmtpSink, startSmtpSink } from "../../kernel/testing/smtp_sink.ts";
import { timeUntil } from "../../kernel/testing/until.ts";
import { endProcess, launchCofre, type ServiceName } from "../harness/cofre_process.ts";
import { SERVICES, type ServiceName as Service } from "./accepted.ts";
import { FOLDER, readCompose, readVariables, type Variables } from "./files.ts";

export interface Replica {
  name: string;
  kill(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Resolves when it is ready. */
  start(): Promise<void>;
}

export interface Topology extends AsyncDisposable {
  urls: Record<Service, string>;
  /** Leads every name to this machine, and trusts Caddy's own authority. */
  agent: Agent;
  mails: SmtpSink;
  replicas: Replica[];
}

export class CannotStart extends Error {}

const SOURCES = fileURLToPath(new URL("../../cofre.ts", import.meta.url));
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin";
const LONGEST_START_MS = 120_000;
const HOSTS = { web: "app.localhost", auth: "auth.localhost", finance: "finance.localhost" };
const PORT_OF = { auth: "AUTHSVC_API_PORT", finance: "FINANCE_PORT", web: "WEB_PORT" };

export async function openTopology(folder: string): Promise<Topology> {
  await using opened = new AsyncDisposableStack();
  const secrets = readVariables(execFileSync(process.execPath, [SOURCES, "secrets"], { encoding: "utf8" }).split("\n"));
  const server = opened.use(
    await startEmbeddedPostgres({ home: join(folder, "postgres"), password: secrets.POSTGRES_PASSWORD ?? "" }),
  );
  const mails = opened.use(await startSmtpSink());
  const [https, http, authInside, financeInside] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const compose = readCompose("compose.replicas.yaml", {
    ...secrets,
    COFRE_APP_HOST: `${HOSTS.web}:${https}`,
    COFRE_AUTH_HOST: `${HOSTS.auth}:${https}`,
    COFRE_FINANCE_HOST: `${HOSTS.finance}:${https}`,
    SMTP_HOST: mails.host,
    SMTP_PORT: String(mails.port),
    SMTP_FROM: "cofre@example.com",
  });
  const here = (text: string) =>
    text
      .replace(/^postgres:.*@postgres:5432\/cofre$/, server.url)
      .replace("//caddy:8100", `//127.0.0.1:${authInside}`)
      .replace("//caddy:8200", `//127.0.0.1:${financeInside}`)
      .replace("172.31.65.0/24", "127.0.0.1/32")
      .replace("/tmp/cofre", folder);
  const environmentOf = (name: string): Variables =>
    Object.fromEntries(Object.entries(compose.services[name]?.environment ?? {}).map(([key, value]) => [key, here(value)]));
  await migrate(folder, environmentOf("migrate"));
  const replicas: (Replica & { service: Service; port: number })[] = [];
  for (const service of SERVICES)
    for (const name of [`${service}-1`, `${service}-2`]) {
      const port = await freePort();
      const replica = openReplica({
        service,
        name,
        port,
        folder,
        variables: { ...environmentOf(name), [PORT_OF[service]]: String(port) },
      });
      opened.defer(() => replica.kill("SIGTERM"));
      replicas.push({ ...replica, service, port });
    }
  await Promise.all(replicas.map((replica) => replica.start()));
  const addresses = (service: Service) =>
    replicas
      .filter((each) => each.service === service)
      .map(({ port }) => `127.0.0.1:${port}`)
      .join(" ");
  const caddy = launchCaddy(folder, {
    ...environmentOf("caddy"),
    CADDY_HTTP_PORT: String(http),
    CADDY_HTTPS_PORT: String(https),
    CADDY_ADMIN: "off",
    WEB_REPLICAS: addresses("web"),
    AUTH_REPLICAS: addresses("auth"),
    FINANCE_REPLICAS: addresses("finance"),
    AUTH_INSIDE_PORT: String(authInside),
    FINANCE_INSIDE_PORT: String(financeInside),
  });
  opened.defer(() => endProcess(caddy));
  const urls = Object.fromEntries(SERVICES.map((each) => [each, `https://${HOSTS[each]}:${https}`])) as Record<Service, string>;
  const agent = await trustingAgent(caddy, folder, urls);
  opened.defer(async () => agent.destroy());
  const running = opened.move();
  return { urls, agent, mails, replicas, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

async function migrate(folder: string, variables: Variables): Promise<void> {
  const child = launchCofre({ command: "migrate", variables, folder, output: "ignore", errors: "inherit" });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new CannotStart(`the migration ended with code ${code}`);
}

interface ReplicaOptions {
  service: Service;
  name: string;
  port: number;
  folder: string;
  variables: Variables;
}

function openReplica({ service, name, port, folder, variables }: ReplicaOptions): Replica {
  let child: ChildProcess | undefined;
  const url = `${service === "finance" ? "https" : "http"}://127.0.0.1:${port}/ready`;
  const agent = new Agent({ rejectUnauthorized: false });
  const isReady = async () => {
    const reply = await call(url, service === "finance" ? { agent } : {}).catch(() => undefined);
    if (child?.exitCode) throw new CannotStart(`${name} ended with code ${child.exitCode}; its log is in ${folder}`);
    return reply?.status === 200;
  };
  return {
    name,
    kill: async (signal) => {
      if (child) await endProcess(child, signal);
    },
    start: async () => {
      const log = openSync(join(folder, `${name}.log`), "a");
      child = launchCofre({ command: service as ServiceName | "web", variables, folder, output: log, errors: log });
      closeSync(log);
      if ((await timeUntil(isReady, LONGEST_START_MS)) === undefined)
        throw new CannotStart(`${name} is not ready; its log is in ${folder}`);
    },
  };
}

function launchCaddy(folder: string, variables: Variables): ChildProcess {
  const log = openSync(join(folder, "caddy.log"), "a");
  const env = { PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, ...variables };
  const args = ["run", "--adapter", "caddyfile", "--config", join(FOLDER, "Caddyfile")];
  const child = spawn("caddy", args, { cwd: folder, env, stdio: ["ignore", log, log] });
  closeSync(log);
  return child;
}

/** Waits until Caddy has made its authority and sends requests on. */
async function trustingAgent(caddy: ChildProcess, folder: string, urls: Record<Service, string>): Promise<Agent> {
  const root = join(folder, "caddy", "pki", "authorities", "local", "root.crt");
  let agent: Agent | undefined;
  const answers = async () => {
    if (caddy.exitCode !== null) throw new CannotStart(`Caddy ended with code ${caddy.exitCode}; its log is in ${folder}`);
    const ca = await readFile(root, "utf8").catch(() => undefined);
    if (ca === undefined) return false;
    agent ??= new Agent({ keepAlive: true, ca, lookup: toThisMachine } as object);
    const replies = await Promise.all(
      Object.values(urls).map((url) => call(`${url}/ready`, { agent: agent as Agent }).catch(() => undefined)),
    );
    return replies.every((reply) => reply?.status === 200);
  };
  if ((await timeUntil(answers, LONGEST_START_MS)) === undefined || !agent)
    throw new CannotStart(`Caddy does not answer; its log is in ${folder}`);
  return agent;
}

/** Not every machine resolves names below localhost. */
function toThisMachine(
  _name: string,
  options: { all?: boolean },
  done: (error: null, address: unknown, family?: number) => void,
): void {
  if (options.all) done(null, [{ address: "127.0.0.1", family: 4 }]);
  else done(null, "127.0.0.1", 4);
}
