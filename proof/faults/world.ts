// Everything that a fault happens to: a cluster, cables, both services as processes, a mail server, people, and the ledger of what they did.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { BASE_PATH } from "../../finance/main.ts";
import { type SmtpSink, startSmtpSink } from "../../kernel/testing/smtp_sink.ts";
import { type Cable, layCable } from "./cable.ts";
import { type Client, openClient } from "./client.ts";
import { type Cluster, type ClusterOptions, openCluster } from "./cluster.ts";
import { type Ledger, openLedger } from "./ledger.ts";
import { adminToken, JWT_SECRET, type Member, makeMember, type Places } from "./members.ts";
import { freePort } from "./processes.ts";
import { type Supervised, type SuperviseOptions, supervise } from "./supervisor.ts";

export interface World extends AsyncDisposable {
  folder: string;
  cluster: Cluster;
  /** Between auth, or finance, and the database. */
  cables: { auth: Cable; finance: Cable };
  auth: Supervised;
  finance: Supervised;
  smtp: SmtpSink;
  client: Client;
  ledger: Ledger;
  /** Each has a session that one client at a time may use. */
  members: Member[];
  /** Where a request goes. A fault may put something in between. */
  places(): Places;
  reach: (() => Places) | undefined;
  /** Another process of a service, on the same database. */
  replica(options: ReplicaOptions): Promise<Supervised>;
  variables: { auth: Record<string, string>; finance: Record<string, string> };
}

export interface ReplicaOptions {
  service: "auth" | "finance";
  name: string;
  variables?: Record<string, string>;
  nodeArguments?: string[];
  port?: number;
}

export interface WorldOptions extends ClusterOptions {
  /** Another place for the cluster than below the folder. */
  clusterFolder?: string;
  members?: number;
  /** Over our own. */
  auth?: Record<string, string>;
  finance?: Record<string, string>;
}

export async function openWorld(options: WorldOptions): Promise<World> {
  await using opened = new AsyncDisposableStack();
  const { folder } = options;
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const cluster = opened.use(await openCluster({ ...options, folder: options.clusterFolder ?? join(folder, "cluster") }));
  const cables = {
    auth: opened.use(await layCable(() => cluster.port)),
    finance: opened.use(await layCable(() => cluster.port)),
  };
  const smtp = opened.use(await startSmtpSink());
  const ports = { auth: await freePort(), finance: await freePort() };
  const variables = {
    auth: { ...authVariables(cluster, cables.auth, ports.auth, smtp.port), ...options.auth },
    finance: { ...financeVariables(cluster, cables.finance, ports), ...options.finance },
  };
  const start = (wish: Omit<SuperviseOptions, "folder">) => opened.use(supervise({ ...wish, folder }));
  const auth = start({ service: "auth", name: "auth", port: ports.auth, variables: variables.auth });
  const finance = start({ service: "finance", name: "finance", port: ports.finance, variables: variables.finance });
  await Promise.all([auth.ready(), finance.ready()]);
  const client = openClient();
  opened.defer(client.close);
  const ledger = await openLedger(join(folder, "ledger.jsonl"));
  opened.defer(ledger.close);
  const own: Places = { auth: auth.url, finance: `${finance.url}${BASE_PATH}` };
  const members: Member[] = [];
  for (let number = 1; number <= (options.members ?? 4); number++) {
    members.push(await makeMember(client, own, ledger, `member-${number}@faults.example`));
  }
  const open = opened.move();
  const world: World = {
    folder,
    cluster,
    cables,
    auth,
    finance,
    smtp,
    client,
    ledger,
    members,
    variables,
    reach: undefined,
    places: () => world.reach?.() ?? own,
    replica: async ({ service, name, variables: others = {}, nodeArguments = [], port }) => {
      const free = port ?? (await freePort());
      const portName = service === "auth" ? "AUTHSVC_API_PORT" : "FINANCE_PORT";
      const all = { ...variables[service], [portName]: String(free), ...others };
      const replica = supervise({ service, name, port: free, variables: all, folder, nodeArguments });
      await replica.ready();
      return replica;
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
  return world;
}

/** The address of the database, through the cable. */
export function through(cable: Cable, cluster: Cluster, database = "cofre"): string {
  const url = new URL(cluster.url(database));
  url.port = String(cable.port);
  return url.href;
}

function authVariables(cluster: Cluster, cable: Cable, port: number, smtpPort: number): Record<string, string> {
  return {
    AUTHSVC_SITE_URL: "https://app.example.com",
    AUTHSVC_API_EXTERNAL_URL: "https://auth.example.com",
    AUTHSVC_API_HOST: "127.0.0.1",
    AUTHSVC_API_PORT: String(port),
    AUTHSVC_DB_DATABASE_URL: through(cable, cluster),
    AUTHSVC_JWT_SECRET: JWT_SECRET,
    AUTHSVC_SECRET_KEY: "another secret of the fault harness, long enough",
    AUTHSVC_SMTP_HOST: "127.0.0.1",
    AUTHSVC_SMTP_PORT: String(smtpPort),
    AUTHSVC_SMTP_ADMIN_EMAIL: "auth@example.com",
    // A client that lost its answers asks again and again; that is what the harness does, and not what the limits are for.
    AUTHSVC_SMTP_MAX_FREQUENCY: "0",
    AUTHSVC_RATE_LIMIT_EMAIL_SENT: "1000000",
    AUTHSVC_RATE_LIMIT_OTP: "0",
    AUTHSVC_RATE_LIMIT_VERIFY: "0",
    AUTHSVC_RATE_LIMIT_TOKEN_REFRESH: "0",
    AUTHSVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: "1h",
    AUTHSVC_LOG_LEVEL: "warn",
  };
}

function financeVariables(cluster: Cluster, cable: Cable, ports: { auth: number; finance: number }): Record<string, string> {
  return {
    FINANCE_HOST: "127.0.0.1",
    FINANCE_PORT: String(ports.finance),
    FINANCE_DATABASE_URL: through(cable, cluster),
    FINANCE_AUTH_URL: `http://127.0.0.1:${ports.auth}`,
    FINANCE_AUTH_TOKEN: adminToken(),
    FINANCE_JWT_SECRET: JWT_SECRET,
    FINANCE_TRUSTED_PROXIES: "127.0.0.1",
    FINANCE_LOG_LEVEL: "warn",
  };
}
