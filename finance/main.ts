// Starts the finance service: its database, its certificate, its HTTP application, its port.
import { fileURLToPath } from "node:url";
import { Type } from "typebox";
import type { Certificate } from "../kernel/http/certificate.ts";
import { documentation } from "../kernel/http/documentation.ts";
import type { Request } from "../kernel/http/endpoint.ts";
import { commonChecks } from "../kernel/http/readiness.ts";
import { safetyHeaders } from "../kernel/http/safety_headers.ts";
import { serve } from "../kernel/http/serve.ts";
import type { Log } from "../kernel/log/log.ts";
import { openStore } from "../kernel/sql/store.ts";
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

export interface RunningFinance {
  port: number;
  world: FinanceWorld;
  /** Lets requests in progress finish, then closes everything. */
  stop(): Promise<void>;
}

export const FINANCE_MIGRATIONS = fileURLToPath(new URL("migrations", import.meta.url));
export const BASE_PATH = "/rest/v2";
const LONGEST_REQUEST_SECONDS = 10;

export async function startFinance({
  config,
  certificate,
  log,
  now = () => new Date(),
}: FinanceOptions): Promise<RunningFinance> {
  const db = await openStore({
    url: config.databaseUrl,
    schema: config.dbNamespace,
    migrations: FINANCE_MIGRATIONS,
    maxConnections: config.dbMaxPoolSize,
    log,
  });
  const lifecycle = { draining: false };
  const world: FinanceWorld = { config, db, log, version: VERSION, readyChecks: commonChecks(lifecycle, db) };
  const everyAnswer = safetyHeaders({ https: true });
  try {
    const listening = await serve(
      {
        name: "finance",
        prefix: BASE_PATH,
        endpoints: [...routes, ...documentation<FinanceWorld, FinanceAccess, FinanceCaller>(routes, apiInfo(), "public")],
        world,
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
      { host: config.host, port: config.port, portVariable: "FINANCE_PORT", lifecycle, tls: certificate },
    );
    log.info({ port: listening.port, version: VERSION }, "finance listens");
    return {
      port: listening.port,
      world,
      stop: async () => {
        await listening.stop();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** A password that came in the clear has been read by others already; answering it would hide that. */
function refusePlainHttp(request: Request): void {
  if (!request.secure) throw fail.httpsOnly();
}

function apiInfo() {
  return {
    title: "Cofre finance",
    version: VERSION,
    description: "Personal finance, compatible with the Organizze REST API v2. Money is in whole cents.",
    url: BASE_PATH,
    securitySchemes: {
      basic: { type: "http", scheme: "basic" },
      bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
    },
    schemesOf: { member: ["basic", "bearer"] },
    error: Type.Object({ error: Type.String() }),
  };
}
