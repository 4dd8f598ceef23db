// cofre migrate: brings both schemas up to date and says what it did. Every start does the same by itself.
import { readAuthConfig } from "../auth/config.ts";
import { AUTH_MIGRATIONS, MOVING_IN } from "../auth/main.ts";
import { readFinanceConfig } from "../finance/config.ts";
import { FINANCE_MIGRATIONS } from "../finance/main.ts";
import { readEnvironment } from "../kernel/config/config.ts";
import { migrateJobs } from "../kernel/jobs.ts";
import { openLog } from "../kernel/log/log.ts";
import { migrate as migrateSchema } from "../kernel/sql/migrate.ts";
import { waitForServer } from "../kernel/sql/server.ts";
import { readAllInOneConfig } from "./all_in_one_config.ts";
import { openAllInOneDatabase } from "./all_in_one_database.ts";
import { demandNoFaults } from "./problems.ts";

const LONGEST_WAIT_SECONDS = 10;

export async function migrate(): Promise<void> {
  const environment = readEnvironment();
  // Before anything is started; only the database matters here, the rest is for `doctor` and the start to say.
  const before = readAllInOneConfig(environment);
  const faults = [...before.auth.faults, ...before.finance.faults];
  demandNoFaults({ faults: faults.filter((fault) => /DATABASE_URL|DB_NAMESPACE/.test(fault)) });
  const database = await openAllInOneDatabase(environment, (line) => console.log(line));
  try {
    const { config: auth } = readAuthConfig(environment, database.fallbacks);
    const { config: finance } = readFinanceConfig(environment, database.fallbacks);
    await bringUpToDate(auth, {
      folder: AUTH_MIGRATIONS,
      schemaVariable: auth.variableOf("dbNamespace"),
      movingIn: MOVING_IN,
    });
    await bringUpToDate(finance, { folder: FINANCE_MIGRATIONS, schemaVariable: "FINANCE_DB_NAMESPACE" });
  } finally {
    await database.stop();
  }
}

async function bringUpToDate(
  config: { databaseUrl: string; dbNamespace: string },
  store: { folder: string; schemaVariable: string; movingIn?: string },
): Promise<void> {
  const { databaseUrl: url, dbNamespace: schema } = config;
  await waitForServer(url, LONGEST_WAIT_SECONDS, (problem) => console.log(`Waiting for the database: ${problem}`));
  const log = openLog({ level: "error", name: schema });
  const applied = await migrateSchema({ url, schema, ...store, also: () => migrateJobs(url, schema, log) });
  console.log(`${schema}: ${applied.length === 0 ? "up to date" : `applied ${applied.join(", ")}`}`);
}
