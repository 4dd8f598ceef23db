// The statements that redeem a one-time token. Each is one, whatever it touches: the token is spent, and all that it stands for happens,
// or nothing does. The owner's row is locked before the token is judged, so callers at the same time are judged one after the other.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { accountAct } from "../audit/account_act.ts";
import { authCodeIssue } from "../flow_states/queries.ts";
import { userWithIdentities } from "../identities/queries.ts";
import { MOST_TRIES } from "../one_time_tokens/queries.ts";
import type { Purpose } from "../one_time_tokens/token.ts";
import { type NewSession, otherSessionsRevoked, sessionColumns, sessionInsert } from "../sessions/queries.ts";
import type { SessionRow } from "../sessions/session.ts";
import { userChange } from "../users/changes.ts";
import type { UserWithIdentities } from "../users/user.ts";
import type { Proof } from "./proof.ts";

export interface Redemption {
  proof: Proof;
  /** For a user who has no password. */
  newPassword: string | undefined;
  /** Refuse invited users who have no password and bring none. */
  demandsPassword: boolean;
  /** A session at once, or a code with which one can be had. */
  ending: Ending;
  ip: string;
  now: Date;
}

export type Ending = { session: NewSession } | { authCodeHash: Buffer };

/** The token was right. Whether it was spent depends on its owner. */
export type Redeemed = {
  purpose: Purpose;
  is_spent: boolean;
  owner_banned_until: Date | null;
  lacks_password: boolean;
  /** Null: nothing has happened beyond that the token is spent. */
  id: string | null;
} & (UserWithIdentities | { id: null }) &
  SessionRow;

type Channel = "email" | "phone";

/** Confirms the address that the token was sent to, if it was not, and signs its owner in. Undefined if there is no such token. */
export function confirmAddress(db: Db, channel: Channel, redemption: Redemption): Promise<Redeemed | undefined> {
  const { newPassword, ip, now } = redemption;
  const confirmedAt = trusted(`${channel}_confirmed_at`);
  const verified = { [`${channel}_verified`]: true };
  return db.maybeOne<Redeemed>(sql`
    with ${spendCtes(redemption, sql`relates_to = owner.${trusted(channel)}`)},
         account as (
           update users
              set ${confirmedAt} = coalesce(${confirmedAt}, ${now}), encrypted_password = coalesce(encrypted_password, ${newPassword ?? null}),
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
         signed_up as (${accountAct("user_signedup", { ip, now, from: sql`first_time as account` })}),
         signed_in as (${accountAct("login", { ip, now, from: sql`again as account` })}),
         ${endingCtes(redemption)}
    ${OUTCOME}`);
}

/**
 * Gives the account the address that it was waiting for. Where tokens went to the old and to the new address, the first that comes back
 * is only spent; it is the last one that changes the account. Fails with a unique violation if the address was taken meanwhile.
 */
export function changeAddress(db: Db, channel: Channel, redemption: Redemption): Promise<Redeemed | undefined> {
  const { ip, now } = redemption;
  const [address, pending, confirmedAt] = [trusted(channel), trusted(`${channel}_change`), trusted(`${channel}_confirmed_at`)];
  const known = sql`jsonb_build_object(${channel}::text, users.${pending}, ${`${channel}_verified`}::text, true)`;
  const stillRight = sql`owner.${pending} is not null
    and relates_to = case purpose when 'email_change_current' then owner.email else owner.${pending} end`;
  return db.maybeOne<Redeemed>(sql`
    with ${spendCtes(redemption, stillRight)},
         counterpart as (
           select token.user_id
             from one_time_tokens token, spent
            where token.user_id = spent.user_id and token.purpose <> spent.purpose and token.purpose = any(${redemption.proof.purposes}::text[])
              for update of token),
         account as (
           update users
              set ${address} = ${pending}, ${pending} = null, ${confirmedAt} = ${
                channel === "email" ? sql`coalesce(${confirmedAt}, ${now})` : sql`${now}`
              },
                  raw_user_meta_data = raw_user_meta_data || ${known}, raw_app_meta_data = ${withProvider(channel)},
                  is_anonymous = false, ${signIn(redemption)}
             from spent
            where users.id = spent.user_id and users.${pending} is not null and not exists (select from counterpart)
           returning users.*),
         identity_known as (
           update identities
              set identity_data = identity_data || jsonb_build_object(${channel}::text, account.${address}, ${`${channel}_verified`}::text, true),
                  updated_at = ${now}
             from account
            where identities.user_id = account.id and identities.provider = ${channel}
           returning identities.*),
         identity_new as (
           insert into identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
           select gen_random_uuid(), ${channel}, account.id::text, account.id,
                  jsonb_build_object('sub', account.id, ${channel}::text, account.${address}, ${`${channel}_verified`}::text, true),
                  ${now}::timestamptz, ${now}, ${now}
             from account
            where not exists (select from identities mine where mine.user_id = account.id and mine.provider = ${channel})
           returning *),
         identity_changed as (select * from identity_known union all select * from identity_new),
         logged as (${accountAct("user_modified", { ip, now })}),
         told as (${userChange(channel === "email" ? "email_changed" : [], now)}),
         ${endingCtes(redemption)}
    ${OUTCOME}`);
}

