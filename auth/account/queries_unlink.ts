// The statement that takes an identity off an account.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { accountAct } from "../audit/account_act.ts";
import type { Act } from "../audit/act.ts";
import { userChange } from "../users/changes.ts";
import type { Unlinking } from "./unlink.ts";

/** The user's row is locked by the transaction. An address of somebody else's violates a unique constraint. */
export async function writeUnlinking(tx: Db, unlinking: Unlinking, act: Act): Promise<void> {
  const { now } = act;
  const { userId, identity, email, phone, changesAddress, changesEmail, dropsPassword } = unlinking;
  const told = [...(changesEmail ? (["email_changed"] as const) : []), ...(dropsPassword ? (["password_changed"] as const) : [])];
  const traits = { identity_id: identity.identity_id, provider: identity.provider, provider_id: identity.id };
  await tx.one(sql`
    with account as (
           update users
              set email = ${email}, email_confirmed_at = ${unlinking.emailConfirmedAt}, phone = ${phone},
                  phone_confirmed_at = ${unlinking.phoneConfirmedAt},
                  email_change = case when ${changesEmail} then null else email_change end,
                  encrypted_password = case when ${dropsPassword} then null else encrypted_password end,
                  raw_app_meta_data = ${unlinking.appMetadata}, raw_user_meta_data = ${unlinking.userMetadata}, updated_at = ${now}
            where id = ${userId}
           returning *),
         unlinked as (delete from identities where id = ${identity.identity_id} and user_id = ${userId}),
         voided as (delete from one_time_tokens where ${changesAddress} and user_id = ${userId}),
         told as (${userChange(told, now)}),
         logged as (${accountAct("identity_unlinked", { ...act, traits })})
    select id from account`);
}
