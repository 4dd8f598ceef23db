// The overview as auth sends it.
import type { Severity } from "../findings/finding_record.ts";

export interface Day {
  date: string;
  sign_ins: number;
  sign_ups: number;
  refreshes: number;
  refused: number;
  mails: number;
  sms: number;
  active_day: number | null;
  active_week: number | null;
  active_month: number | null;
}

export interface Overview {
  version: string;
  migrations: { count: number; last: string; at: string };
  users: { count: number; is_estimate: boolean };
  days: readonly Day[];
  refused: readonly { code: string; count: number; before: number }[];
  messages: { waiting: number; oldest_at: string | null; failed: number };
  hooks: readonly { name: string; calls: number; failures: number; mean_ms: number | null }[];
  webhooks: readonly { id: string; host: string; enabled: boolean; behind: number; failures: number }[];
  keys: { signs_with: string; api_keys: number; next_api_key_end: string | null; oldest_operator_token_at: string | null };
  findings: readonly { id: string; severity: Severity; title: string }[] | null;
}
