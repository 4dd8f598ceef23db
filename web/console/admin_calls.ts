// What the console may ask of auth. Auth decides what each administrator may do; everything else of auth stays out of reach.
import type { AuthCall } from "../proxy/auth_calls.ts";

const PARTS: Readonly<Record<string, string>> = {
  id: "[0-9a-f-]{36}",
  version: "[1-9][0-9]{0,9}",
  provider: "(?:custom(?::|%3A))?[a-z0-9_-]{1,100}",
  custom: "custom(?::|%3A)[a-z0-9_-]{1,50}",
  number: "[0-9]{1,15}",
  hook: "[a-z_]{1,40}",
  /** A rule, and what it is about. */
  finding: "[a-z_]+(?::[A-Za-z0-9_-]{1,60})?",
  job: "[1-9][0-9]{0,17}",
  /** Their `kid`, which their maker chose, as encodeURIComponent writes it. */
  key: "(?!(?:[.]|%2[Ee])+$)(?:[\\w.!~*'()-]|%[\\dA-Fa-f]{2}){1,300}",
  /** As encodeURIComponent writes it, because an id may be a URL. Never dots alone, which would lead to another path. */
  app: "(?!(?:[.]|%2[Ee])+$)(?:[\\w.!~*'()-]|%[\\dA-Fa-f]{2}){1,2048}",
};

const at = (path: string) => new RegExp(`^${path.replace(/:(\w+)/g, (_, name: string) => PARTS[name] ?? name)}$`);

const LIST = ["search", "state", "provider", "factor", "server_role", "metadata", "never_signed_in"];
const TIMES = ["created_from", "created_to", "last_sign_in_from", "last_sign_in_to"];
const PAGE = ["sort", "limit", "cursor", "total"];
const APP = ["client_name", "redirect_uris", "post_logout_redirect_uris", "grant_types", "client_uri", "logo_uri"];
const SSO = [
  ...["metadata_url", "metadata_xml", "domains", "attribute_mapping", "name_id_format", "resource_id"],
  ...["disabled", "allow_idp_initiated"],
];
const CUSTOM = [
  ...["name", "client_id", "client_secret", "acceptable_client_ids", "scopes", "custom_claims_allowlist", "pkce_enabled"],
  ...["attribute_mapping", "authorization_params", "enabled", "email_optional", "skip_nonce_check"],
  ...["issuer", "discovery_url", "authorization_url", "token_url", "userinfo_url", "jwks_uri"],
];
const WEBHOOK = ["url", "description", "events", "enabled"];
const SUBJECT = ["email", "phone", "user_id", "ip_address"];
const LOG = ["user_id", "actor_id", "action", "ip_address", "request_id", "from", "to", "format"];
const ACCOUNT = [
  "email",
  "phone",
  "password",
  "password_temporary",
  "email_confirm",
  "phone_confirm",
  "user_metadata",
  "app_metadata",
  "role",
];

