// The statements that redeem a one-time token. Each is one, whatever it touches: the token is spent and all that it stands for
// happens, or nothing does.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { accountAct } from "../audit/account_act.ts";
import { userChange } from "../users/changes.ts";
import { endingCtes, loginTrait, OUTCOME, type Redeemed, type Redemption, signIn, spendCtes } from "./queries_redemption.ts";

type Channel = "email" | "phone";

/** The owner of a token that was spent, where the change has yet to be confirmed from another address. */
const HALFWAY = sql`(
  select owner.* from owner join spent on spent.user_id = owner.id where not exists (select from account)) as account`;

/** Confirms the address that the token was sent to, if it was not, and signs its owner in. Undefined if there is no such token. */
export function confirmAddress(db: Db, channel: Channel, redemption: Redemption): Promise<Redeemed | undefined> {
  const { newPassword, ending, now } = redemption;
  const confirmedAt = trusted(`${channel}_confirmed_at`);
  const verified = { [`${channel}_verified`]: true };
  return db.maybeOne<Redeemed>(sql`
    with ${spendCtes(redemption, sql`relates_to = owner.${trusted(channel)}`)},
         account as (
           update users
              set ${confirmedAt} = coalesce(${confirmedAt}, ${now}),
                  encrypted_password = coalesce(case when spent.keeps_password or confirmed_at is not null then encrypted_password end,
                                                ${newPassword ?? null}),
                  raw_user_meta_data = raw_user_meta_data || ${verified}::jsonb, is_anonymous = false, ${signIn(redemption)}
             from spent
            where users.id = spent.user_id
           returning users.*),
         identity_changed as (
           update identities set identity_data = identity_data || ${verified}::jsonb, updated_at = ${now}
             from account
            where identities.user_id = account.id
              and ${channel === "email" ? sql`identities.email = account.email` : sql`identities.provider = 'phone'`}
           returning identities.*),
         first_time as (select account.* from account join owner on owner.id = account.id where owner.${confirmedAt} is null),
         again as (select account.* from account join owner on owner.id = account.id where owner.${confirmedAt} is not null),
         signed_up as (${accountAct("user_signedup", { ...redemption, traits: loginTrait(redemption), from: sql`first_time as account` })}),
         ${"session" in ending ? sql`signed_in as (${accountAct("login", { ...redemption, from: sql`again as account` })}),` : sql``}
         ${endingCtes(redemption)}
    ${OUTCOME}`);
}

/**
 * Gives the account the address that it was waiting for. Where tokens went to the old and to the new address, the first that comes
 * back is only spent; it is the last one that changes the account. Fails with a unique violation if the address was taken meanwhile.
 */
export function changeAddress(db: Db, channel: Channel, redemption: Redemption): Promise<Redeemed | undefined> {
  const { now } = redemption;
  const [address, pending, confirmedAt] = [trusted(channel), trusted(`${channel}_change`), trusted(`${channel}_confirmed_at`)];
  const since = channel === "email" ? sql`coalesce(${confirmedAt}, ${now})` : sql`${now}`;
  const facts = (value: Sql) => sql`jsonb_build_object(${channel}::text, ${value}, ${`${channel}_verified`}::text, true)`;
  const stillRight = sql`owner.${pending} is not null
    and relates_to = case purpose when 'email_change_current' then owner.email else owner.${pending} end`;
  return db.maybeOne<Redeemed>(sql`
    with ${spendCtes(redemption, stillRight)},
         counterpart as (
           select token.user_id
             from one_time_tokens token, spent
            where token.user_id = spent.user_id and token.purpose <> spent.purpose
              and token.kind = any(${redemption.proof.kinds}::text[])
              for update of token),
         account as (
           update users
              set ${address} = ${pending}, ${pending} = null, ${confirmedAt} = ${since},
                  raw_user_meta_data = raw_user_meta_data || ${facts(sql`users.${pending}`)},
                  raw_app_meta_data = ${withProvider(channel)}, is_anonymous = false, ${signIn(redemption)}
             from spent
            where users.id = spent.user_id and users.${pending} is not null and not exists (select from counterpart)
           returning users.*),
         identity_known as (
           update identities
              set identity_data = identity_data || ${facts(sql`account.${address}`)}, updated_at = ${now}
             from account
            where identities.user_id = account.id and identities.provider = ${channel}
           returning identities.*),
         identity_new as (
           insert into identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
           select gen_random_uuid(), ${channel}, account.id::text, account.id,
                  jsonb_build_object('sub', account.id) || ${facts(sql`account.${address}`)},
                  ${now}::timestamptz, ${now}, ${now}
             from account
            where not exists (select from identities mine where mine.user_id = account.id and mine.provider = ${channel})
           returning *),
         identity_changed as (select * from identity_known union all select * from identity_new),
         logged as (${accountAct("user_modified", { ...redemption, traits: loginTrait(redemption) })}),
         logged_halfway as (${accountAct("user_modified", { ...redemption, traits: { confirmed: "one of two" }, from: HALFWAY })}),
         told as (${userChange(channel === "email" ? "email_changed" : [], now)}),
         ${endingCtes(redemption)}
    ${OUTCOME}`);
}

/** `providers` has each kind of identity once, `provider` is the first. */
function withProvider(provider: Channel): Sql {
  const providers = sql`coalesce(raw_app_meta_data -> 'providers', '[]')`;
  const one = sql`jsonb_build_array(${provider}::text)`;
  return sql`raw_app_meta_data || jsonb_build_object(
    'provider', coalesce(raw_app_meta_data -> 'provider', to_jsonb(${provider}::text)),
    'providers', case when ${providers} @> ${one} then ${providers} else ${providers} || ${one} end)`;
}
