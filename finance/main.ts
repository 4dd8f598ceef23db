// Starts the finance service: its database, its HTTP application, its port for HTTPS.
import { fileURLToPath } from "node:url";
import { Type } from "typebox";
import type { Certificate } from "../kernel/http/certificate.ts";
import { documentation } from "../kernel/http/documentation.ts";
import type { Request } from "../kernel/http/endpoint.ts";
import { commonChecks } from "../kernel/http/readiness.ts";
import { safetyHeaders } from "../kernel/http/safety_headers.ts";
import type { Log } from "../kernel/log/log.ts";
import { type RunningService, startService } from "../kernel/start_service.ts";
import { VERSION } from "../kernel/version.ts";
import type { FinanceConfig } from "./config.ts";
import type { FinanceAccess, FinanceCaller, FinanceWorld } from "./endpoint.ts";
import { enter } from "./enter.ts";
import { fail, render } from "./errors.ts";
import { routes } from "./routes.ts";

export interface FinanceOptions {
  config: FinanceConfig;
  certificate: Certificate;
  log: Log;
  now?: () => Date;
}

export const FINANCE_MIGRATIONS = fileURLToPath(new URL("migrations", import.meta.url));
export const BASE_PATH = "/rest/v2";
const LONGEST_REQUEST_SECONDS = 10;

export async function startFinance(options: FinanceOptions): Promise<RunningService<FinanceWorld>> {
  const { config, certificate, log, now = () => new Date() } = options;
  const store = {
    url: config.databaseUrl,
    schema: config.dbNamespace,
    migrations: FINANCE_MIGRATIONS,
    maxConnections: config.dbMaxPoolSize,
    log,
  };
  const everyAnswer = safetyHeaders({ https: true });
  return startService<FinanceWorld, FinanceAccess, FinanceCaller>(store, (db, lifecycle) => ({
    service: {
      name: "finance",
      prefix: BASE_PATH,
      endpoints: [...routes, ...documentation(routes, API_INFO, "public")],
      world: { config, db, log, version: VERSION, readyChecks: commonChecks(lifecycle, db) },
      greet: refusePlainHttp,
      enter,
      unknownRouteAccess: "member",
      headers: () => everyAnswer,
      fail,
      render,
      nullIsAbsent: false,
      requestIdHeader: config.requestIdHeader,
      trustedProxies: config.trustedProxies,
      timeoutSeconds: LONGEST_REQUEST_SECONDS,
      log,
      now,
    },
    listen: { host: config.host, port: config.port, portVariable: "FINANCE_PORT", tls: certificate },
  }));
}

/** A password that came in the clear has been read by others already; answering it would hide that. */
function refusePlainHttp(request: Request): void {
  if (!request.secure) throw fail.httpsOnly();
}

const API_INFO = {
  title: "Cofre finance",
  version: VERSION,
  description: "Personal finance, compatible with the Organizze REST API v2. Money is in whole cents.",
  url: BASE_PATH,
  securitySchemes: { basic: { type: "http", scheme: "basic" }, bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
  schemesOf: { member: ["basic", "bearer"] },
  error: Type.Object({ error: Type.String() }),
};
