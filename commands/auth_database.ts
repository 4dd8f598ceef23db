// The database of auth, for commands that work on it beside the services. Whoever has it owns the server already, so nothing is asked.
import { type AuthConfig, readAuthConfig } from "../auth/config.ts";
import { historyOf } from "../auth/main.ts";
import { type Environment, readEnvironment } from "../kernel/config/config.ts";
import { commandLine } from "../kernel/process/command_line.ts";
import { OperatorError } from "../kernel/process/operator_error.ts";
import { type Database, openDatabase } from "../kernel/sql/database.ts";
import { isMigrated } from "../kernel/sql/migrate.ts";
import { waitForServer } from "../kernel/sql/server.ts";
import { readAllInOneConfig } from "./all_in_one_config.ts";
import { homeFolder, readSecrets } from "./home.ts";
import { requireNoFaults } from "./problems.ts";
import { reachDatabase } from "./reach_database.ts";

const CONNECTIONS = 2;
const LONGEST_WAIT_SECONDS = 5;

export async function withAuthDatabase<T>(
  name: string,
  work: (db: Database, config: AuthConfig) => Promise<T>,
  environment: Environment = readEnvironment(),
): Promise<T> {
  return withAuthSchema(async (config) => {
    const { databaseUrl: url, dbNamespace: schema } = config;
    const db = openDatabase({ url, schema, maxConnections: CONNECTIONS, name: `cofre ${name}` });
    try {
      return await work(db, config);
    } finally {
      await db.close();
    }
  }, environment);
}

/** The configuration of auth, once its database is there and up to date. */
export async function withAuthSchema<T>(
  work: (config: AuthConfig) => Promise<T>,
  environment: Environment = readEnvironment(),
): Promise<T> {
  const reading = readAllInOneConfig(environment, await readSecrets(homeFolder(environment)));
  requireNoFaults(reading.auth);
  const { config } = reading.auth;
  const own = readAuthConfig(environment).config.databaseUrl as string | undefined;
  const { url, stop } = await reachDatabase(environment, own, tell);
  try {
    await waitForServer(url, LONGEST_WAIT_SECONDS, (problem) => tell(`Waiting for the database: ${problem}`));
    const schema = config.dbNamespace;
    if (!(await isMigrated({ url, schema, ...historyOf(config) })))
      throw new OperatorError(`The schema "${schema}" is missing or not up to date. Try: ${commandLine("migrate")}`);
    return await work({ ...config, databaseUrl: url });
  } finally {
    await stop();
  }
}

/** Beside the result, which may be redirected. */
function tell(line: string): void {
  console.error(line);
}
