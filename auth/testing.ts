// Test support: an auth service on a free port, with a database and a clock of its own.
import { jobSchema } from "../kernel/config/schema_name.ts";
import { migrateJobs } from "../kernel/jobs.ts";
import type { RunningService } from "../kernel/process/start_service.ts";
import { migrate } from "../kernel/sql/migrate.ts";
import { sql } from "../kernel/sql/sql.ts";
import { type Call, call, type Reply } from "../kernel/testing/client.ts";
import { type FakeClock, fakeClock } from "../kernel/testing/clock.ts";
import { type Template, type TestDatabase, testDatabase } from "../kernel/testing/database.ts";
import { type LoggedLine, recordingLog } from "../kernel/testing/log.ts";
import { shared } from "../kernel/testing/shared.ts";
import { readAuthConfig } from "./config.ts";
import type { AuthWorld } from "./endpoint.ts";
import { AUTH_MIGRATIONS, startAuth } from "./main.ts";
import { openSealed, type SealedRow } from "./outbox/seal.ts";
import type { HashCost } from "./passwords/stored.ts";

export interface TestAuth extends AsyncDisposable {
  url: string;
  database: TestDatabase;
  service: RunningService<AuthWorld>;
  clock: FakeClock;
  logged: LoggedLine[];
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  call(path: string, options?: Call): Promise<Reply>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** The headers of an operator: a token with the administrative role, of nobody in particular. */
  admin: { authorization: string };
  /** The messages in the outbox, oldest first. They are not delivered unless the test asks for it. */
  messages(): Promise<TestMessage[]>;
}

/** A mail or text message with its contents. */
export interface TestMessage {
  id: string;
  kind: string;
  template: string;
  to: string;
  variables: { token?: string; tokenHash?: string; confirmationUrl?: string; code?: string; [key: string]: unknown };
}

/**
 * Variables by their names without the prefix: `startTestAuth({ DISABLE_SIGNUP: "true" })`. `reach` may put something between the
 * service and its database.
 */
export async function startTestAuth(
  variables: Record<string, string> = {},
  reach: (databaseUrl: string) => string = (url) => url,
  options: TestAuthOptions = {},
): Promise<TestAuth> {
  const environmentFor = (databaseUrl: string) => ({
    AUTHSVC_SITE_URL: "https://app.example.com",
    AUTHSVC_API_EXTERNAL_URL: "https://auth.example.com",
    AUTHSVC_JWT_SECRET: "a secret for tests that is long enough to be quiet",
    AUTHSVC_API_PORT: "0",
    AUTHSVC_API_HOST: "127.0.0.1",
    AUTHSVC_DB_DATABASE_URL: reach(databaseUrl),
    ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [`AUTHSVC_${name}`, value])),
  });
  return startTestAuthBy(environmentFor, options);
}

/** One for all tests of a file. */
export function shareTestAuth(...options: Parameters<typeof startTestAuth>): TestAuth {
  return shared(() => startTestAuth(...options));
}

export interface TestAuthOptions {
  /** True sends messages on their way, as a running service does. */
  delivers?: boolean;
  /** True hashes as a running service does; else a password costs next to nothing, because tests have thousands of them. */
  hashesForReal?: boolean;
  /** False has no way for text messages, as a service alone that has no gateway; else they too wait in the outbox. */
  canText?: boolean;
  /** Else nothing is held back. */
  evenStepMs?: number;
  /** What the database is a copy of, which the service then migrates; else it is empty and migrated. */
  copyOf?: Template;
}

/** Nothing is delivered there, and nothing can be. */
const NOWHERE = "/dev/null/mailbox";

const LIGHT: HashCost = { memory: 64, passes: 1, parallelism: 1 };

/** With an environment as it is, prefixes and all, for the given database. */
export async function startTestAuthBy(
  environmentFor: (databaseUrl: string) => Record<string, string>,
  { delivers = false, hashesForReal = false, canText = !delivers, evenStepMs = 0, copyOf }: TestAuthOptions = {},
): Promise<TestAuth> {
  const database = await testDatabase(copyOf ?? template);
  const environment = environmentFor(database.url);
  const { config, faults } = readAuthConfig(environment);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const clock = fakeClock("2026-01-31T12:00:00Z");
  const log = recordingLog();
  const service = await startAuth({
    config,
    log,
    now: clock.now,
    delivers,
    ...(canText && { mailbox: NOWHERE }),
    evenStepMs,
    isPrepared: !copyOf && config.dbNamespace === SCHEMA,
    ...(!hashesForReal && { hashCost: LIGHT }),
  });
  const { db, keys, serverKeys } = service.world;
  const url = `http://127.0.0.1:${service.port}`;
  return {
    url,
    database,
    service,
    clock,
    logged: log.lines,
    get: (path, headers = {}) => call(url + path, { headers }),
    call: (path, options) => call(url + path, options),
    post: (path, body, headers = {}) => call(url + path, { method: "POST", body, headers }),
    admin: {
      authorization: `Bearer ${keys.sign({ role: config.jwtAdminRoles[0], aud: config.jwtAud, iat: 1, exp: 4_102_444_800 })}`,
    },
    messages: async () => {
      const rows = await db.many<SealedRow>(
        sql`select id, kind, template, sealed from outbox where sealed is not null order by created_at, due_at, id`,
      );
      return rows.map(
        (row) => ({ id: row.id, kind: row.kind, template: row.template, ...openSealed(serverKeys, row) }) as TestMessage,
      );
    },
    [Symbol.asyncDispose]: async () => {
      await service.stop();
      await database[Symbol.asyncDispose]();
    },
  };
}

const SCHEMA = "auth";

const template = {
  name: "auth",
  prepare: async (url: string) => {
    await migrate({ url, schema: SCHEMA, ...AUTH_MIGRATIONS, also: () => migrateJobs(url, jobSchema(SCHEMA), recordingLog()) });
  },
};
