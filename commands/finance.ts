// cofre finance: the finance service alone, on the operator's PostgreSQL.
import { type FinanceConfig, readFinanceConfig } from "../finance/config.ts";
import { startFinance } from "../finance/main.ts";
import { readEnvironment } from "../kernel/config/config.ts";
import { type Certificate, operatorCertificate, ownCertificate } from "../kernel/http/certificate.ts";
import { command } from "./command_line/command.ts";
import { homeFolder, tlsFolder } from "./home.ts";
import { requireNoFaults } from "./problems.ts";
import { runAlone } from "./run_alone.ts";

export const finance = command({ usage: "finance", options: {}, run });

async function run(): Promise<void> {
  const environment = readEnvironment();
  const reading = readFinanceConfig(environment);
  requireNoFaults(reading);
  const { config } = reading;
  const certificate = await financeCertificate(config, homeFolder(environment));
  await runAlone({
    name: "finance",
    config,
    environment,
    warnings: reading.warnings,
    start: (log) => startFinance({ config, certificate, log }),
  });
}

export const CERTIFICATE_VARIABLES = { cert: "FINANCE_TLS_CERT", key: "FINANCE_TLS_KEY" };

/** The operator's certificate if configured, otherwise our own. */
export async function financeCertificate(config: FinanceConfig, home: string): Promise<Certificate> {
  return config.tlsCert && config.tlsKey
    ? operatorCertificate(config.tlsCert, config.tlsKey, CERTIFICATE_VARIABLES)
    : ownCertificate(tlsFolder(home));
}
