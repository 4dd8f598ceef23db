// The system under test: cluster, proxies, both services, a mail server, users, and acknowledged writes.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { BASE_PATH } from "../../finance/endpoint.ts";
import { freePort } from "../../kernel/embedded_postgres/free_port.ts";
import { type SmtpSink, startSmtpSink } from "../../kernel/testing/smtp_sink.ts";
import { through } from "../../kernel/testing/tcp_proxy.ts";
import { type HttpClient, openHttpClient } from "../harness/http_client.ts";
import { adminToken } from "../harness/tokens.ts";
import { type Acknowledged, openAcknowledged } from "./acknowledged.ts";
import { type Cluster, type ClusterOptions, openCluster } from "./cluster.ts";
import { type Endpoints, JWT_SECRET, type Member, makeMember } from "./members.ts";
import { type StatementProxy, startStatementProxy } from "./statement_proxy.ts";
import { type Supervised, type SuperviseOptions, supervise } from "./supervisor.ts";

export interface World extends AsyncDisposable {
  folder: string;
  cluster: Cluster;
  /** Between each service and the database. */
  proxies: { auth: StatementProxy; finance: StatementProxy };
  auth: Supervised;
  finance: Supervised;
  smtp: SmtpSink;
  client: HttpClient;
  acknowledged: Acknowledged;
  /** Each has a session for one client at a time. */
  members: Member[];
  /** The URLs for requests. A fault may replace them. */
  endpoints(): Endpoints;
  reach: (() => Endpoints) | undefined;
  /** Another process of a service on the same database. */
  replica(options: ReplicaOptions): Promise<Supervised>;
  variables: { auth: Record<string, string>; finance: Record<string, string> };
}

export interface ReplicaOptions {
  service: "auth" | "finance";
  name: string;
  variables?: Record<string, string>;
  nodeArguments?: string[];
  port?: number;
  program?: string;
}

export interface WorldOptions extends ClusterOptions {
  /** By default below the folder. */
  clusterFolder?: string;
  members?: number;
  /** Of both services: the sources by default. */
  program?: string;
  /** Override our own. */
  auth?: Record<string, string>;
  finance?: Record<string, string>;
}

const LONGEST_ANSWER_MS = 15_000;
/** Four replicas share 120 connections, and each uses up to ten more for jobs: docs/operations.md recommends this limit. */
const CONNECTIONS_OF_A_REPLICA = "18";

export async function openWorld(options: WorldOptions): Promise<World> {
  await using opened = new AsyncDisposableStack();
  const { folder } = options;
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const cluster = opened.use(await openCluster({ ...options, folder: options.clusterFolder ?? join(folder, "cluster") }));
  const proxies = {
    auth: opened.use(await startStatementProxy(() => cluster.port)),
    finance: opened.use(await startStatementProxy(() => cluster.port)),
  };
  const smtp = opened.use(await startSmtpSink());
  const ports = { auth: await freePort(), finance: await freePort() };
  const variables = {
    auth: { ...authVariables(cluster, proxies.auth, ports.auth, smtp.port), ...options.auth },
    finance: { ...financeVariables(cluster, proxies.finance, ports), ...options.finance },
  };
  const start = (process: Omit<SuperviseOptions, "folder">) =>
    opened.use(supervise({ ...process, folder, program: options.program }));
  const auth = start({ service: "auth", name: "auth", port: ports.auth, variables: variables.auth });
  const finance = start({ service: "finance", name: "finance", port: ports.finance, variables: variables.finance });
  await Promise.all([auth.ready(), finance.ready()]);
  const client = openHttpClient({ timeoutMs: LONGEST_ANSWER_MS });
  opened.defer(client.close);
  const acknowledged = await openAcknowledged(join(folder, "acknowledged.jsonl"));
  opened.defer(acknowledged.close);
  const own: Endpoints = { auth: auth.url, finance: `${finance.url}${BASE_PATH}` };
  const members: Member[] = [];
  for (let number = 1; number <= (options.members ?? 4); number++) {
    members.push(await makeMember(client, own, acknowledged, `member-${number}@faults.example`));
  }
  const open = opened.move();
  const world: World = {
    folder,
    cluster,
    proxies,
    auth,
    finance,
    smtp,
    client,
    acknowledged,
    members,
    variables,
    reach: undefined,
    endpoints: () => world.reach?.() ?? own,
    replica: async ({ service, name, variables: others = {}, nodeArguments = [], port, program = options.program }) => {
      const free = port ?? (await freePort());
      const portName = service === "auth" ? "AUTHSVC_API_PORT" : "FINANCE_PORT";
      const all = { ...variables[service], [portName]: String(free), ...others };
      const replica = supervise({ service, name, port: free, variables: all, folder, nodeArguments, program });
      await replica.ready();
      return replica;
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
  return world;
}

function authVariables(cluster: Cluster, proxy: StatementProxy, port: number, smtpPort: number): Record<string, string> {
  return {
    AUTHSVC_SITE_URL: "https://app.example.com",
    AUTHSVC_API_EXTERNAL_URL: "https://auth.example.com",
    AUTHSVC_API_HOST: "127.0.0.1",
    AUTHSVC_API_PORT: String(port),
    AUTHSVC_DB_DATABASE_URL: through(proxy, cluster.url()),
    AUTHSVC_DB_MAX_POOL_SIZE: CONNECTIONS_OF_A_REPLICA,
    AUTHSVC_JWT_SECRET: JWT_SECRET,
    AUTHSVC_SECRET_KEY: "another secret of the fault harness, long enough",
    AUTHSVC_SMTP_HOST: "127.0.0.1",
    AUTHSVC_SMTP_PORT: String(smtpPort),
    AUTHSVC_SMTP_ADMIN_EMAIL: "auth@example.com",
    // The harness retries often, which the limits must not stop.
    AUTHSVC_SMTP_MAX_FREQUENCY: "0",
    AUTHSVC_RATE_LIMIT_EMAIL_SENT: "1000000",
    AUTHSVC_RATE_LIMIT_OTP: "0",
    AUTHSVC_RATE_LIMIT_VERIFY: "0",
    AUTHSVC_RATE_LIMIT_TOKEN_REFRESH: "0",
    AUTHSVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: "1h",
    // Every session is checked afterwards, so no sign-in may end another one.
    AUTHSVC_SESSIONS_MAX_PER_USER: "0",
    AUTHSVC_LOG_LEVEL: "warn",
  };
}

function financeVariables(
  cluster: Cluster,
  proxy: StatementProxy,
  ports: { auth: number; finance: number },
): Record<string, string> {
  return {
    FINANCE_HOST: "127.0.0.1",
    FINANCE_PORT: String(ports.finance),
    FINANCE_DATABASE_URL: through(proxy, cluster.url()),
    FINANCE_AUTH_URL: `http://127.0.0.1:${ports.auth}`,
    FINANCE_AUTH_TOKEN: adminToken(JWT_SECRET),
    FINANCE_DB_MAX_POOL_SIZE: CONNECTIONS_OF_A_REPLICA,
    FINANCE_JWT_SECRET: JWT_SECRET,
    FINANCE_TRUSTED_PROXIES: "127.0.0.1",
    FINANCE_LOG_LEVEL: "warn",
  };
}
