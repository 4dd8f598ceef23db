// Whether the product accepts the environment of a service, and knows each of its variables.
import { readAuthConfig } from "../../auth/config.ts";
import { readFinanceConfig } from "../../finance/config.ts";
import { readWebConfig } from "../../web/config.ts";
import type { Variables } from "./files.ts";

export const SERVICES = ["auth", "finance", "web"] as const;
export type ServiceName = (typeof SERVICES)[number];

const READERS = { auth: readAuthConfig, finance: readFinanceConfig, web: readWebConfig };
const PREFIXES = { auth: "AUTHSVC_", finance: "FINANCE_", web: "WEB_" };
/** Of commands, and not of one service. */
const COMMON = ["COFRE_HOME"];

/** A line for each fault, each misspelt variable, and each that belongs to another service. */
export function faultsOf(service: ServiceName, environment: Variables): string[] {
  const { faults, warnings } = READERS[service](environment);
  const unknown = warnings.map(({ line }) => line).filter((line) => line.includes("unknown variable"));
  const foreign = Object.keys(environment).filter((name) => !name.startsWith(PREFIXES[service]) && !COMMON.includes(name));
  const texts = Object.entries(environment).filter(([, value]) => typeof value !== "string");
  return [
    ...faults,
    ...unknown,
    ...foreign.map((name) => `${name}: not a variable of ${service}`),
    ...texts.map(([name, value]) => `${name}: ${value} needs quotes, because programs read it differently`),
  ];
}

/** Where it listens. Finance always has TLS. */
export function listeningOf(service: ServiceName, environment: Variables): { port: number; scheme: "http" | "https" } {
  if (service === "auth") return { port: readAuthConfig(environment).config.apiPort, scheme: "http" };
  if (service === "finance") return { port: readFinanceConfig(environment).config.port, scheme: "https" };
  const { port, tlsCert } = readWebConfig(environment).config;
  return { port, scheme: tlsCert ? "https" : "http" };
}
