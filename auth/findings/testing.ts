// Test support: what a database without a fault would say.
import type { ObservedFacts } from "./observed_facts.ts";

export const NOW = new Date("2026-01-31T12:00:00Z");

export function observing(facts: Partial<ObservedFacts>): ObservedFacts {
  const owner = { user_id: "u0", email: null, phone: null, role: "owner", granted_by: null, granted_at: NOW } as const;
  return {
    administrators: [{ ...owner, has_second_factor: true, last_sign_in_at: null }],
    apiKeys: [],
    operatorTokens: [],
    sharedAddress: undefined,
    ssoProviders: [],
    webhooks: [],
    backlog: { waiting: 0, oldest: null },
    failedMessages: 0,
    failedJobs: [],
    ...facts,
  };
}
