// What auth's handlers are given, and who may call them.

import { endpointsFor } from "../kernel/http/endpoint.ts";
import type { Check } from "../kernel/http/readiness.ts";
import type { Log } from "../kernel/log/log.ts";
import type { Database } from "../kernel/sql/database.ts";
import type { AuthConfig } from "./config.ts";

export interface AuthWorld {
  config: AuthConfig;
  db: Database;
  log: Log;
  version: string;
  readyChecks: Record<string, Check>;
}

export type AuthAccess = "public";

export type AuthCaller = undefined;

export const endpoint = endpointsFor<AuthWorld, AuthAccess, AuthCaller>();
