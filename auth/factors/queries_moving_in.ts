// Verified factors of users who come from another server.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

export interface MovedFactorRow {
  id: string;
  userId: string;
  type: string;
  name: string;
  phone: string | null;
  /** In hexadecimal digits. */
  sealedSecret: string | null;
  /** Of a security key. */
  credential?: object | null;
  createdAt: string;
}

/** The ids of those whose name the user has no factor of. */
export async function insertMovedFactors(tx: Db, factors: readonly MovedFactorRow[]): Promise<string[]> {
  const inserted = await tx.many<{ id: string }>(sql`
    insert into factors (id, user_id, factor_type, status, friendly_name, phone, sealed_secret, credential, created_at, updated_at)
    select id, "userId", type, 'verified', name, phone, decode("sealedSecret", 'hex'), credential, "createdAt", "createdAt"
      from jsonb_to_recordset(${JSON.stringify(factors)}::text::jsonb)
        as moved (id uuid, "userId" uuid, type text, name text, phone text, "sealedSecret" text, credential jsonb, "createdAt" timestamptz)
    on conflict do nothing
    returning id`);
  return inserted.map(({ id }) => id);
}
