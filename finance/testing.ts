// Test support: a finance service on a free port, with an auth service, a certificate, a database and a clock of its own.
import { startTestAuth, type TestAuth } from "../auth/testing.ts";
import { type Certificate, ownCertificate } from "../kernel/http/certificate.ts";
import type { RunningService } from "../kernel/process/start_service.ts";
import { migrate } from "../kernel/sql/migrate.ts";
import { sql } from "../kernel/sql/sql.ts";
import { type Call, call, type Reply } from "../kernel/testing/client.ts";
import type { FakeClock } from "../kernel/testing/clock.ts";
import { type Template, type TestDatabase, testDatabase } from "../kernel/testing/database.ts";
import { temporaryFolder } from "../kernel/testing/folder.ts";
import { type LoggedLine, type RecordingLog, recordingLog } from "../kernel/testing/log.ts";
import { shared } from "../kernel/testing/shared.ts";
import { type FinanceConfig, readFinanceConfig } from "./config.ts";
import { hashApiToken, makeApiToken } from "./credentials/api_token.ts";
import type { FinanceWorld } from "./endpoint.ts";
import { BASE_PATH } from "./endpoint.ts";
import { FINANCE_MIGRATIONS, type FinanceOptions, startFinance } from "./main.ts";
import { CLUSTER_URL, clusterDatabase } from "./testing/cluster.ts";
import { type Member, welcomeUser } from "./users/first_use.ts";

export interface TestFinance extends AsyncDisposable {
  /** With the base path. */
  url: string;
  port: number;
  certificate: Certificate;
  database: TestDatabase;
  service: RunningService<FinanceWorld>;
  /** Auth's too. */
  clock: FakeClock;
  logged: LoggedLine[];
  auth: TestAuth;
  /** Below the base path, trusting the certificate, with a User-Agent unless the test gives headers of its own. */
  call(path: string, options?: Call): Promise<Reply>;
  /** A user with a space of their own, who calls with an API token. Quick: nobody signs up unless the test asks for it. */
  member(email: string, options?: MemberOptions): Promise<TestMember>;
  /** Another process of the same service, on the same database and auth. */
  replica(variables?: Record<string, string>): Promise<TestReplica>;
}

export interface TestReplica extends AsyncDisposable {
  call(path: string, options?: Call): Promise<Reply>;
  service: RunningService<FinanceWorld>;
  logged: LoggedLine[];
}

export interface MemberOptions {
  scope?: "read" | "write";
  /** What the user says of themself at auth. */
  data?: Record<string, unknown>;
}

/** Calls below the base path as one user. */
export interface TestClient {
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** The header that it comes in with. */
  authorization: string;
}

export interface TestMember extends TestClient, Member {
  email: string;
  password: string;
  token: string;
  authUserId: string;
  /** The same user with the sign-in password. */
  basic: TestClient;
  /** The same user with an access token of auth, signed in when first asked for. */
  bearer(): Promise<TestClient>;
}

const USER_AGENT = { "user-agent": "Tests (tests@example.com)" };
/** As test services of auth have it. */
const JWT_SECRET = "a secret for tests that is long enough to be quiet";

export interface TestFinanceOptions {
  /** Of the auth service beside it. */
  auth?: Record<string, string>;
  /** Whether auth sends its mails, to the mail server that its variables name. */
  delivers?: boolean;
  /** May put something between finance and auth. */
  reach?: (authUrl: string) => string | Promise<string>;
  /** A cluster that is none, given the URL of the database. */
  cluster?: (databaseUrl: string) => NonNullable<FinanceOptions["cluster"]>;
  /** What the database is a copy of, which the service then migrates; else it is empty and migrated. On one machine, wherever other tests run. */
  copyOf?: Template;
}

