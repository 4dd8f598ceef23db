// Whose addresses count as confirmed because their company's provider vouches for the domain.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

/** Of the users of this provider: addresses of these domains are confirmed, and no others. */
export async function confirmVouched(tx: Db, provider: string, domains: readonly string[], now: Date): Promise<void> {
  const isVouchedFor = sql`(substring(sso_email from '[^@]*$') = any(${domains}::text[]))`;
  await tx.run(sql`
    update users
       set email_confirmed_at = case when ${isVouchedFor} then ${now}::timestamptz end, updated_at = ${now},
           raw_user_meta_data = raw_user_meta_data || jsonb_build_object('email_verified', ${isVouchedFor})
     where id in (select user_id from identities where provider = ${provider})
       and sso_email is not null and deleted_at is null and (email_confirmed_at is not null) <> ${isVouchedFor}`);
}
