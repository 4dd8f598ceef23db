// cofre auth: the auth service alone, on a PostgreSQL of the operator's.
import { readAuthConfig } from "../auth/config.ts";
import { startAuth } from "../auth/main.ts";
import { readEnvironment } from "../kernel/config.ts";
import { demandNoFaults } from "./problems.ts";
import { runAlone } from "./run_alone.ts";

export async function auth(): Promise<void> {
  const environment = readEnvironment();
  const reading = readAuthConfig(environment);
  demandNoFaults(reading);
  const { config } = reading;
  await runAlone({ name: "auth", config, environment, warnings: reading.warnings, start: (log) => startAuth({ config, log }) });
}
