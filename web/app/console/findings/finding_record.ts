// A finding as auth sends it, and where in the console it is dealt with.

export const SEVERITIES = ["error", "warning", "info"] as const;

export type Severity = (typeof SEVERITIES)[number];

export interface Finding {
  id: string;
  rule: string;
  severity: Severity;
  title: string;
  text: string;
  remedy: string;
  copy: string | null;
  docs: string;
  dismissed: { by: string; at: string; reason: string } | null;
}

/** How a badge of it looks. */
export const SIGNS: Readonly<Record<Severity, string>> = { error: "overdue", warning: "partial", info: "" };

const PLACES: Readonly<Record<string, string>> = {
  administrators_without_factor: "/admin/administrators",
  owner_missing: "/admin/administrators",
  api_key_ending: "/admin/api_keys",
  api_key_unused: "/admin/api_keys",
  captcha_missing: "/admin/protection",
  codes_live_long: "/admin/mail",
  jobs_failed: "/admin/maintenance",
  jwt_shared_secret: "/admin/sessions",
  mail_in_folder: "/admin/mail",
  mail_nowhere: "/admin/mail",
  messages_failed: "/admin/mail",
  messages_waiting: "/admin/mail",
  operator_token_old: "/admin/api_keys",
  passwords_short: "/admin/protection",
  redirect_anywhere: "/admin/urls",
  redirect_shared_host: "/admin/urls",
  saml_certificate_ending: "/admin/sso",
  site_http: "/admin/urls",
  webhook_failing: "/admin/webhooks",
  webhook_off: "/admin/webhooks",
};

export const placeOfFinding = ({ rule }: Finding): string | undefined => PLACES[rule];
