// Every variable of finance. Where auth has the same thing, it has the same name behind the prefix.
import { type ConfigOf, ConfigReader, configTable, type Environment } from "../kernel/config/config.ts";
import type { ConfigDocument } from "../kernel/config/docs.ts";
import {
  bool,
  exactText,
  type Format,
  FormatError,
  headerName,
  host,
  httpUrl,
  integer,
  listOf,
  networks,
  port,
  postgresUrl,
  text,
} from "../kernel/config/formats.ts";
import { logging, observability, telemetry } from "../kernel/config/observability.ts";
import { schemaName } from "../kernel/config/schema_name.ts";
import { APP_SCOPES } from "./credentials/scopes.ts";

const appScope: Format<string> = {
  allowed: "scopes of API tokens that apps may have, such as accounts:read",
  read(raw) {
    if (!APP_SCOPES.includes(raw)) throw new FormatError();
    return raw;
  },
};

const listening = configTable({
  host: {
    env: "HOST",
    format: text,
    unset: "all addresses",
    doc: "Host name or address to listen on. `localhost` is every loopback address. With `npm start` it is that unless set.",
  },
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
    doc: "Addresses or networks (`10.0.0.0/8`) of proxies. Plain HTTP is taken from these alone, and only with `X-Forwarded-Proto: https`. They must overwrite or extend `X-Forwarded-For`: its last entry that is no such proxy is the client, for whom wrong passwords count.",
  },
  requestIdHeader: {
    env: "REQUEST_ID_HEADER",
    bare: ["REQUEST_ID_HEADER"],
    format: headerName,
    cosmetic: true,
    unset: "each request gets a new id",
    doc: "Name of an incoming header whose value becomes the request's id.",
  },
  docsUrl: {
    env: "DOCS_URL",
    format: httpUrl,
    unset: "errors have no link; with `npm start` the `/docs` of web",
    doc: 'Base URL of the documentation site, such as `https://app.example.com/docs`. Errors then have the header `Link: <.../errors/CODE>; rel="help"`.',
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

const credentials = configTable({
  authUrl: {
    env: "AUTH_URL",
    format: httpUrl,
    required: true,
    doc: "Where the auth service answers. It is asked who callers are, with their passwords, so by `https` or within a network of yours.",
  },
  authToken: {
    env: "AUTH_TOKEN",
    format: exactText,
    required: true,
    secret: true,
    doc: "A token of auth with an administrative role (`AUTHSVC_JWT_ADMIN_ROLES`), with which passwords are checked there.",
  },
  jwtSecret: {
    env: "JWT_SECRET",
    format: exactText,
    secret: true,
    doc: "`AUTHSVC_JWT_SECRET`, where auth signs with it. Without this and `FINANCE_JWKS_URL` access tokens of auth are refused.",
  },
  jwksUrl: {
    env: "JWKS_URL",
    format: httpUrl,
    doc: "Where auth publishes the keys that it signs with beside `AUTHSVC_JWT_SECRET`, also those that are made while it runs: `<auth>/.well-known/jwks.json`.",
  },
  secretKey: {
    env: "SECRET_KEY",
    format: exactText,
    secret: true,
    unset: "`FINANCE_JWT_SECRET`, or `FINANCE_AUTH_TOKEN` where that is not set either",
    doc: "A secret of which finance makes the keys that seal what it has to keep: answers with a new API token, for an `Idempotency-Key`, and the secrets of webhooks, which are switched off if it changes. The same for all replicas.",
  },
  jwtAud: {
    env: "JWT_AUD",
    format: text,
    initial: "authenticated",
    doc: "The `aud` that access tokens must have, as `AUTHSVC_JWT_AUD` sets it.",
  },
  oauthResource: {
    env: "OAUTH_RESOURCE",
    format: httpUrl,
    unset: "tokens of apps are refused; by `npm start` with `AUTHSVC_OAUTH_SERVER_ENABLED`, its own address at `FINANCE_PORT`",
    doc: "The URL of this service as apps know it, with `/rest/v2`: the `aud` of tokens that auth gives them for it. A resource of `AUTHSVC_OAUTH_SERVER_RESOURCES`.",
  },
  oauthIssuer: {
    env: "OAUTH_ISSUER",
    format: httpUrl,
    unset: "`FINANCE_AUTH_URL`",
    doc: "The `iss` of such tokens: where apps find auth.",
  },
  oauthScopes: {
    env: "OAUTH_SCOPES",
    format: listOf(appScope),
    initial: [],
    doc: "The scopes that apps are told to ask for, and that count: those that `AUTHSVC_OAUTH_SERVER_RESOURCES` has for this service. Empty: all that apps may have.",
  },
});

const timeZone: Format<string> = {
  allowed: "the name of a time zone, such as America/Sao_Paulo",
  read(raw) {
    // An offset such as +03:00 means the opposite to PostgreSQL.
    if (!/^[A-Za-z]/.test(raw)) throw new FormatError();
    try {
      return new Intl.DateTimeFormat("en", { timeZone: raw }).resolvedOptions().timeZone;
    } catch {
      throw new FormatError();
    }
  },
};

const spaces = configTable({
  timeZone: {
    env: "TIME_ZONE",
    format: timeZone,
    initial: "America/Sao_Paulo",
    doc: "The time zone of new spaces. It says which day it is, and so which month is the current one.",
  },
});

const webhooks = configTable({
  webhookAllowedHosts: {
    env: "WEBHOOK_ALLOWED_HOSTS",
    format: listOf(host),
    initial: [],
    doc: "Hosts that webhooks may be sent to though their addresses are not public, and without TLS: a host name or an address as it stands in the webhook's URL, with a port or for all ports. All others are reached by `https` alone, and never at an address of this machine or of a private network.",
  },
});

const commandLine: Format<string[]> = {
  allowed: "a program with its arguments, separated by spaces, or as a JSON list of texts",
  read(raw) {
    const words = raw.trim().startsWith("[") ? readList(raw) : raw.trim().split(/\s+/);
    if (words.length === 0 || !words.every((word) => typeof word === "string" && word !== "")) throw new FormatError();
    return words as string[];
  },
};

function readList(raw: string): unknown[] {
  try {
    const list: unknown = JSON.parse(raw);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

const attachments = configTable({
  attachmentQuotaMegabytes: {
    env: "ATTACHMENT_QUOTA_MB",
    format: integer(0, 1_000_000),
    initial: 1_024,
    doc: "How many megabytes of receipts a space may have; 0: none are accepted. Equal files of a space count once.",
  },
  scanCommand: {
    env: "SCAN_COMMAND",
    format: commandLine,
    unset: "files are not scanned",
    doc: "A program that looks for viruses in each file before it is kept, such as `clamdscan --no-summary -`. It is started without a shell and gets the file by standard input; exit code 0 accepts the file, 1 refuses it. With any other code, or without an answer in time, nothing is accepted.",
  },
  scanTimeoutSeconds: {
    env: "SCAN_TIMEOUT",
    format: integer(1, 600),
    initial: 60,
    doc: "How many seconds the scanner has for a file.",
  },
});

const compatibility = configTable({
  upstreamAnswers: {
    env: "UPSTREAM_ANSWERS",
    format: bool,
    initial: false,
    doc: "Answers as Organizze gives them where it is known to differ from its documentation: `docs/compatibility/finance.md` lists each.",
  },
});

const PREFIXES = ["FINANCE_"];

const table = {
  ...listening,
  ...database,
  ...credentials,
  ...spaces,
  ...webhooks,
  ...attachments,
  ...compatibility,
  ...observability,
};

export type FinanceConfig = ConfigOf<typeof table>;

/** `fallbacks`: values by unprefixed name for what the environment leaves out, as the all-in-one start brings them. */
export function readFinanceConfig(environment: Environment, fallbacks: Environment = {}) {
  const reader = new ConfigReader(environment, PREFIXES, fallbacks);
  const config: FinanceConfig = reader.read(table);
  if (config.tlsCert && !config.tlsKey) reader.fault(table.tlsKey, "missing beside FINANCE_TLS_CERT", "a path");
  if (config.tlsKey && !config.tlsCert) reader.fault(table.tlsCert, "missing beside FINANCE_TLS_KEY", "a path");
  if (!reader.isSet(table.jwtSecret) && !reader.isSet(table.jwksUrl)) {
    reader.warn(table.jwtSecret, "not set, and FINANCE_JWKS_URL neither, so access tokens of auth (Bearer) are refused");
  }
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
    { title: "Callers", table: credentials },
    { title: "Spaces", table: spaces },
    { title: "Webhooks", table: webhooks },
    { title: "Receipts", table: attachments },
    { title: "Compatibility", table: compatibility },
    { title: "Logging", table: logging },
    { title: "Telemetry", table: telemetry },
  ],
};
