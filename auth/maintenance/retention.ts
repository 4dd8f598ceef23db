// For how many days rows are kept after they are over. What has expired is refused at once.
import { OUTBOX_DAYS } from "../outbox/retention.ts";

const WEEK = 7;

export const KEPT_DAYS = {
  sessions: WEEK,
  flow_states: WEEK,
  saml_assertions: WEEK,
  passkey_challenges: WEEK,
  factor_challenges: WEEK,
  one_time_tokens: WEEK,
  mail_pauses: WEEK,
  support_codes: WEEK,
  tries: WEEK,
  provider_tries: 1,
  oauth_authorizations: WEEK,
  oauth_clients: WEEK,
  webhook_deliveries: WEEK,
  hourly_figures: 60,
  operator_tokens: 90,
  bulk_job_changes: WEEK,
  bulk_job_users: 30,
  bulk_jobs: 90,
  user_import_results: 30,
  user_imports: 90,
} as const;

export type Kept = keyof typeof KEPT_DAYS;

/** Messages are removed by a job of their own. */
export const RETENTION: Readonly<Record<string, number>> = { ...KEPT_DAYS, outbox: OUTBOX_DAYS };
