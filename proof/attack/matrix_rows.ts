// The requests of the authorisation matrix: valid and harmless.

export interface MatrixRow {
  query?: string;
  body?: unknown;
}

/** No record has these ids, so that an accepted request does no harm. */
export const PARAMETERS: Readonly<Record<string, string>> = {
  ":id": "2000000000",
  ":number": "312",
  ":payment_id": "2000000000",
  ":user_id": "2000000000",
  ":attachment_id": "0".repeat(64),
  ":delivery_id": "2000000000",
  ":year_or_id": "2000000000",
  ":year": "2026",
  ":month": "1",
  ":identity_id": "11111111-1111-4111-8111-111111111111",
  ":factor_id": "11111111-1111-4111-8111-111111111111",
  ":session_id": "11111111-1111-4111-8111-111111111111",
  ":name": "20260101T000000.000Z-11111111-1111-4111-8111-111111111111.eml",
  ":version": "2000000000",
  ":kid": "11111111-1111-4111-8111-111111111111",
  ":passkey_id": "11111111-1111-4111-8111-111111111111",
};

/** Writes have an empty body by default. */
export function matrixRow(rows: Rows, method: string, path: string): MatrixRow {
  return rows[`${method} ${path}`] ?? (method === "GET" || method === "DELETE" ? NOTHING : { body: {} });
}

type Rows = Readonly<Record<string, MatrixRow>>;
const NOTHING: MatrixRow = {};

export const AUTH_ROWS: Rows = {
  "PUT /admin/administrators/:user_id": { body: { role: "viewer" } },
  "POST /admin/mail/preview": { body: { template: "recovery" } },
  "POST /admin/redirects/test": { body: { url: "https://elsewhere.example" } },
  "POST /admin/findings/:id/dismiss": NOTHING,
  "POST /admin/findings/:id/restore": NOTHING,
  "POST /admin/jobs/:id/retry": NOTHING,
  "POST /admin/outbox/:id/retry": NOTHING,
  "GET /admin/limits/subject": { query: "ip_address=192.0.2.9" },
  "DELETE /admin/limits/subject": { body: { ip_address: "192.0.2.9" } },
  "POST /admin/passwords/test": { body: { password: "12345" } },
  "POST /admin/mail/test": { body: { to: "nobody" } },
  "POST /admin/sms/test": { body: { to: "nobody" } },
  "POST /admin/users/:id/mails": { body: { template: "recovery" } },
  "POST /admin/generate_link": { body: { type: "recovery", email: "nobody@people.example.com" } },
  "POST /admin/oauth/clients/:id/regenerate_secret": NOTHING,
  "GET /admin/sessions": { query: "per_page=1" },
  "PATCH /admin/settings": { body: { base: 2_000_000_000, set: { MAILER_BRAND_NAME: "Casa" } } },
  "POST /admin/settings/confirm": { body: { version: 2_000_000_000 } },
  "DELETE /admin/settings/confirm": { body: { version: 2_000_000_000 } },
  "POST /admin/settings/versions/:version/undo": NOTHING,
  "POST /admin/signing-keys": { body: { algorithm: "HS256" } },
  "POST /admin/signing-keys/:kid/sign": NOTHING,
  "GET /admin/users": { query: "per_page=1" },
  "POST /admin/webhooks/:id/deliveries/:delivery_id/resend": NOTHING,
  "POST /admin/webhooks/:id/ping": NOTHING,
  "POST /admin/webhooks/:id/rotate_secret": NOTHING,
  "POST /callback": NOTHING,
  "POST /callback/confirm": NOTHING,
  "POST /factors": { body: { factor_type: "fingerprint" } },
  "POST /factors/:factor_id/verify": { body: { challenge_id: "11111111-1111-4111-8111-111111111111", code: "123456" } },
  "POST /factors/recovery-codes": NOTHING,
  "POST /factors/recovery-codes/regenerate": NOTHING,
  "POST /logout": { query: "scope=others" },
  "POST /oauth/authorizations/:id/consent": { body: { action: "deny" } },
  "POST /oauth/authorize": NOTHING,
  "POST /oauth/end_session": NOTHING,
  "POST /oauth/userinfo": NOTHING,
  "PATCH /passkeys/:passkey_id": { body: { friendly_name: "x" } },
  "POST /passkeys/registration/options": NOTHING,
  "POST /passkeys/registration/verify": { body: { challenge_id: "11111111-1111-4111-8111-111111111111", credential: {} } },
  "POST /signup": { body: { password: "12345" } },
  "GET /sso": { query: "flow=11111111-1111-4111-8111-111111111111" },
  "POST /sso": { body: { domain: "company.example" } },
  "POST /sso/saml/acs": NOTHING,
  "POST /token": { query: "grant_type=password", body: {} },
  "DELETE /user": { body: { nonce: "0" } },
  "DELETE /user/oauth/grants": { query: "client_id=11111111-1111-4111-8111-111111111111" },
};

export const FINANCE_ROWS: Rows = { "GET /exports": { query: "format=csv" } };
