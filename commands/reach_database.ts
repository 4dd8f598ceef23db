// The database for a command beside the services: the operator's, or the embedded one, which is started if it does not run.
import type { Environment } from "../kernel/config/config.ts";
import { OperatorError } from "../kernel/process/operator_error.ts";
import { readAllInOneConfig } from "./all_in_one_config.ts";
import { openAllInOneDatabase } from "./all_in_one_database.ts";
import { embeddedDatabase } from "./doctor/embedded.ts";
import { homeFolder, readSecrets } from "./home.ts";

export interface Reached {
  url: string;
  stop(): Promise<void>;
}

/** `url`: the operator's. `say`: for slow steps. */
export async function reachDatabase(
  environment: Environment,
  url: string | undefined,
  say: (line: string) => void = console.log,
): Promise<Reached> {
  if (url !== undefined) return { url: url, stop: async () => {} };
  const home = homeFolder(environment);
  if (!(await readSecrets(home))) throw new OperatorError(`There is no database yet: the first start creates ${home}.`);
  const running = await runningDatabase(environment);
  if (running !== undefined) return { url: running, stop: async () => {} };
  const { fallbacks, stop } = await openAllInOneDatabase(environment, say);
  return { url: fallbacks.DATABASE_URL as string, stop };
}

/** The URL of the embedded database; undefined if there is none, or it does not run. */
export async function runningDatabase(environment: Environment): Promise<string | undefined> {
  const home = homeFolder(environment);
  const secrets = await readSecrets(home);
  if (!secrets) return undefined;
  const facts = { environment, home, secrets, ...readAllInOneConfig(environment, secrets), now: new Date() };
  return (await embeddedDatabase(facts, [undefined])).url;
}
