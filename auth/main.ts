// Starts the auth service: its database, its HTTP application, its port.
import { fileURLToPath } from "node:url";
import { Type } from "typebox";
import { documentation } from "../kernel/http/documentation.ts";
import { commonChecks } from "../kernel/http/readiness.ts";
import { safetyHeaders } from "../kernel/http/safety_headers.ts";
import { migrateJobs } from "../kernel/jobs.ts";
import type { Log } from "../kernel/log/log.ts";
import { type RunningService, startService } from "../kernel/start_service.ts";
import { VERSION } from "../kernel/version.ts";
import type { AuthConfig } from "./config.ts";
import { corsHeaders } from "./cors.ts";
import type { AuthAccess, AuthCaller, AuthWorld } from "./endpoint.ts";
import { enterBy } from "./enter.ts";
import { fail, render } from "./errors.ts";
import { openJwtKeys } from "./keys/jwt.ts";
import { deriveServerKeys } from "./keys/server_keys.ts";
import { openPasswords } from "./passwords/hash.ts";
import { redirectRules } from "./redirects/allow_list.ts";
import { routes } from "./routes.ts";

export interface AuthOptions {
  config: AuthConfig;
  log: Log;
  now?: () => Date;
}

export const AUTH_MIGRATIONS = fileURLToPath(new URL("migrations", import.meta.url));

export async function startAuth({ config, log, now = () => new Date() }: AuthOptions): Promise<RunningService<AuthWorld>> {
  const store = {
    url: config.databaseUrl,
    schema: config.dbNamespace,
    migrations: AUTH_MIGRATIONS,
    maxConnections: config.dbMaxPoolSize,
    also: () => migrateJobs(config.databaseUrl, config.dbNamespace, log),
    log,
  };
  const everyAnswer = {
    ...corsHeaders(config.corsAllowedHeaders),
    ...safetyHeaders({ https: config.apiExternalUrl.startsWith("https:") }),
  };
  return startService<AuthWorld, AuthAccess, AuthCaller>(store, (db, lifecycle) => {
    const passwords = openPasswords();
    const world: AuthWorld = {
      config,
      db,
      log,
      version: VERSION,
      readyChecks: commonChecks(lifecycle, db),
      keys: openJwtKeys(config),
      serverKeys: deriveServerKeys(config),
      passwords,
      redirectTo: redirectRules(config),
    };
    return {
      service: {
        name: "auth",
        prefix: "",
        endpoints: [...routes, ...documentation(routes, apiInfo(config), "public")],
        world,
        enter: enterBy(world, now),
        headers: () => everyAnswer,
        fail,
        render,
        nullIsAbsent: true,
        requestIdHeader: config.requestIdHeader,
        trustedProxies: config.trustedProxies,
        timeoutSeconds: config.apiMaxRequestDurationSeconds,
        log,
        now,
      },
      listen: { host: config.apiHost, port: config.apiPort, portVariable: "PORT or AUTHSVC_API_PORT" },
      helpers: [{ stop: async () => passwords.close() }],
    };
  });
}

function apiInfo(config: AuthConfig) {
  return {
    title: "Cofre auth",
    version: VERSION,
    description: "Authentication and user management, compatible with Supabase Auth and its client libraries.",
    url: config.apiExternalUrl,
    securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    schemesOf: { user: ["bearer"], admin: ["bearer"] },
    error: Type.Object({ code: Type.Integer(), error_code: Type.String(), msg: Type.String() }),
  };
}
