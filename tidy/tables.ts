// Which slice owns which table. Only its statements insert, update and delete there; all slices may read.
import { basename } from "node:path/posix";
import type { Files } from "./files.ts";

/** The owner of each table, by service. */
export const TABLE_OWNERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  auth: {
    admin_act_chain: "audit",
    admin_acts: "audit",
    adopted_refresh_tokens: "sessions",
    adoptions: "adoption",
    api_keys: "api_keys",
    audit_log_entries: "audit",
    bulk_job_users: "bulk_jobs",
    bulk_jobs: "bulk_jobs",
    custom_providers: "custom_providers",
    devices: "sessions",
    dismissed_findings: "findings",
    factor_challenges: "factors",
    factors: "factors",
    figures_progress: "overview",
    flow_states: "flow_states",
    hourly_figures: "overview",
    hook_calls: "hooks",
    identities: "identities",
    last_sign_ins: "users",
    mail_pauses: "limits",
    maintenance_runs: "maintenance",
    oauth_authorizations: "oauth_server",
    oauth_clients: "oauth_clients",
    oauth_consents: "oauth_server",
    one_time_tokens: "one_time_tokens",
    operator_tokens: "keys",
    outbox: "outbox",
    own_deletions: "users",
    owner_codes: "grants",
    passkey_challenges: "passkeys",
    passkeys: "passkeys",
    provider_tries: "external",
    recovery_codes: "factors",
    send_counters: "limits",
    retention_notices: "user_retention",
    saml_assertions: "sso",
    server_grants: "grants",
    support_codes: "impersonation",
    sessions: "sessions",
    settings_versions: "settings",
    sso_domains: "sso",
    sso_providers: "sso",
    token_lives: "keys",
    tries: "limits",
    user_changes: "users",
    user_import_parts: "user_imports",
    user_import_results: "user_imports",
    user_imports: "user_imports",
    users: "users",
    webhook_deliveries: "webhooks",
    webhooks: "webhooks",
  },
  finance: {
    account_space_months: "months",
    api_token_uses: "credentials",
    api_tokens: "credentials",
    attachment_chunks: "attachments",
    attachment_files: "attachments",
    category_space_months: "months",
    changes: "post",
    further_spaces: "members",
    idempotency_keys: "idempotency",
    import_lines: "imports",
    imports: "imports",
    invitations: "members",
    ledger_check: "integrity",
    members: "members",
    notices: "webhooks",
    source_links: "post",
    space_counts: "operators",
    spaces: "users",
    staged_changes: "post",
    transactions: "post",
    users: "users",
    webhook_deliveries: "webhooks",
    webhooks: "webhooks",
  },
};

/** Other statements that may end rows of a table, because these depend on their rows. */
const ENDED_BY: Readonly<Record<string, string>> = { oauth_authorizations: "auth/flow_states/queries_codes.ts" };

/** `do update` and `for update` are no statements, so an update needs its `set`. */
const WRITES =
  /\b(?:(?:insert|merge)\s+into|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?([\w$]+)|\bupdate\s+(?:only\s+)?([\w$]+)(?:\s+(?:as\s+)?\w+)?\s+set\b/gi;

/** A line for each write of a table by another slice. */
export function writesElsewhere(files: Files): string[] {
  return [...files].flatMap(([path, text]) => {
    const [service = "", slice = ""] = path.split("/");
    const owners = TABLE_OWNERS[service];
    if (!owners || !/^queries(_\w+)?\.ts$/.test(basename(path))) return [];
    return writtenTables(text).flatMap((table) => {
      const owner = owners[table];
      if (owner === slice || ENDED_BY[table] === path) return [];
      return [`${path}: writes ${table}, ${owner ? `which belongs to ${owner}` : "which has no owner in tidy/tables.ts"}`];
    });
  });
}

function writtenTables(text: string): string[] {
  const code = text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "");
  const statements = [...code.matchAll(/`((?:\\.|[^`\\])*)/g)].map((match) => match[1] as string).join("\n");
  return [...new Set([...statements.matchAll(WRITES)].map((match) => (match[1] ?? match[2]) as string))];
}
