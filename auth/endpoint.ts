// What auth's handlers are given, and who may call them.
import type { Database } from "../kernel/database.ts";
import { endpointsFor } from "../kernel/endpoint.ts";
import type { Log } from "../kernel/log.ts";
import type { Check } from "../kernel/readiness.ts";
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
