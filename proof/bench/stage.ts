// Starts everything that is measured, as an operator would: a durable PostgreSQL, and services in their own processes.
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type AuthConfig, readAuthConfig } from "../../auth/config.ts";
import { BASE_PATH } from "../../finance/endpoint.ts";
import { startEmbeddedPostgres } from "../../kernel/embedded_postgres/embedded_postgres.ts";
import { freePort } from "../../kernel/embedded_postgres/free_port.ts";
import { ownCertificate } from "../../kernel/http/certificate.ts";
import { type Database, openDatabase } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { buildProgram, PROGRAM } from "../../release/build.ts";
import { endProcess, hasEnded, launchCofre, type ServiceName } from "../harness/cofre_process.ts";
import { cpuSeconds, residentMib } from "../harness/processes.ts";
import { adminToken as mintAdminToken } from "../harness/tokens.ts";
import { openWorkFolder } from "../harness/work_folder.ts";
import { openLine } from "./http_line.ts";
import { type Target, targetOf, writeRequest } from "./http_text.ts";
import { LONG_TIMEOUTS } from "./timeouts.ts";

const LONGEST_START_MS = 60_000;

export interface RunningProcess {
  target: Target;
  residentMib(): number;
  /** CPU time so far; NaN if unknown. */
  cpuSeconds(): number;
  end(): Promise<void>;
}

export interface Stage extends AsyncDisposable {
  databaseUrl: string;
  config: AuthConfig;
  adminToken: string;
  startAuth(schema?: string): Promise<RunningProcess>;
  /** On a database of its own, which a Supabase Auth has left. */
  startAdopted(): Promise<RunningProcess>;
  startFinance(auth: RunningProcess, databaseUrl?: string, variables?: Record<string, string>): Promise<RunningProcess>;
  startWeb(auth: RunningProcess, finance: RunningProcess): Promise<RunningProcess>;
  /** Statements since the last call, without those of the job queue. */
  countStatements(): Promise<number>;
  /** Runs ANALYZE, which autovacuum would do within a minute. */
  gatherStatistics(): Promise<void>;
}

export interface StageOptions {
  /** The folder for CPU profiles of the services. */
  profile: string | undefined;
  say(line: string): void;
}

/** The cost of counting affects both sides of every ratio. */
const SETTINGS = { shared_preload_libraries: "pg_stat_statements" };

