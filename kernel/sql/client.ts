// A client of the driver, connected. Its address and settings come from a URL as PostgreSQL's own programs take it.
import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import type { ConnectionOptions as Tls } from "node:tls";
import pg from "pg";
import { OperatorError } from "../process/operator_error.ts";
import { addressesOf } from "./address.ts";
import { asOptions, type Settings } from "./session.ts";

export interface ClientOptions {
  url: string;
  /** They win over what the URL, the role, the database and the server say. */
  settings: Settings;
  /** Shown in `pg_stat_activity`, unless the URL has another. */
  name: string;
  /** Lets statements leave before those ahead of them are answered. */
  pipeline?: boolean;
}

/** A server that does not answer is given up after this. */
const CONNECT_TIMEOUT_MS = 5_000;

const END_LIMIT_MS = 1_000;

export interface ConnectedClient {
  client: pg.Client;
  /** Which of the URL's hosts, and how. */
  config: ClientConfig;
  /** Ends the connection at once, whatever is under way on it. */
  destroy(): void;
  /** Ends it when what is under way is answered, or the limit has passed. */
  end(limitMs?: number): Promise<void>;
  /** Has all that is sent in this turn of the event loop leave in one write, which costs both ends less. */
  sendTogether(): void;
}

/** Tries each host of the URL in turn, and rejects with what the last of them said. */
export async function connectClient(options: ClientOptions): Promise<ConnectedClient> {
  const { pipeline = false } = options;
  const further = { pipeline, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true };
  let failure: unknown;
  for (const config of clientConfigs(options)) {
    const socket = new Socket();
    const client = new pg.Client({ ...config, ...further, stream: () => socket });
    // The loss of an idle connection is no reason to end the process; whoever uses it hears of its end.
    client.on("error", () => {});
    try {
      await client.connect();
      const destroy = () => socket.destroy();
      return {
        client,
        config,
        destroy,
        end: (limitMs) => endWithin(client, destroy, limitMs),
        sendTogether: () => holdBack(socket),
      };
    } catch (error) {
      socket.destroy();
      failure = withCode(error as Error);
    }
  }
  throw failure;
}

/** For a pool of the driver's, which knows one host alone. */
export async function reachableConfig(options: ClientOptions): Promise<ClientConfig> {
  const [only, ...others] = clientConfigs(options);
  if (only && others.length === 0) return only;
  const { config, end } = await connectClient(options);
  await end();
  return config;
}

async function endWithin(client: pg.Client, destroy: () => void, limitMs = END_LIMIT_MS): Promise<void> {
  const timer = setTimeout(destroy, limitMs);
  await client.end();
  clearTimeout(timer);
}

function holdBack(socket: Socket): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  setImmediate(() => socket.uncork());
}

/** The driver's own errors for a server that is silent or hangs up lack the code that the system's have. */
export function withCode(error: Error): Error {
  if (error.message === "timeout expired") return Object.assign(error, { code: "ETIMEDOUT" });
  if (/^(Connection terminated|Client (has encountered a connection error|was closed))/.test(error.message))
    return Object.assign(error, { code: "ECONNRESET" });
  return error;
}

export type ClientConfig = Pick<
  pg.ClientConfig,
  "user" | "password" | "database" | "host" | "port" | "ssl" | "options" | "application_name" | "enableChannelBinding"
>;

/** One for each host, in their order, and for each way to try it. */
export function clientConfigs({ url, settings, name }: Pick<ClientOptions, "url" | "settings" | "name">): ClientConfig[] {
  const { username, password, pathname, searchParams: parameters } = new URL(url);
  const config: ClientConfig = {
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    options: optionsOf(parameters, settings),
    application_name: parameters.get("application_name") ?? name,
    enableChannelBinding: ["prefer", "require"].includes(parameters.get("channel_binding") ?? ""),
  };
  const ways = waysToEncrypt(parameters);
  return addressesOf(url).flatMap(({ host, port }) => {
    const there = { ...config, host, port: Number(port || DEFAULT_PORT) };
    if (host.startsWith("/")) return [{ ...there, ssl: false }];
    return ways.map((ssl) => ({ ...there, ...(ssl !== undefined && { ssl }) }));
  });
}

const DEFAULT_PORT = 5432;

/** Parameters of a URL that are for the client; the server gets all others as settings, and refuses what it does not know. */
const FOR_CLIENT =
  /^(host|port|user|password|dbname|options|application_name|fallback_application_name|connect_timeout|channel_binding|target_session_attrs|ssl\w*|gss\w*|krbsrvname|keepalives\w*|tcp_user_timeout|uselibpqcompat)$/;

/** The startup parameter `options`. What is said later in it wins. */
function optionsOf(parameters: URLSearchParams, settings: Settings): string {
  const ours = new Set(Object.keys(settings).map((name) => name.toLowerCase()));
  const others = [...parameters].filter(([name]) => !FOR_CLIENT.test(name) && !ours.has(name.toLowerCase()));
  const parts = [parameters.get("options") ?? "", asOptions(Object.fromEntries(others)), asOptions(settings)];
  return parts.filter((part) => part !== "").join(" ");
}

/** By `sslmode` as PostgreSQL's own programs understand it. Undefined leaves it to the environment (`PGSSLMODE`). */
function waysToEncrypt(parameters: URLSearchParams): (Tls | false | undefined)[] {
  const files = {
    ...certificateFile(parameters, "sslrootcert", "ca"),
    ...certificateFile(parameters, "sslcert", "cert"),
    ...certificateFile(parameters, "sslkey", "key"),
  };
  const unchecked = { ...files, rejectUnauthorized: false };
  const anyName = { ...files, checkServerIdentity: () => undefined };
  switch (parameters.get("sslmode") ?? parameters.get("ssl")) {
    case null:
      return [undefined];
    case "disable":
    case "false":
    case "0":
      return [false];
    case "allow":
      return [false, unchecked];
    case "prefer":
      return [unchecked, false];
    case "require":
      return "ca" in files ? [anyName] : [unchecked];
    case "no-verify":
      return [unchecked];
    case "verify-ca":
      return [anyName];
    default:
      return [files];
  }
}

/** `sslrootcert=system` stands for the authorities that Node trusts anyway. */
function certificateFile(parameters: URLSearchParams, parameter: string, property: "ca" | "cert" | "key"): Tls {
  const path = parameters.get(parameter);
  if (path === null || path === "system") return {};
  try {
    return { [property]: readFileSync(path) };
  } catch (error) {
    throw new OperatorError(`The file that ${parameter} of the database's URL names cannot be read: ${(error as Error).message}`);
  }
}
