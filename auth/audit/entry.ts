// The payload of an audit entry, in Supabase Auth's form, because operators' tools read it. Our additions are the request id,
// and actions for bans and for owners of the server. The trait `login` says that a session was opened too.

/** Every act that is written down, by the family in which the log files it. */
const ACTIONS = {
  account: ["login", "logout", "invite_accepted"],
  team: [
    ...(["user_signedup", "user_invited", "user_deleted"] as const),
    ...(["custom_provider_created", "custom_provider_updated", "custom_provider_deleted"] as const),
    ...(["provider_try_begun", "provider_try_ended"] as const),
    ...(["sso_provider_created", "sso_provider_updated", "sso_provider_deleted"] as const),
    ...(["webhook_created", "webhook_updated", "webhook_deleted"] as const),
    ...(["server_role_granted", "server_role_revoked", "owner_code_created", "mailbox_read"] as const),
    "user_impersonated",
    ...(["api_key_created", "api_key_rotated", "api_key_deleted"] as const),
    ...(["bulk_job_created", "bulk_job_cancelled"] as const),
    ...(["user_import_started", "user_import_cancelled", "users_exported", "accounts_exported"] as const),
    ...(["finding_dismissed", "finding_restored"] as const),
    "limit_released",
    ...(["job_retried", "job_dropped", "message_retried", "message_dropped"] as const),
    ...(["settings_changed", "settings_confirmed", "settings_dropped"] as const),
    ...(["audit_exported", "sms_tested"] as const),
  ],
  token: ["token_revoked", "token_refreshed"],
  user: [
    ...(["user_modified", "user_recovery_requested", "user_reauthenticate_requested", "user_confirmation_requested"] as const),
    ...(["user_repeated_signup", "user_updated_password", "identity_linked", "identity_unlinked", "message_sent"] as const),
    ...(["user_banned", "user_unbanned", "passkey_created", "passkey_updated", "passkey_deleted"] as const),
  ],
  factor: [
    ...(["factor_in_progress", "factor_unenrolled", "challenge_created", "verification_attempted"] as const),
    ...(["factor_deleted", "factor_updated"] as const),
  ],
  oauth: [
    ...(["oauth_client_created", "oauth_client_updated", "oauth_client_deleted", "oauth_client_secret_regenerated"] as const),
    ...(["oauth_consent_granted", "oauth_consent_revoked"] as const),
  ],
} as const;

export type AuditLogType = keyof typeof ACTIONS;
export type AuditAction = (typeof ACTIONS)[AuditLogType][number];

const LOG_TYPES = new Map(
  Object.entries(ACTIONS).flatMap(([type, actions]) => actions.map((action) => [action, type as AuditLogType] as const)),
);

export const AUDIT_ACTIONS: readonly AuditAction[] = [...LOG_TYPES.keys()];

/** A user; or the bearer of an operator's token, of which only the role and its `sub` are known; or a key, or a shell, by its name. */
export type AuditActor =
  | { id: string; email: string | null; phone: string | null; name?: string | null; is_sso_user?: boolean }
  | { role: string; name?: string | null };

export type AuditTraits = Readonly<Record<string, string | number | boolean | null>>;

export interface AuditPayload {
  actor_id: string;
  actor_via_sso: boolean;
  actor_username: string;
  actor_name?: string;
  action: AuditAction;
  log_type: AuditLogType;
  /** Missing where no request is behind it. */
  request_id?: string;
  traits?: AuditTraits;
}

const NOBODY = "00000000-0000-0000-0000-000000000000";
const LONGEST_TEXT = 255;

export function logTypeOf(action: AuditAction): AuditLogType {
  return LOG_TYPES.get(action) as AuditLogType;
}

export function auditPayload(act: {
  action: AuditAction;
  actor: AuditActor;
  requestId?: string;
  traits?: AuditTraits;
}): AuditPayload {
  const { action, actor, requestId, traits } = act;
  const isUser = "id" in actor;
  return {
    actor_id: isUser ? actor.id : NOBODY,
    actor_via_sso: isUser && actor.is_sso_user === true,
    actor_username: clean(isUser ? actor.phone || actor.email || "" : actor.role),
    ...(actor.name ? { actor_name: clean(actor.name) } : {}),
    action,
    log_type: logTypeOf(action),
    ...(requestId && { request_id: requestId }),
    ...(traits ? { traits: cleanTraits(traits) } : {}),
  };
}

/**
 * PostgreSQL fails to read JSON with a NUL or half a surrogate pair, so one such row would make the log unreadable. Names are cut, because
 * users choose them and the log keeps them.
 */
function clean(text: string): string {
  return text.replaceAll("\0", "").slice(0, LONGEST_TEXT).toWellFormed();
}

function cleanTraits(traits: AuditTraits): AuditTraits {
  return Object.fromEntries(
    Object.entries(traits).map(([name, value]) => [name, typeof value === "string" ? clean(value) : value]),
  );
}