export const ADMIN_CALLS: readonly AuthCall[] = [
  { method: "GET", path: at("/admin/acts"), asks: [...LOG, "limit", "cursor"] },
  { method: "GET", path: at("/admin/administrators") },
  { method: "PUT", path: at("/admin/administrators/:id"), takes: ["role"] },
  { method: "DELETE", path: at("/admin/administrators/:id") },
  { method: "GET", path: at("/admin/api-keys") },
  { method: "POST", path: at("/admin/api-keys"), takes: ["name", "rights", "networks", "expires_in_days"] },
  { method: "POST", path: at("/admin/api-keys/:id/rotate"), takes: ["keep_old_hours"] },
  { method: "DELETE", path: at("/admin/api-keys/:id") },
  { method: "GET", path: at("/admin/audit"), asks: [...LOG, "per_page", "cursor"] },
  { method: "GET", path: at("/admin/bulk-jobs"), asks: ["limit", "cursor"] },
  { method: "POST", path: at("/admin/bulk-jobs"), takes: ["act", "ban_duration", "app_metadata", "users", "dry_run"] },
  { method: "GET", path: at("/admin/bulk-jobs/:id") },
  { method: "GET", path: at("/admin/bulk-jobs/:id/results"), asks: ["outcome", "format", "limit", "cursor"] },
  { method: "POST", path: at("/admin/bulk-jobs/:id/cancel") },
  { method: "POST", path: at("/admin/bulk-jobs/:id/undo") },
  { method: "GET", path: at("/admin/custom-providers") },
  { method: "POST", path: at("/admin/custom-providers"), takes: [...CUSTOM, "provider_type", "identifier"] },
  { method: "PUT", path: at("/admin/custom-providers/:custom"), takes: [...CUSTOM, "updated_at"] },
  { method: "DELETE", path: at("/admin/custom-providers/:custom") },
  { method: "POST", path: at("/admin/mail/preview"), takes: ["template", "language", "subject", "html"] },
  { method: "POST", path: at("/admin/mail/test"), takes: ["to"] },
  { method: "GET", path: at("/admin/providers") },
  { method: "POST", path: at("/admin/providers/:provider/test") },
  { method: "POST", path: at("/admin/providers/:provider/tries") },
  { method: "GET", path: at("/admin/providers/:provider/tries/:id") },
  { method: "POST", path: at("/admin/redirects/test"), takes: ["url"] },
  { method: "GET", path: at("/admin/settings") },
  { method: "PATCH", path: at("/admin/settings"), takes: ["base", "set", "skip_trials"] },
  { method: "POST", path: at("/admin/settings/confirm"), takes: ["version"] },
  { method: "DELETE", path: at("/admin/settings/confirm"), takes: ["version"] },
  { method: "GET", path: at("/admin/settings/versions"), asks: ["before"] },
  { method: "POST", path: at("/admin/settings/versions/:version/undo") },
  { method: "GET", path: at("/admin/signing-keys") },
  { method: "POST", path: at("/admin/signing-keys"), takes: ["algorithm"] },
  { method: "POST", path: at("/admin/signing-keys/:key/sign"), asks: ["force"] },
  { method: "DELETE", path: at("/admin/signing-keys/:key"), asks: ["force"] },
  { method: "GET", path: at("/admin/findings") },
  { method: "POST", path: at("/admin/findings/:finding/dismiss") },
  { method: "POST", path: at("/admin/findings/:finding/restore") },
  { method: "POST", path: at("/admin/generate_link"), takes: ["type", "email"] },
  { method: "GET", path: at("/admin/hooks") },
  { method: "POST", path: at("/admin/hooks/:hook/test") },
  { method: "GET", path: at("/admin/jobs"), asks: ["state"] },
  { method: "DELETE", path: at("/admin/jobs/:job") },
  { method: "POST", path: at("/admin/jobs/:job/retry") },
  { method: "GET", path: at("/admin/limits") },
  { method: "GET", path: at("/admin/limits/subject"), asks: SUBJECT },
  { method: "DELETE", path: at("/admin/limits/subject"), takes: SUBJECT },
  { method: "GET", path: at("/admin/maintenance") },
  { method: "GET", path: at("/admin/oauth/clients"), asks: ["page", "per_page"] },
  { method: "POST", path: at("/admin/oauth/clients"), takes: [...APP, "client_type"] },
  { method: "PUT", path: at("/admin/oauth/clients/:app"), takes: APP },
  { method: "DELETE", path: at("/admin/oauth/clients/:app") },
  { method: "POST", path: at("/admin/oauth/clients/:app/regenerate_secret"), asks: ["keep_old_hours"] },
  { method: "GET", path: at("/admin/outbox"), asks: ["state"] },
  { method: "DELETE", path: at("/admin/outbox/:id") },
  { method: "POST", path: at("/admin/outbox/:id/retry") },
  { method: "GET", path: at("/admin/overview"), asks: ["time_zone"] },
  { method: "POST", path: at("/admin/passwords/test"), takes: ["password"] },
  { method: "GET", path: at("/admin/protection") },
  { method: "POST", path: at("/admin/sms/test"), takes: ["to"] },
  { method: "GET", path: at("/admin/sso/providers") },
  { method: "POST", path: at("/admin/sso/providers"), takes: [...SSO, "type"] },
  { method: "GET", path: at("/admin/sso/providers/:id") },
  { method: "PUT", path: at("/admin/sso/providers/:id"), takes: SSO },
  { method: "DELETE", path: at("/admin/sso/providers/:id") },
  { method: "POST", path: at("/admin/sso/providers/:id/test"), takes: ["attributes", "attribute_mapping"] },
  { method: "GET", path: at("/admin/users"), asks: [...LIST, ...TIMES, ...PAGE] },
  { method: "POST", path: at("/admin/users"), takes: ACCOUNT },
  { method: "GET", path: at("/admin/users/:id") },
  { method: "PUT", path: at("/admin/users/:id"), takes: [...ACCOUNT, "ban_duration"] },
  { method: "DELETE", path: at("/admin/users/:id"), takes: ["should_soft_delete"] },
  { method: "GET", path: at("/admin/users/:id/apps") },
  { method: "DELETE", path: at("/admin/users/:id/apps/:app") },
  { method: "GET", path: at("/admin/users/:id/claims") },
  { method: "GET", path: at("/admin/users/:id/credentials") },
  { method: "GET", path: at("/admin/users/:id/factors") },
  { method: "DELETE", path: at("/admin/users/:id/factors/:id") },
  { method: "DELETE", path: at("/admin/users/:id/identities/:id") },
  { method: "GET", path: at("/admin/users/:id/mails") },
  { method: "POST", path: at("/admin/users/:id/mails"), takes: ["template"] },
  { method: "GET", path: at("/admin/users/:id/passkeys") },
  { method: "DELETE", path: at("/admin/users/:id/passkeys/:id") },
  { method: "GET", path: at("/admin/users/:id/role") },
  { method: "GET", path: at("/admin/users/:id/sessions") },
  { method: "DELETE", path: at("/admin/users/:id/sessions") },
  { method: "DELETE", path: at("/admin/users/:id/sessions/:id") },
  { method: "GET", path: at("/admin/webhooks") },
  { method: "POST", path: at("/admin/webhooks"), takes: WEBHOOK },
  { method: "PUT", path: at("/admin/webhooks/:id"), takes: [...WEBHOOK, "skip_missed"] },
  { method: "DELETE", path: at("/admin/webhooks/:id") },
  { method: "GET", path: at("/admin/webhooks/:id/deliveries"), asks: ["before", "limit"] },
  { method: "POST", path: at("/admin/webhooks/:id/deliveries/:number/resend") },
  { method: "POST", path: at("/admin/webhooks/:id/ping") },
  { method: "POST", path: at("/admin/webhooks/:id/rotate_secret") },
  { method: "POST", path: at("/invite"), takes: ["email", "data"] },
];

export function findAdminCall(method: string, path: string): AuthCall | undefined {
  return ADMIN_CALLS.find((each) => each.method === method && each.path.test(path));
}
