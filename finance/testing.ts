// Test support: a finance service on a free port, with a certificate, a database and a clock of its own.
import { type Certificate, ownCertificate } from "../kernel/http/certificate.ts";
import { migrate } from "../kernel/sql/migrate.ts";
import type { RunningService } from "../kernel/start_service.ts";
import { type Call, call, type Reply } from "../kernel/testing/client.ts";
import { type FakeClock, fakeClock } from "../kernel/testing/clock.ts";
import { type TestDatabase, testDatabase } from "../kernel/testing/database.ts";
import { temporaryFolder } from "../kernel/testing/folder.ts";
import { type LoggedLine, recordingLog } from "../kernel/testing/log.ts";
import { readFinanceConfig } from "./config.ts";
import type { FinanceWorld } from "./endpoint.ts";
import { BASE_PATH, FINANCE_MIGRATIONS, startFinance } from "./main.ts";

export interface TestFinance extends AsyncDisposable {
  /** With the base path. */
  url: string;
  port: number;
  certificate: Certificate;
  database: TestDatabase;
  service: RunningService<FinanceWorld>;
  clock: FakeClock;
  logged: LoggedLine[];
  /** Below the base path, trusting the certificate, with a User-Agent unless the test gives headers of its own. */
  call(path: string, options?: Call): Promise<Reply>;
}

const USER_AGENT = { "user-agent": "Tests (tests@example.com)" };

/** Variables by their names without the prefix: `startTestFinance({ TRUSTED_PROXIES: "127.0.0.1" })`. */
export async function startTestFinance(variables: Record<string, string> = {}): Promise<TestFinance> {
  const database = await testDatabase(template);
  const environment = {
    FINANCE_PORT: "0",
    FINANCE_HOST: "127.0.0.1",
    FINANCE_DATABASE_URL: database.url,
    ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [`FINANCE_${name}`, value])),
  };
  const { config, faults } = readFinanceConfig(environment);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const folder = await temporaryFolder();
  const certificate = await ownCertificate(folder.path);
  const clock = fakeClock("2026-01-31T12:00:00Z");
  const log = recordingLog();
  const service = await startFinance({ config, certificate, log, now: clock.now });
  const url = `https://127.0.0.1:${service.port}${BASE_PATH}`;
  return {
    url,
    port: service.port,
    certificate,
    database,
    service,
    clock,
    logged: log.lines,
    call: (path, options = {}) => call(url + path, { headers: USER_AGENT, ca: certificate.cert, ...options }),
    [Symbol.asyncDispose]: async () => {
      await service.stop();
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const template = {
  name: "finance",
  prepare: async (url: string) => void (await migrate({ url, schema: "finance", folder: FINANCE_MIGRATIONS })),
};
