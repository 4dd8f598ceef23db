// Passkeys of users who come from another server.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

export interface MovedPasskeyRow {
  id: string;
  userId: string;
  credentialId: string;
  publicKey: string;
  signCount: number;
  aaguid: string;
  transports: string[];
  deviceType: string;
  backedUp: boolean;
  name: string;
  createdAt: string;
}

/** The ids of those that nobody had. */
export async function insertMovedPasskeys(tx: Db, passkeys: readonly MovedPasskeyRow[]): Promise<string[]> {
  const inserted = await tx.many<{ id: string }>(sql`
    insert into passkeys (id, user_id, credential_id, public_key, sign_count, aaguid, transports, device_type, backed_up, friendly_name,
                          created_at, updated_at)
    select id, "userId", "credentialId", "publicKey", "signCount", aaguid, transports, "deviceType", "backedUp", name, "createdAt", "createdAt"
      from jsonb_to_recordset(${JSON.stringify(passkeys)}::text::jsonb)
        as moved (id uuid, "userId" uuid, "credentialId" text, "publicKey" text, "signCount" bigint, aaguid uuid, transports text[],
                  "deviceType" text, "backedUp" boolean, name text, "createdAt" timestamptz)
    on conflict do nothing
    returning id`);
  return inserted.map(({ id }) => id);
}
