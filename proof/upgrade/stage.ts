// One database, on which the services of a release run and then those of this checkout, at the same addresses.
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeKeys, variableOf } from "../../auth/sso/testing.ts";
import { startEmbeddedPostgres } from "../../kernel/embedded_postgres/embedded_postgres.ts";
import { freePort } from "../../kernel/embedded_postgres/free_port.ts";
import { ownCertificate } from "../../kernel/http/certificate.ts";
import { plainClient } from "../../kernel/testing/plain_client.ts";
import { endProcess, hasEnded, launchCofre, type ServiceName } from "../harness/cofre_process.ts";
import { type HttpClient, openHttpClient } from "../harness/http_client.ts";
import { adminToken } from "../harness/tokens.ts";
import { openWorkFolder } from "../harness/work_folder.ts";

export interface Stage extends AsyncDisposable {
  urls: Record<ServiceName, string>;
  adminToken: string;
  client: HttpClient;
  /** Starts both services on the named database, which is created if missing; `at` fixes their clocks. */
  start(program: string, database: string, at?: Date): Promise<AsyncDisposable>;
  /** Copies a database while nobody is connected. */
  copy(from: string, to: string): Promise<void>;
}

const SETTINGS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
const LONGEST_START_MS = 120_000;
const BETWEEN_LOOKS_MS = 100;

export async function openStage(): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const { path: folder } = opened.use(await openWorkFolder("upgrade"));
  const home = join(folder, "postgres");
  const server = await startEmbeddedPostgres({ home, password: "upgrade", settings: SETTINGS });
  opened.defer(server.stop);
  const certificate = await ownCertificate(join(folder, "tls"));
  const [authPort, financePort, jwtSecret] = [await freePort(), await freePort(), randomBytes(24).toString("hex")];
  const token = adminToken(jwtSecret);
  const authUrl = `http://127.0.0.1:${authPort}`;
  const variables: Record<ServiceName, Record<string, string>> = {
    auth: {
      AUTHSVC_API_HOST: "127.0.0.1",
      AUTHSVC_API_PORT: String(authPort),
      AUTHSVC_JWT_SECRET: jwtSecret,
      AUTHSVC_SECRET_KEY: randomBytes(24).toString("hex"),
      AUTHSVC_SAML_PRIVATE_KEY: variableOf(makeKeys()),
      ...AUTH,
    },
    finance: {
      FINANCE_HOST: "127.0.0.1",
      FINANCE_PORT: String(financePort),
      FINANCE_TLS_CERT: certificate.path,
      FINANCE_TLS_KEY: join(folder, "tls", "key.pem"),
      FINANCE_AUTH_URL: authUrl,
      FINANCE_AUTH_TOKEN: token,
      FINANCE_JWT_SECRET: jwtSecret,
      FINANCE_OAUTH_RESOURCE: "https://finance.example.com/rest/v2",
    },
  };
  const client = openHttpClient({ ca: certificate.cert, keepAlive: false });
  opened.defer(client.close);
  const running = opened.move();
  const urls = { auth: authUrl, finance: `https://127.0.0.1:${financePort}/rest/v2` };
  return {
    urls,
    adminToken: token,
    client,
    copy: async (from, to) => {
      await using admin = await plainClient(server.url);
      await admin.query(`drop database if exists ${to} with (force)`);
      await admin.query(`create database ${to} template ${from}`);
    },
    start: async (program, database, at) => {
      await using pair = new AsyncDisposableStack();
      await makeDatabase(server.url, database);
      const { href: url } = Object.assign(new URL(server.url), { pathname: `/${database}` });
      for (const service of ["auth", "finance"] as const) {
        const nodeArguments = at ? ["--import", stoppedClock(at)] : [];
        const reach = { [service === "auth" ? "AUTHSVC_DB_DATABASE_URL" : "FINANCE_DATABASE_URL"]: url };
        const launched = { command: service, program, variables: { ...variables[service], ...reach }, folder, nodeArguments };
        const child = launchCofre({ ...launched, output: "ignore", errors: "inherit" });
        pair.defer(() => endProcess(child));
        await untilHealthy(child, client, urls[service], `${service} of ${program}`);
      }
      return pair.move();
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function untilHealthy(child: ChildProcess, client: HttpClient, url: string, name: string): Promise<void> {
  const deadline = Date.now() + LONGEST_START_MS;
  while (!(await answers(client, `${url}/health`))) {
    if (hasEnded(child) || Date.now() > deadline) throw new Error(`${name} does not start`);
    await sleep(BETWEEN_LOOKS_MS);
  }
}

async function makeDatabase(server: string, name: string): Promise<void> {
  await using admin = await plainClient(server);
  const databases = await admin.query("select from pg_database where datname = $1", [name]);
  if (databases.length === 0) await admin.query(`create database ${name}`);
}

/** No limits, and everything enabled. */
const AUTH: Record<string, string> = Object.fromEntries(
  Object.entries({
    SITE_URL: "https://app.example.com",
    API_EXTERNAL_URL: "https://auth.example.com",
    JWT_EXP: "86400",
    MAILER_AUTOCONFIRM: "true",
    SMS_AUTOCONFIRM: "true",
    EXTERNAL_PHONE_ENABLED: "true",
    EXTERNAL_ANONYMOUS_USERS_ENABLED: "true",
    EXTERNAL_GOOGLE_ENABLED: "true",
    EXTERNAL_GOOGLE_CLIENT_ID: "upgrade",
    EXTERNAL_GOOGLE_SECRET: "upgrade",
    SECURITY_MANUAL_LINKING_ENABLED: "true",
    RATE_LIMIT_ANONYMOUS_USERS: "0",
    RATE_LIMIT_TOKEN_REFRESH: "0",
    RATE_LIMIT_OTP: "0",
    RATE_LIMIT_VERIFY: "0",
    RATE_LIMIT_SSO: "0",
    PASSKEY_ENABLED: "true",
    CUSTOM_OAUTH_ALLOWED_HOSTS: "localhost",
    WEBHOOK_ALLOWED_HOSTS: "localhost",
    OAUTH_SERVER_ENABLED: "true",
    OAUTH_SERVER_AUTHORIZATION_PATH: "/oauth/consent",
    SAML_ENABLED: "true",
    MFA_PHONE_ENROLL_ENABLED: "true",
    MFA_PHONE_VERIFY_ENABLED: "true",
  }).map(([name, value]) => [`AUTHSVC_${name}`, value]),
);

async function answers(client: HttpClient, url: string): Promise<boolean> {
  return client.send(url).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** A preloaded module as a data URL, which fixes the current time. */
function stoppedClock(at: Date): string {
  const code = `
    const Real = Date;
    const at = ${at.getTime()};
    globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(at) : super(...given); }
      static now() { return at; }
    };`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
