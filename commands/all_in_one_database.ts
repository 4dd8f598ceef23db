// The database of the all-in-one start: the operator's where DATABASE_URL is given, else an embedded PostgreSQL in COFRE_HOME.
import { readAuthConfig } from "../auth/config.ts";
import { readFinanceConfig } from "../finance/config.ts";
import type { Environment } from "../kernel/config/config.ts";
import { startEmbeddedPostgres } from "../kernel/embedded_postgres/embedded_postgres.ts";
import { homeFolder, openSecrets } from "./home.ts";

export interface AllInOneDatabase {
  /** What configuration readers take where the environment names no database. */
  fallbacks: Environment;
  /** Sentences for the operator. */
  notes: string[];
  /** Resolves with a sentence if the engine ends by itself. */
  lost: Promise<string>;
  stop(): Promise<void>;
}

/** The fallbacks for both services, which name the same thing differently. */
export function databaseFallbacks(url: string): Environment {
  return { DB_DATABASE_URL: url, DATABASE_URL: url };
}

/** True where the environment leaves a service without a database. */
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