/**
 * The CTEs that judge a token and spend it: `owner`, locked; `hit`, the token if its secret is right; `spent`, the same if its owner may
 * go on. A wrong code counts against every token that it was tried on, or many accounts waiting for one address would lend it their tries.
 * It does not harm the links, which nobody can guess. `stillRight`: the address is still the owner's, or still the one waited for.
 */
function spendCtes({ proof, newPassword, demandsPassword, ending, now }: Redemption, stillRight: Sql): Sql {
  const { where, matches } = proof.choice;
  const isLive = proof.isCode ? sql`expires_at > ${now} and tries < ${MOST_TRIES}` : sql`expires_at > ${now}`;
  const lacksPassword = demandsPassword && newPassword === undefined ? sql`owner.lacks_password` : sql`false`;
  const isWanted = "session" in ending ? sql`true` : sql`token.flow_state_id is not null`;
  return sql`
    owner as (
      select id, email, phone, email_change, phone_change, email_confirmed_at, phone_confirmed_at, banned_until,
             encrypted_password is null and invited_at is not null as lacks_password
        from users
       where deleted_at is null and id in (select user_id from one_time_tokens where ${where})
       order by id
         for no key update),
    hit as (
      select owner.id as owner_id, token.purpose as hit_purpose
        from one_time_tokens token
        join owner on owner.id = token.user_id
       where ${where} and ${isLive} and ${matches} and ${stillRight} and ${isWanted}
       limit 1),
    spent as (
      delete from one_time_tokens token using hit, owner
       where token.user_id = hit.owner_id and token.purpose = hit.hit_purpose and owner.id = hit.owner_id
         and ${where} and ${isLive} and ${matches} and ${stillRight} and ${isWanted}
         and not (${lacksPassword}) and coalesce(owner.banned_until <= ${now}, true)
      returning token.user_id, token.purpose, token.flow_state_id),
    missed as (
      update one_time_tokens token set tries = tries + 1
        from owner
       where ${proof.isCode} and token.user_id = owner.id and ${where} and ${isLive} and not ${matches} and not exists (select from hit))`;
}

function signIn({ ending, now }: Redemption): Sql {
  return "session" in ending ? sql`last_sign_in_at = ${now}, updated_at = ${now}` : sql`updated_at = ${now}`;
}

/** `providers` has each kind of identity once, `provider` is the first. */
function withProvider(provider: Channel): Sql {
  const providers = sql`coalesce(raw_app_meta_data -> 'providers', '[]')`;
  const one = sql`jsonb_build_array(${provider}::text)`;
  return sql`raw_app_meta_data || jsonb_build_object(
    'provider', coalesce(raw_app_meta_data -> 'provider', to_jsonb(${provider}::text)),
    'providers', case when ${providers} @> ${one} then ${providers} else ${providers} || ${one} end)`;
}

/** Voids the account's other tokens, and opens the session or issues the code. */
function endingCtes({ ending, now }: Redemption): Sql {
  const opened =
    "session" in ending
      ? sql`session as (${sessionInsert(ending.session)}), others as (${otherSessionsRevoked(ending.session)})`
      : sql`session as (select null::uuid as id, null as aal, null as amr, null as refresh_counter),
            code as (${authCodeIssue({ hash: ending.authCodeHash, now })})`;
  return sql`
    voided as (
      delete from one_time_tokens token using spent, account
       where token.user_id = account.id and token.purpose <> spent.purpose),
    ${opened},
    identity_now as (
      select * from identity_changed
       union all
      select identities.*
        from identities, account
       where identities.user_id = account.id and identities.id not in (select id from identity_changed))`;
}

/** No row where no token is right. */
const OUTCOME: Sql = sql`
    select hit.hit_purpose as purpose, spent.user_id is not null as is_spent, owner.banned_until as owner_banned_until,
           owner.lacks_password, ${userWithIdentities(trusted("identity_now"))}, ${sessionColumns}
      from hit
      join owner on owner.id = hit.owner_id
      left join spent on true
      left join account on true
      left join session on true`;
