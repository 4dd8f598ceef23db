// A connected client of the driver. Address and settings come from a URL in libpq's format.
import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import type { ConnectionOptions as Tls } from "node:tls";
import pg from "pg";
import { OperatorError } from "../process/operator_error.ts";
import { addressesOf } from "./address.ts";
import { asOptions, type Settings } from "./session.ts";

export interface ClientOptions {
  url: string;
  /** Override those of the URL, the role, the database and the server. */
  settings: Settings;
  /** Shown in `pg_stat_activity`, unless the URL sets another. */
  name: string;
  /** Sends statements before earlier ones are answered. */
  pipeline?: boolean;
  /** For commands of the replication protocol. */
  replication?: boolean;
}

const CONNECT_TIMEOUT_MS = 5_000;

const END_LIMIT_MS = 1_000;

/** The driver's types lack this one. */
const REPLICATION = { replication: "true" };

export interface ConnectedClient {
  client: pg.Client;
  /** The host of the URL that was used, and its settings. */
  config: ClientConfig;
  /** Closes the connection at once. */
  destroy(): void;
  /** Closes after pending statements are answered, or after the limit. */
  end(limitMs?: number): Promise<void>;
  /** Joins everything sent in this turn of the event loop into one write. */
  sendTogether(): void;
}

/** Tries each host of the URL in turn, and rejects with the last error. */
export async function connectClient(options: ClientOptions): Promise<ConnectedClient> {
  const { pipeline = false, replication = false } = options;
  const further = { pipeline, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true, ...(replication && REPLICATION) };
  let failure: unknown;
  for (const config of clientConfigs(options)) {
    const socket = new Socket();
    const client = new pg.Client({ ...config, ...further, stream: () => socket });
    // The loss of an idle connection must not end the process; its user notices.
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

/** For the driver's pool, which supports one host only. */
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

/** Adds a code to the driver's own errors for silent or closing servers. */
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

/** One for each host in order, and for each way to encrypt. */
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

/** URL parameters for the client; all others are sent to the server as settings. */
const FOR_CLIENT =
  /^(host|port|user|password|dbname|options|application_name|fallback_application_name|connect_timeout|channel_binding|target_session_attrs|ssl\w*|gss\w*|krbsrvname|keepalives\w*|tcp_user_timeout|uselibpqcompat)$/;

/** The startup parameter `options`. Later settings override earlier ones. */
function optionsOf(parameters: URLSearchParams, settings: Settings): string {
  const ours = new Set(Object.keys(settings).map((name) => name.toLowerCase()));
  const others = [...parameters].filter(([name]) => !FOR_CLIENT.test(name) && !ours.has(name.toLowerCase()));
  const parts = [parameters.get("options") ?? "", asOptions(Object.fromEntries(others)), asOptions(settings)];
  return parts.filter((part) => part !== "").join(" ");
}

/** By `sslmode`, as in libpq. Undefined leaves it to the environment (`PGSSLMODE`). */
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

/** `sslrootcert=system` means the authorities that Node trusts. */
function certificateFile(parameters: URLSearchParams, parameter: string, property: "ca" | "cert" | "key"): Tls {
  const path = parameters.get(parameter);
  if (path === null || path === "system") return {};
  try {
    return { [property]: readFileSync(path) };
  } catch (error) {
    throw new OperatorError(`The file that ${parameter} of the database's URL names cannot be read: ${(error as Error).message}`);
  }
}
