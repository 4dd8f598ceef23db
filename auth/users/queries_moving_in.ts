// Users who come from another server, many at a time.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Metadata } from "./user.ts";

export interface MovedUser {
  id: string;
  email: string | null;
  phone: string | null;
  encryptedPassword: string | null;
  emailConfirmedAt: string | null;
  phoneConfirmedAt: string | null;
  invitedAt: string | null;
  lastSignInAt: string | null;
  bannedUntil: string | null;
  createdAt: string;
  updatedAt: string;
  appMetadata: Metadata;
  userMetadata: Metadata;
  isAnonymous: boolean;
}

/** The ids of those that were not here: neither the id nor an address is taken. */
export async function insertMovedUsers(tx: Db, users: readonly MovedUser[], { aud, role }: { aud: string; role: string }) {
  const inserted = await tx.many<{ id: string }>(sql`
    insert into users (id, aud, role, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at, invited_at,
                       last_sign_in_at, banned_until, raw_app_meta_data, raw_user_meta_data, is_anonymous, created_at, updated_at)
    select id, ${aud}, ${role}, email, phone, "encryptedPassword", "emailConfirmedAt", "phoneConfirmedAt", "invitedAt",
           "lastSignInAt", "bannedUntil", "appMetadata", "userMetadata", "isAnonymous", "createdAt", "updatedAt"
      from jsonb_to_recordset(${JSON.stringify(users)}::text::jsonb)
        as moved (id uuid, email text, phone text, "encryptedPassword" text, "emailConfirmedAt" timestamptz,
                  "phoneConfirmedAt" timestamptz, "invitedAt" timestamptz, "lastSignInAt" timestamptz, "bannedUntil" timestamptz,
                  "appMetadata" jsonb, "userMetadata" jsonb, "isAnonymous" boolean, "createdAt" timestamptz, "updatedAt" timestamptz)
    on conflict do nothing
    returning id`);
  return inserted.map(({ id }) => id);
}

/** Which of these ids are users. */
export async function findExistingUsers(tx: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.many<{ id: string }>(sql`select id from users where id = any(${ids}::uuid[])`);
  return rows.map(({ id }) => id);
}

/** Replaces the providers in app_metadata. */
export async function replaceProviders(tx: Db, users: readonly { id: string; providers: Metadata }[]): Promise<void> {
  await tx.run(sql`
    update users set raw_app_meta_data = (raw_app_meta_data - 'provider' - 'providers') || moved.providers
      from jsonb_to_recordset(${JSON.stringify(users)}::text::jsonb) as moved (id uuid, providers jsonb)
     where users.id = moved.id`);
}

/** Of those whose hash the server before has encrypted: a JSON object. */
export async function replaceEncryptedHashes(tx: Db, users: readonly { id: string; hash: string }[]): Promise<void> {
  await tx.run(sql`
    update users set encrypted_password = moved.hash
      from jsonb_to_recordset(${JSON.stringify(users)}::text::jsonb) as moved (id uuid, hash text)
     where users.id = moved.id and users.encrypted_password like '{%'`);
}
