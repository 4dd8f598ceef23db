// What finance's handlers are given, and who may call them.

import { endpointsFor } from "../kernel/http/endpoint.ts";
import type { Check } from "../kernel/http/readiness.ts";
import type { Log } from "../kernel/log/log.ts";
import type { Database } from "../kernel/sql/database.ts";
import type { FinanceConfig } from "./config.ts";

export interface FinanceWorld {
  config: FinanceConfig;
  db: Database;
  log: Log;
  version: string;
  readyChecks: Record<string, Check>;
}

/** `member`: whoever proves to be a user. */
export type FinanceAccess = "public" | "member";

export type FinanceCaller = undefined;

export const endpoint = endpointsFor<FinanceWorld, FinanceAccess, FinanceCaller>();
