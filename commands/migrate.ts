// cofre migrate: brings both schemas up to date and says what it did. Every start does the same by itself.
import { readAuthConfig } from "../auth/config.ts";
import { AUTH_MIGRATIONS } from "../auth/main.ts";
import { readFinanceConfig } from "../finance/config.ts";
import { FINANCE_MIGRATIONS } from "../finance/main.ts";
import { readEnvironment } from "../kernel/config.ts";
import { waitForServer } from "../kernel/database_server.ts";
import { migrate as migrateSchema } from "../kernel/migrate.ts";
import { openAllInOneDatabase } from "./all_in_one_database.ts";
import { demandNoFaults } from "./problems.ts";

const LONGEST_WAIT_SECONDS = 10;

export async function migrate(): Promise<void> {
  const environment = readEnvironment();
  const database = await openAllInOneDatabase(environment, (line) => console.log(line));
  try {
    // Only the database matters here: what else is wrong with the configuration is for `doctor` and the start to say.
    const auth = readAuthConfig(environment, database.fallbacks);
    const finance = readFinanceConfig(environment, database.fallbacks);
    demandNoFaults({ faults: [...auth.faults, ...finance.faults].filter((fault) => /DATABASE_URL|DB_NAMESPACE/.test(fault)) });
    await bringUpToDate(auth.config, AUTH_MIGRATIONS);
    await bringUpToDate(finance.config, FINANCE_MIGRATIONS);
  } finally {
    await database.stop();
  }
}

async function bringUpToDate(config: { databaseUrl: string; dbNamespace: string }, folder: string): Promise<void> {
  const { databaseUrl: url, dbNamespace: schema } = config;
  await waitForServer(url, LONGEST_WAIT_SECONDS, (problem) => console.log(`Waiting for the database: ${problem}`));
  const applied = await migrateSchema({ url, schema, folder });
  console.log(`${schema}: ${applied.length === 0 ? "up to date" : `applied ${applied.join(", ")}`}`);
}
