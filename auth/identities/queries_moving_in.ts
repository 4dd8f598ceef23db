// Identities of users who come from another server.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Metadata } from "../users/user.ts";

export interface MovedIdentityRow {
  id: string;
  userId: string;
  provider: string;
  providerId: string;
  data: Metadata;
  lastSignInAt: string | null;
  createdAt: string;
}

/** Inserts those that no other user has. */
export function insertMovedIdentities(
  tx: Db,
  identities: readonly MovedIdentityRow[],
): Promise<Pick<MovedIdentityRow, "id" | "userId">[]> {
  return tx.many(sql`
    insert into identities (id, user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
    select id, "userId", provider, "providerId", data, "lastSignInAt", "createdAt", "createdAt"
      from jsonb_to_recordset(${JSON.stringify(identities)}::text::jsonb)
        as moved (id uuid, "userId" uuid, provider text, "providerId" text, data jsonb, "lastSignInAt" timestamptz, "createdAt" timestamptz)
    on conflict do nothing
    returning id, user_id as "userId"`);
}
