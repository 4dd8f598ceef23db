// The statements that write a one-time token for somebody whom an administrator names, with the mail that carries it or without.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import type { AuditAction } from "../audit/entry.ts";
import { identityInsert, type NewIdentity, userWithIdentities } from "../identities/queries.ts";
import { type Issue, issueCtes, tokenUpsert } from "../one_time_tokens/queries.ts";
import type { OneTimeToken } from "../one_time_tokens/token.ts";
import { type NewUser, userInsert } from "../users/queries.ts";
import type { Metadata, UserWithIdentities } from "../users/user.ts";
import { type AdminAct, adminAct } from "./admin_act.ts";

/** How a token is written: the CTEs that do it, and what a statement has to read of them. */
export interface Carrier {
  ctes: Sql;
  reads: Sql;
}

export function carriedByMail(issue: Issue, schema: string): Carrier {
  return { ctes: issueCtes(issue, schema), reads: sql`(select count(*) from message_job) as sent` };
}

/** Nothing is sent: the administrator hands it over. */
export function carriedByAdmin(token: OneTimeToken): Carrier {
  return { ctes: sql`token as (${tokenUpsert(token)})`, reads: sql`0 as sent` };
}

export interface Named {
  id: string;
  email_confirmed_at: Date | null;
  raw_user_meta_data: Metadata;
}

export function findByEmail(db: Db, email: string): Promise<Named | undefined> {
  return db.maybeOne<Named>(sql`
    select id, email_confirmed_at, raw_user_meta_data from users where email = ${email} and deleted_at is null`);
}

interface Writing {
  carrier: Carrier;
  action: AuditAction;
  act: AdminAct;
}

/** Undefined where the address was taken a moment ago. */
export function createWithToken(
  db: Db,
  { user, identity }: { user: NewUser; identity: NewIdentity },
  { carrier, action, act }: Writing,
): Promise<UserWithIdentities | undefined> {
  return db.maybeOne<UserWithIdentities>(sql`
    with account as (${userInsert(user)}),
         identity as (${identityInsert(identity)}),
         ${carrier.ctes},
         logged as (${adminAct(action, act)})
    select ${userWithIdentities(trusted("identity"))}, ${carrier.reads}
      from account`);
}

/**
 * A token to confirm with for somebody who has not yet. Whoever signed up with this address may not own it, so the password that they
 * chose must not outlive the invitation of the owner. Undefined where the address was confirmed, or left, a moment ago.
 */
export function renewUnconfirmed(
  db: Db,
  whom: { id: string; email: string; encryptedPassword: string | null; data: Metadata; isInvited: boolean },
  { carrier, action, act }: Writing,
): Promise<UserWithIdentities | undefined> {
  const { id, email, encryptedPassword, data, isInvited } = whom;
  return db.maybeOne<UserWithIdentities>(sql`
    with account as (
           update users
              set confirmation_sent_at = ${act.now}, invited_at = case when ${isInvited} then ${act.now} else invited_at end,
                  encrypted_password = case when confirmed_at is null then ${encryptedPassword} else encrypted_password end,
                  raw_user_meta_data = raw_user_meta_data || ${data}::jsonb, updated_at = ${act.now}
            where id = ${id} and email = ${email} and email_confirmed_at is null and deleted_at is null
           returning *),
         ${carrier.ctes},
         logged as (${adminAct(action, act)})
    select ${userWithIdentities()}, ${carrier.reads}
      from account`);
}

/** A token to come in with. */
export function writeRecovery(
  db: Db,
  { id, email }: { id: string; email: string },
  { carrier, action, act }: Writing,
): Promise<UserWithIdentities | undefined> {
  return db.maybeOne<UserWithIdentities>(sql`
    with account as (
           update users set recovery_sent_at = ${act.now}, updated_at = ${act.now}
            where id = ${id} and email = ${email} and deleted_at is null
           returning *),
         ${carrier.ctes},
         logged as (${adminAct(action, act)})
    select ${userWithIdentities()}, ${carrier.reads}
      from account`);
}

/**
 * One of the two tokens of a change of address. The change is made by the last of them that comes back; so when it begins, the other
 * one is written as well, for nobody to know until it is asked for. Without `counterpart` one confirmation is enough.
 */
export function writeEmailChange(
  db: Db,
  { id, email, newEmail }: { id: string; email: string; newEmail: string },
  { token, counterpart, act }: { token: OneTimeToken; counterpart: OneTimeToken | undefined; act: AdminAct },
): Promise<UserWithIdentities | undefined> {
  const begins = sql`account, before where before.email_change is distinct from ${newEmail}`;
  const other = counterpart
    ? tokenUpsert(counterpart, begins)
    : sql`delete from one_time_tokens where user_id = ${id} and purpose = 'email_change_current'`;
  return db.maybeOne<UserWithIdentities>(sql`
    with before as (select id, email_change from users where id = ${id} and email = ${email} and deleted_at is null for update),
         account as (
           update users set email_change = ${newEmail}, email_change_sent_at = ${act.now}, updated_at = ${act.now}
             from before
            where users.id = before.id
           returning users.*),
         token as (${tokenUpsert(token)}),
         other as (${other}),
         logged as (${adminAct("user_modified", act)})
    select ${userWithIdentities()}
      from account`);
}
