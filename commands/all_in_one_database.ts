// The database of the all-in-one start: DATABASE_URL if set, otherwise an embedded PostgreSQL in COFRE_HOME.
import { readAuthConfig } from "../auth/config.ts";
import { readFinanceConfig } from "../finance/config.ts";
import type { Environment } from "../kernel/config/config.ts";
import { startEmbeddedPostgres } from "../kernel/embedded_postgres/embedded_postgres.ts";
import { homeFolder, openSecrets } from "./home.ts";

export interface AllInOneDatabase {
  /** Configuration values for the embedded database. */
  fallbacks: Environment;
  notes: string[];
  /** Resolves with a message if the embedded database ends by itself. */
  lost: Promise<string>;
  stop(): Promise<void>;
}

/** Both services have their own name for the same variable. */
export function databaseFallbacks(url: string): Environment {
  return { DB_DATABASE_URL: url, DATABASE_URL: url };
}

/** True if a service has no database in the environment. */
export function needsEmbedded(environment: Environment): boolean {
  const services = [readAuthConfig(environment), readFinanceConfig(environment)];
  return services.some(({ config }) => config.databaseUrl === undefined);
}

export async function openAllInOneDatabase(environment: Environment, say: (line: string) => void): Promise<AllInOneDatabase> {
  if (!needsEmbedded(environment)) return { fallbacks: {}, notes: [], lost: new Promise(() => {}), stop: async () => {} };
  const home = homeFolder(environment);
  const { databasePassword } = await openSecrets(home);
  const { url, notes, lost, stop } = await startEmbeddedPostgres({ home, password: databasePassword, say });
  return { fallbacks: databaseFallbacks(url), notes, lost, stop };
}
