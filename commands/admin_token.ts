// Creates administrative tokens for auth: one for the operator, one for finance.
import type { AuthConfig } from "../auth/config.ts";
import { openJwtKeys } from "../auth/keys/jwt.ts";

const OPERATOR_DAYS = 30;
/** Long, because it is kept only in memory and lives as long as the process. */
const FINANCE_DAYS = 3650;

export function mintAdminToken(config: AuthConfig): { token: string; until: Date } {
  return mint(config, OPERATOR_DAYS);
}

export function mintFinanceToken(config: AuthConfig): string {
  return mint(config, FINANCE_DAYS).token;
}

function mint(config: AuthConfig, days: number): { token: string; until: Date } {
  const now = Date.now();
  const until = new Date(now + days * 86_400_000);
  const seconds = (moment: number) => Math.floor(moment / 1000);
  const claims = { role: config.jwtAdminRoles[0], aud: config.jwtAud, iat: seconds(now), exp: seconds(until.getTime()) };
  return { token: openJwtKeys(config).sign(claims), until };
}