export async function openStage({ profile, say }: StageOptions): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  await buildProgram();
  const { path: home } = opened.use(await openWorkFolder("bench"));
  const server = opened.use(
    await startEmbeddedPostgres({ home, password: randomBytes(16).toString("hex"), settings: SETTINGS, say }),
  );
  const counter = openCounter(server.url);
  opened.defer(() => counter.close());
  await counter.run(sql`create extension pg_stat_statements`);
  const certificate = await ownCertificate(join(home, "tls"));
  const secret = randomBytes(32).toString("base64url");
  const variables = authVariables(server.url, secret);
  const { config } = readAuthConfig(variables);
  const adminToken = mintAdminToken(secret);
  const running = opened.move();
  const start = starter(running, home, profile);
  return {
    databaseUrl: server.url,
    config,
    adminToken,
    startAuth: async (schema = "auth") => {
      const port = await freePort();
      const log = join(home, `auth_${port}.log`);
      const own = { AUTHSVC_API_PORT: String(port), AUTHSVC_DB_NAMESPACE: schema, AUTHSVC_LOG_FILE: log };
      return start("auth", { ...variables, ...own }, log, `http://127.0.0.1:${port}`);
    },
    startAdopted: async () => {
      const { makeAdoptedDatabase } = await import("./adopted_database.ts");
      const url = await makeAdoptedDatabase(server.url, "adopted");
      const port = await freePort();
      const log = join(home, `auth_${port}.log`);
      const own = { AUTHSVC_API_PORT: String(port), AUTHSVC_LOG_FILE: log };
      const adopted = { AUTHSVC_ADOPT: "supabase", AUTHSVC_DB_DATABASE_URL: url };
      return start("auth", { ...variables, ...own, ...adopted }, log, `http://127.0.0.1:${port}`);
    },
    startFinance: async (auth, databaseUrl = server.url, variables = {}) => {
      const port = await freePort();
      const log = join(home, `finance_${port}.log`);
      const own = {
        FINANCE_HOST: "127.0.0.1",
        FINANCE_PORT: String(port),
        FINANCE_DATABASE_URL: databaseUrl,
        FINANCE_AUTH_URL: `http://127.0.0.1:${auth.target.port}`,
        FINANCE_AUTH_TOKEN: adminToken,
        FINANCE_JWT_SECRET: secret,
        FINANCE_LOG_FILE: log,
        ...variables,
      };
      return start("finance", own, log, `https://127.0.0.1:${port}${BASE_PATH}`, certificate.cert);
    },
    startWeb: async (auth, finance) => {
      const port = await freePort();
      const log = join(home, `web_${port}.log`);
      const own = {
        WEB_PORT: String(port),
        WEB_AUTH_URL: `http://127.0.0.1:${auth.target.port}`,
        WEB_FINANCE_URL: `https://127.0.0.1:${finance.target.port}${BASE_PATH}`,
        WEB_FINANCE_CA: certificate.path,
        WEB_SECRET_KEY: secret,
        WEB_LOG_FILE: log,
      };
      return start("web", own, log, `http://127.0.0.1:${port}`);
    },
    countStatements: () => countStatements(counter),
    gatherStatistics: async () => void (await counter.run(sql`analyze`)),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Starts services that end with `running`, and waits until they are healthy. */
function starter(running: AsyncDisposableStack, home: string, profile: string | undefined) {
  return async (service: ServiceName | "web", variables: Record<string, string>, log: string, url: string, ca?: string) => {
    const child = launchCofre({
      command: service,
      program: PROGRAM,
      variables,
      folder: home,
      nodeArguments: profile === undefined ? [] : profiling(service, profile),
      output: "ignore",
      errors: "inherit",
    });
    running.defer(() => endProcess(child));
    const target = targetOf(url, ca);
    await untilHealthy(child, target, log);
    const pid = child.pid as number;
    return { target, residentMib: () => residentMib(pid), cpuSeconds: () => cpuSeconds(pid), end: () => endProcess(child) };
  };
}

function openCounter(url: string): Database {
  return openDatabase({ url, schema: "public", maxConnections: 1, name: "cofre bench", settings: LONG_TIMEOUTS });
}

/** Limits are switched off as an operator would: all callers come from one address. Everything else is as it is by default. */
function authVariables(databaseUrl: string, secret: string): Record<string, string> {
  return {
    AUTHSVC_SITE_URL: "http://localhost:3000",
    AUTHSVC_API_EXTERNAL_URL: "http://localhost:8081",
    AUTHSVC_API_HOST: "127.0.0.1",
    AUTHSVC_JWT_SECRET: secret,
    AUTHSVC_DB_DATABASE_URL: databaseUrl,
    AUTHSVC_MAILER_AUTOCONFIRM: "true",
    AUTHSVC_OAUTH_SERVER_ENABLED: "true",
    AUTHSVC_RATE_LIMIT_TOKEN_REFRESH: "0",
    AUTHSVC_RATE_LIMIT_VERIFY: "0",
    AUTHSVC_RATE_LIMIT_OTP: "0",
  };
}

function profiling(service: string, folder: string): string[] {
  return ["--cpu-prof", `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${service}_${Date.now()}.cpuprofile`];
}

async function untilHealthy(child: ChildProcess, target: Target, log: string): Promise<void> {
  const request = writeRequest(target, { method: "GET", path: "/health" });
  for (const deadline = Date.now() + LONGEST_START_MS; Date.now() < deadline && !hasEnded(child); await sleep(50)) {
    const line = openLine(target);
    const status = await new Promise<number>((resolve) => line.ask(request, resolve));
    line.close();
    if (status === 200) return;
  }
  const output = await readFile(log, "utf8").catch(() => "");
  throw new Error(`A service did not start:\n${output.split("\n").slice(-5).join("\n")}`);
}

async function countStatements(db: Database): Promise<number> {
  const { calls } = await db.one<{ calls: number }>(sql`
    select coalesce(sum(calls), 0)::bigint as calls
      from pg_stat_statements
     where query not ilike '%graphile%' and query not ilike '%pg_stat_statements%' and toplevel`);
  await db.run(sql`select pg_stat_statements_reset()`);
  return calls;
}
