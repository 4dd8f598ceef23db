// cofre auth: the auth service alone, on the operator's PostgreSQL.
import { readAuthConfig } from "../auth/config.ts";
import { startAuth } from "../auth/main.ts";
import { readEnvironment } from "../kernel/config/config.ts";
import { command } from "./command_line/command.ts";
import { requireNoFaults } from "./problems.ts";
import { runAlone } from "./run_alone.ts";

export const auth = command({ usage: "auth", options: {}, run });

async function run(): Promise<void> {
  const environment = readEnvironment();
  const reading = readAuthConfig(environment);
  requireNoFaults(reading);
  const { config } = reading;
  const warnings = [...reading.warnings, ...reading.deprecations.map((line) => ({ level: "warn" as const, line }))];
  const warn = (line: string) => warnings.push({ level: "warn", line });
  if (config.smtpHost === undefined) warn(`${config.variableOf("smtpHost")}: not set, so no mail can be sent`);
  if (config.externalPhoneEnabled && config.smsProvider === undefined)
    warn(`${config.variableOf("smsProvider")}: not set, so no text message can be sent`);
  await runAlone({ name: "auth", config, environment, warnings, start: (log) => startAuth({ config, log }) });
}