/** Variables by their names without the prefix: `startTestFinance({ TRUSTED_PROXIES: "127.0.0.1" })`. */
export async function startTestFinance(
  variables: Record<string, string> = {},
  { auth: authVariables = {}, delivers = false, reach = (url) => url, cluster = () => ({}), copyOf }: TestFinanceOptions = {},
): Promise<TestFinance> {
  // What is open is closed again if the rest fails to start: a test run must not wait for it.
  await using opened = new AsyncDisposableStack();
  const auth = opened.use(
    await startTestAuth({ MAILER_AUTOCONFIRM: "true", JWT_SECRET, ...authVariables }, undefined, { delivers }),
  );
  const database = opened.use(await (CLUSTER_URL && !copyOf ? clusterDatabase() : testDatabase(copyOf ?? template)));
  const folder = opened.use(await temporaryFolder());
  const certificate = await ownCertificate(folder.path);
  const environment = { AUTH_URL: await reach(auth.url), JWKS_URL: `${auth.url}/.well-known/jwks.json`, ...variables };
  const { clock } = auth;
  const start = async (log: RecordingLog, more: Record<string, string> = {}) => {
    const config = configOf(auth, database, { ...environment, ...more });
    const isPrepared = !CLUSTER_URL && !copyOf && config.dbNamespace === SCHEMA;
    const options = { config, certificate, log, now: clock.now, runsJobs: false, isPrepared, cluster: cluster(database.url) };
    const service = await startFinance(options);
    const url = `https://127.0.0.1:${service.port}${BASE_PATH}`;
    const callBelow = (path: string, options: Call = {}) =>
      call(url + path, { headers: USER_AGENT, ca: certificate.cert, ...options });
    return { url, service, logged: log.lines, call: callBelow };
  };
  const first = await start(recordingLog());
  opened.defer(first.service.stop);
  const running = opened.move();
  return {
    ...first,
    port: first.service.port,
    certificate,
    database,
    clock,
    auth,
    member: (email, options) => makeMember({ auth, clock, ...first }, email, options),
    replica: async (more) => {
      const another = await start(recordingLog(), more);
      return { ...another, [Symbol.asyncDispose]: another.service.stop };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** One for all tests of a file. */
export function shareTestFinance(...options: Parameters<typeof startTestFinance>): TestFinance {
  return shared(() => startTestFinance(...options));
}

function configOf(auth: TestAuth, database: TestDatabase, variables: Record<string, string>): FinanceConfig {
  const environment = {
    FINANCE_PORT: "0",
    FINANCE_HOST: "127.0.0.1",
    FINANCE_DATABASE_URL: database.url,
    FINANCE_AUTH_TOKEN: auth.admin.authorization.replace("Bearer ", ""),
    FINANCE_JWT_SECRET: JWT_SECRET,
    ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [`FINANCE_${name}`, value])),
  };
  const { config, faults } = readFinanceConfig(environment);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return config;
}

type Running = Pick<TestFinance, "auth" | "clock" | "service" | "call">;

async function makeMember(
  running: Running,
  email: string,
  { scope = "write", data = {} }: MemberOptions = {},
): Promise<TestMember> {
  const { auth, clock, service, call: callBelow } = running;
  const password = `the password of ${email}`;
  const created = await auth.post("/admin/users", { email, password, email_confirm: true, user_metadata: data }, auth.admin);
  if (created.status !== 200) throw new Error(`the user was not made: ${created.text}`);
  const { id } = created.body as { id: string };
  const { db, config } = service.world;
  const user = {
    id,
    email,
    phone: "",
    isEmailConfirmed: true,
    isAnonymous: false,
    hasSecondFactor: false,
    bannedUntil: undefined,
    isDeleted: false,
    metadata: data,
  };
  const member = await welcomeUser(db, user, config.timeZone, clock.now());
  const token = makeApiToken();
  await db.run(sql`
    insert into api_tokens (user_id, name, scope, token_hash, created_at)
    values (${member.userId}, 'tests', ${scope}, ${hashApiToken(token)}, ${clock.now()})`);
  return {
    ...member,
    ...clientWith(callBelow, basicHeader(email, token)),
    email,
    password,
    token,
    authUserId: id,
    basic: clientWith(callBelow, basicHeader(email, password)),
    bearer: async () => {
      const signedIn = await auth.post("/token?grant_type=password", { email, password });
      return clientWith(callBelow, `Bearer ${(signedIn.body as { access_token: string }).access_token}`);
    },
  };
}

export function basicHeader(email: string, secret: string): string {
  return `Basic ${Buffer.from(`${email}:${secret}`).toString("base64")}`;
}

export function clientWith(callBelow: TestFinance["call"], authorization: string): TestClient {
  const send =
    (method: string) =>
    (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      callBelow(path, { method, body, headers: { ...USER_AGENT, authorization, ...headers } });
  return {
    get: (path, headers) => send("GET")(path, undefined, headers),
    post: send("POST"),
    put: send("PUT"),
    delete: send("DELETE"),
    authorization,
  };
}

const SCHEMA = "finance";

const template = {
  name: "finance",
  prepare: async (url: string) => void (await migrate({ url, schema: SCHEMA, ...FINANCE_MIGRATIONS })),
};
