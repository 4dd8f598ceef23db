// cofre migrate: migrates both schemas and reports what it did, like every start. On a fresh machine where only one service has a
// database, only that one.
import { type AuthConfig, readAuthConfig } from "../auth/config.ts";
import { authMigrations, MOVING_IN } from "../auth/main.ts";
import { type FinanceConfig, readFinanceConfig } from "../finance/config.ts";
import { FINANCE_MIGRATIONS } from "../finance/main.ts";
import { type Environment, readEnvironment } from "../kernel/config/config.ts";
import { jobSchema } from "../kernel/config/schema_name.ts";
import { migrateJobs } from "../kernel/jobs.ts";
import { openLog } from "../kernel/log/log.ts";
import { type Migrations, migrate as migrateSchema } from "../kernel/sql/migrate.ts";
import { waitForServer } from "../kernel/sql/server.ts";
import { readAllInOneConfig } from "./all_in_one_config.ts";
import { openAllInOneDatabase } from "./all_in_one_database.ts";
import { command } from "./command_line/command.ts";
import { homeFolder, readSecrets } from "./home.ts";
import { requireNoFaults } from "./problems.ts";

const LONGEST_WAIT_SECONDS = 10;

export const migrate = command({ usage: "migrate", options: {}, run });

async function run(): Promise<void> {
  const environment = readEnvironment();
  // Checked before anything starts. Only the database matters here; `doctor` and the start report the rest.
  const before = readAllInOneConfig(environment);
  const faults = [...before.auth.faults, ...before.finance.faults];
  requireNoFaults({ faults: faults.filter(isAboutDatabase) });
  const only = await onlyNamed(environment);
  const database = only ? NO_DATABASE : await openAllInOneDatabase(environment, (line) => console.log(line));
  try {
    const { config: auth } = readAuthConfig(environment, database.fallbacks);
    const { config: finance } = readFinanceConfig(environment, database.fallbacks);
    if (only === "finance") console.log("auth: skipped, because neither DATABASE_URL nor AUTHSVC_DB_DATABASE_URL is set");
    else await migrateSchemaOfAuth(auth);
    if (only === "auth") console.log("finance: skipped, because neither DATABASE_URL nor FINANCE_DATABASE_URL is set");
    else await migrateSchemaOfFinance(finance);
  } finally {
    await database.stop();
  }
}

/** Only auth's schema, as `gotrue migrate` does. DATABASE_URL would name a database of finance too. */
export async function migrateAuth(): Promise<void> {
  const { config, faults } = readAuthConfig(readEnvironment());
  requireNoFaults({ faults: faults.filter(isAboutDatabase) });
  await migrateSchemaOfAuth(config);
}

const isAboutDatabase = (fault: string) => /DATABASE_URL|DB_NAMESPACE/.test(fault);

async function migrateSchemaOfAuth(auth: AuthConfig): Promise<void> {
  await awaitDatabase(auth.databaseUrl);
  const { also, ...migrations } = await authMigrations({ config: auth, log: openLog({ level: "warn", name: auth.dbNamespace }) });
  await bringUpToDate(auth, { ...migrations, schemaVariable: auth.variableOf("dbNamespace"), movingIn: MOVING_IN }, also);
}

const NO_DATABASE = { fallbacks: {}, stop: async () => {} };

/** The only service with a database in the environment. Its operator wants no embedded one for the other. */
async function onlyNamed(environment: Environment): Promise<"auth" | "finance" | undefined> {
  const auth = readAuthConfig(environment).config.databaseUrl as string | undefined;
  const finance = readFinanceConfig(environment).config.databaseUrl as string | undefined;
  if ((auth === undefined) === (finance === undefined) || (await readSecrets(homeFolder(environment)))) return undefined;
  return auth === undefined ? "finance" : "auth";
}

async function migrateSchemaOfFinance(finance: FinanceConfig): Promise<void> {
  const { databaseUrl: url, dbNamespace: schema } = finance;
  await awaitDatabase(url);
  const log = openLog({ level: "error", name: schema });
  const store = { ...FINANCE_MIGRATIONS, schemaVariable: "FINANCE_DB_NAMESPACE" };
  await bringUpToDate(finance, store, () => migrateJobs(url, jobSchema(schema), log));
}

const awaitDatabase = (url: string) =>
  waitForServer(url, LONGEST_WAIT_SECONDS, (problem) => console.log(`Waiting for the database: ${problem}`));

async function bringUpToDate(
  { databaseUrl: url, dbNamespace: schema }: { databaseUrl: string; dbNamespace: string },
  store: Migrations & { schemaVariable: string; movingIn?: string },
  also: () => Promise<void>,
): Promise<void> {
  const applied = await migrateSchema({ url, schema, ...store, also });
  console.log(`${schema}: ${applied.length === 0 ? "up to date" : `applied ${applied.join(", ")}`}`);
}
