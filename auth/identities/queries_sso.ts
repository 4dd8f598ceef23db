// What identities of a company's provider say about their addresses.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

/** Addresses of these domains are verified, and no others. */
export async function markVouched(tx: Db, provider: string, domains: readonly string[], now: Date): Promise<void> {
  await tx.run(sql`
    update identities
       set identity_data = identity_data ||
             jsonb_build_object('email_verified', coalesce(substring(email from '[^@]*$') = any(${domains}::text[]), false)),
           updated_at = ${now}
     where provider = ${provider}`);
}
