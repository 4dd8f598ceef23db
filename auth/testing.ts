// Test support: an auth service on a free port, with a database and a clock of its own.
import { migrateJobs } from "../kernel/jobs.ts";
import { migrate } from "../kernel/sql/migrate.ts";
import type { RunningService } from "../kernel/start_service.ts";
import { type Call, call, type Reply } from "../kernel/testing/client.ts";
import { type FakeClock, fakeClock } from "../kernel/testing/clock.ts";
import { type TestDatabase, testDatabase } from "../kernel/testing/database.ts";
import { type LoggedLine, recordingLog } from "../kernel/testing/log.ts";
import { readAuthConfig } from "./config.ts";
import type { AuthWorld } from "./endpoint.ts";
import { AUTH_MIGRATIONS, startAuth } from "./main.ts";

export interface TestAuth extends AsyncDisposable {
  url: string;
  database: TestDatabase;
  service: RunningService<AuthWorld>;
  clock: FakeClock;
  logged: LoggedLine[];
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  call(path: string, options?: Call): Promise<Reply>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>;
}

/**
 * Variables by their names without the prefix: `startTestAuth({ DISABLE_SIGNUP: "true" })`. `reach` may put something between the
 * service and its database.
 */
export async function startTestAuth(
  variables: Record<string, string> = {},
  reach: (databaseUrl: string) => string = (url) => url,
): Promise<TestAuth> {
  const database = await testDatabase(template);
  const environment = {
    AUTHSVC_SITE_URL: "https://app.example.com",
    AUTHSVC_API_EXTERNAL_URL: "https://auth.example.com",
    AUTHSVC_JWT_SECRET: "a secret for tests that is long enough to be quiet",
    AUTHSVC_API_PORT: "0",
    AUTHSVC_API_HOST: "127.0.0.1",
    AUTHSVC_DB_DATABASE_URL: reach(database.url),
    ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [`AUTHSVC_${name}`, value])),
  };
  const { config, faults } = readAuthConfig(environment);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const clock = fakeClock("2026-01-31T12:00:00Z");
  const log = recordingLog();
  const service = await startAuth({ config, log, now: clock.now, delivers: false });
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
    [Symbol.asyncDispose]: async () => {
      await service.stop();
      await database[Symbol.asyncDispose]();
    },
  };
}

const template = {
  name: "auth",
  prepare: async (url: string) => {
    await migrate({ url, schema: "auth", folder: AUTH_MIGRATIONS, also: () => migrateJobs(url, "auth", recordingLog()) });
  },
};
