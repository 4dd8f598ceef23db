// Every variable of finance. Where auth has the same thing, it has the same name behind the prefix.
import { type ConfigOf, ConfigReader, configTable, type Environment } from "../kernel/config/config.ts";
import type { ConfigDocument } from "../kernel/config/docs.ts";
import { headerName, integer, networks, port, postgresUrl, text } from "../kernel/config/formats.ts";
import { logging, observability, telemetry } from "../kernel/config/observability.ts";
import { schemaName } from "../kernel/config/schema_name.ts";

const listening = configTable({
  host: { env: "HOST", format: text, unset: "all addresses", doc: "Host name or address to listen on." },
  port: { env: "PORT", format: port, initial: 8082, doc: "Port for HTTPS." },
  tlsCert: {
    env: "TLS_CERT",
    format: text,
    unset: "a certificate of our own",
    doc: "Path of the certificate chain (PEM). Without it a self-signed certificate is made in `COFRE_HOME` at the first start.",
  },
  tlsKey: { env: "TLS_KEY", format: text, doc: "Path of the certificate's private key (PEM)." },
  trustedProxies: {
    env: "TRUSTED_PROXIES",
    format: networks,
    initial: [],
    doc: "Addresses or networks (`10.0.0.0/8`) of proxies. Plain HTTP is taken from these alone, and only with `X-Forwarded-Proto: https`.",
  },
  requestIdHeader: {
    env: "REQUEST_ID_HEADER",
    bare: ["REQUEST_ID_HEADER"],
    format: headerName,
    cosmetic: true,
    unset: "each request gets a new id",
    doc: "Name of an incoming header whose value becomes the request's id.",
  },
});

const database = configTable({
  databaseUrl: {
    env: "DATABASE_URL",
    bare: ["DATABASE_URL"],
    format: postgresUrl,
    required: true,
    secret: true,
    doc: "Connection string of the PostgreSQL database, 15 or newer.",
  },
  dbNamespace: {
    env: "DB_NAMESPACE",
    format: schemaName,
    initial: "finance",
    doc: "The schema that holds the service's tables.",
  },
  dbMaxPoolSize: {
    env: "DB_MAX_POOL_SIZE",
    format: integer(0, 10_000),
    initial: 0,
    doc: "Most connections to open; 0 sets no limit of ours.",
  },
});

const PREFIXES = ["FINANCE_"];

const table = { ...listening, ...database, ...observability };

export type FinanceConfig = ConfigOf<typeof table>;

/** `fallbacks`: values by unprefixed name for what the environment leaves out, as the all-in-one start brings them. */
export function readFinanceConfig(environment: Environment, fallbacks: Environment = {}) {
  const reader = new ConfigReader(environment, PREFIXES, fallbacks);
  const config: FinanceConfig = reader.read(table);
  if (config.tlsCert && !config.tlsKey) reader.fault(table.tlsKey, "missing beside FINANCE_TLS_CERT", "a path");
  if (config.tlsKey && !config.tlsCert) reader.fault(table.tlsCert, "missing beside FINANCE_TLS_KEY", "a path");
  reader.warnOfUnknownNames();
  return { config, faults: reader.faults, warnings: reader.warnings };
}

export const configDocument: ConfigDocument = {
  path: "docs/finance_config.md",
  title: "finance: configuration",
  prefixes: PREFIXES,
  notes: [],
  sections: [
    { title: "Listening", table: listening },
    { title: "Database", table: database },
    { title: "Logging", table: logging },
    { title: "Telemetry", table: telemetry },
  ],
};
