// Input and result of the checks of `cofre doctor`.
import type { AuthConfigReading } from "../../auth/config.ts";
import type { readFinanceConfig } from "../../finance/config.ts";
import type { Environment } from "../../kernel/config/config.ts";
import type { readWebConfig } from "../../web/config.ts";
import type { Secrets } from "../home.ts";

/** `FAIL` stops a start, is a security problem, or prevents mail. */
export type Level = "ok" | "warn" | "FAIL";

export interface Finding {
  level: Level;
  subject: string;
  /** The result and, unless it is ok, what to do. Never a secret. */
  text: string;
}

export interface Facts {
  environment: Environment;
  /** COFRE_HOME, absolute. It may not exist yet. */
  home: string;
  /** Undefined before the first start. */
  secrets: Secrets | undefined;
  /** As the all-in-one start reads them. */
  auth: AuthConfigReading;
  finance: ReturnType<typeof readFinanceConfig>;
  web: ReturnType<typeof readWebConfig>;
  now: Date;
}

export type Check = (facts: Facts) => Promise<Finding[]>;

/** The result of `work`, or an error after the timeout. */
export async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${seconds} s`)), seconds * 1000);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
