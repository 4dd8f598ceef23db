// Test support: rows as Supabase Auth writes them.
import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Of `correct horse`. */
export const HASH = "$2a$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2";
export const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
export const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

export interface Row {
  [column: string]: string | number | boolean | null | object;
}

export const literal = (value: Row[string]) =>
  value === null
    ? "null"
    : typeof value === "object"
      ? `'${JSON.stringify(value).replaceAll("'", "''")}'`
      : typeof value === "string"
        ? `'${value.replaceAll("'", "''")}'`
        : String(value);

export function insert(table: string, row: Row): string {
  return `insert into auth.${table} (${Object.keys(row).join(", ")}) values (${Object.values(row).map(literal).join(", ")});`;
}

export const user = (n: number, email: string | null, more: Row = {}) =>
  insert("users", {
    id: id(n),
    instance_id: id(0).replace("-4000-8000-", "-0000-0000-"),
    aud: "authenticated",
    role: "authenticated",
    email,
    encrypted_password: HASH,
    email_confirmed_at: "2024-05-06T08:00:00Z",
    raw_app_meta_data: {},
    raw_user_meta_data: {},
    created_at: "2024-05-06",
    updated_at: "2024-05-06",
    confirmation_token: "",
    recovery_token: "",
    email_change_token_new: "",
    email_change: "",
    ...more,
  }) +
  (email === null
    ? ""
    : insert("identities", {
        provider_id: id(n),
        user_id: id(n),
        provider: "email",
        identity_data: { sub: id(n), email },
        created_at: "2024-05-06",
        updated_at: "2024-05-06",
      }));

export const session = (n: number, userId: string, more: Row = {}) =>
  insert("sessions", {
    id: id(n),
    user_id: userId,
    created_at: "2026-01-01",
    updated_at: "2026-01-01",
    refreshed_at: "2026-01-30",
    aal: "aal1",
    ip: "203.0.113.9",
    user_agent: "phone",
    ...more,
  }) +
  insert("mfa_amr_claims", {
    id: id(n),
    session_id: id(n),
    created_at: "2026-01-01",
    updated_at: "2026-01-01",
    authentication_method: "password",
  });

export const token = (text: string, sessionId: string | null, more: Row = {}) =>
  insert("refresh_tokens", {
    token: text,
    user_id: id(1),
    revoked: false,
    session_id: sessionId,
    created_at: "2026-01-01",
    updated_at: "2026-01-01",
    ...more,
  });

export const MASTER = randomBytes(32);

/** A value as that server encrypts it, in the row with this id. */
export function encrypted(text: string, rowId: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(hkdfSync("sha256", MASTER, "", rowId, 32)), nonce);
  const data = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  return JSON.stringify({ key_id: "first", alg: "aes-gcm-hkdf", data: data.toString("base64"), nonce: nonce.toString("base64") });
}

export const DECRYPTION_KEYS = { SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS: `first:${MASTER.toString("base64url")}` };
