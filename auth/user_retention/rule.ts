// The two rules about accounts that nobody uses, with the values that they have now.
import type { AuthConfig } from "../config.ts";

export interface RetentionRules {
  /** 0: the rule is off. */
  unconfirmedDays: number;
  dormantDays: number;
  noticeDays: number;
  withAnonymous: boolean;
  withSso: boolean;
  /** Whoever has one of these is an operator, and no rule is for them. */
  adminRoles: readonly string[];
}

export const rulesOf = (config: AuthConfig): RetentionRules => ({
  unconfirmedDays: config.retentionUnconfirmedDays,
  dormantDays: config.retentionDormantDays,
  noticeDays: config.retentionNoticeDays,
  withAnonymous: config.retentionAnonymousEnabled,
  withSso: config.retentionSsoEnabled,
  adminRoles: config.jwtAdminRoles,
});

const DAY_MS = 86_400_000;

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);
