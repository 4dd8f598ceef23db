// The statements with which administrators create, read, change and delete users.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { identityInsert, type NewIdentity, userWithIdentities } from "../identities/queries.ts";
import { banTrait } from "../users/ban.ts";
import { userChange } from "../users/changes.ts";
import { type NewUser, userInsert } from "../users/queries.ts";
import type { UserWithIdentities } from "../users/user.ts";
import { type AdminAct, adminAct } from "./admin_act.ts";
import type { ChangedUser } from "./change_user.ts";

/** Undefined where the id, the email address or the phone number is taken. */
export function createUser(
  db: Db,
  user: NewUser,
  identities: readonly NewIdentity[],
  act: AdminAct,
): Promise<UserWithIdentities | undefined> {
  const made = identities.map((identity, place) => ({ name: trusted(`identity_${place}`), insert: identityInsert(identity) }));
  const ctes = made.map(({ name, insert }) => sql`${name} as (${insert})`).reduce((all, each) => sql`${all}, ${each}`);
  const rows = made.map(({ name }) => sql`select * from ${name}`).reduce((all, each) => sql`${all} union all ${each}`);
  return db.maybeOne<UserWithIdentities>(sql`
    with account as (${userInsert(user)}), ${ctes},
         logged as (${adminAct("user_signedup", act, { traits: banTrait(user.bannedUntil) })})
    select ${userWithIdentities(sql`(${rows})`)}
      from account`);
}

export interface Taken {
  id: boolean;
  email: boolean;
  phone: boolean;
}

/** What of a new user is somebody's already. */
export function findTaken(db: Db, { id, email, phone }: Pick<NewUser, "id" | "email" | "phone">): Promise<Taken> {
  return db.one<Taken>(sql`
    select exists (select from users where id = ${id}) as id,
           exists (select from users where email = ${email}) as email,
           exists (select from users where phone = ${phone}) as phone`);
}

export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const { taken } = await db.one<{ taken: boolean }>(sql`select exists (select from users where email = ${email}) as taken`);
  return taken;
}

/** Also one who was deleted softly: whoever looks up an id wants to know what became of it. */
export function findUserById(db: Db, id: string): Promise<UserWithIdentities | undefined> {
  return db.maybeOne<UserWithIdentities>(sql`select ${userWithIdentities()} from users account where id = ${id}`);
}

/** The live user, locked until the transaction ends. */
export function lockUser(tx: Db, id: string): Promise<UserWithIdentities | undefined> {
  return tx.maybeOne<UserWithIdentities>(sql`
    select ${userWithIdentities()} from users account where id = ${id} and deleted_at is null for update`);
}

/** Writes what was made of a locked user. An address of somebody else's violates a unique constraint. */
export async function writeChangedUser(tx: Db, id: string, changed: ChangedUser, act: AdminAct): Promise<void> {
  const { user, encryptedPassword, identities, changes, voidsTokens, endsSessions, entry } = changed;
  await tx.one(sql`
    with account as (
           update users
              set role = ${user.role}, email = ${user.email}, phone = ${user.phone},
                  email_confirmed_at = ${user.email_confirmed_at}, phone_confirmed_at = ${user.phone_confirmed_at},
                  encrypted_password = coalesce(${encryptedPassword ?? null}, encrypted_password),
                  email_change = case when ${voidsTokens} then null else email_change end,
                  phone_change = case when ${voidsTokens} then null else phone_change end,
                  raw_app_meta_data = ${user.raw_app_meta_data}, raw_user_meta_data = ${user.raw_user_meta_data},
                  is_anonymous = ${user.is_anonymous}, banned_until = ${user.banned_until}, updated_at = ${act.now}
            where id = ${id}
           returning *),
         ${identities.map(identityUpsert).reduce((all, each) => sql`${all}${each},`, sql``)}
         voided as (delete from one_time_tokens where ${voidsTokens} and user_id = ${id}),
         ended as (delete from sessions where ${endsSessions} and user_id = ${id}),
         changes as (${userChange(changes, act.now)}),
         logged as (${adminAct(entry.action, act, entry)})
    select id from account`);
}

/** What an identity says beside the address, such as a name, stays. */
function identityUpsert({ id, provider, providerId, identityData, now }: NewIdentity, place: number): Sql {
  return sql`
         ${trusted(`identity_${place}`)} as (
           insert into identities as old (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
           select ${id}::uuid, ${provider}, ${providerId}, account.id, ${identityData}::jsonb, ${now}::timestamptz, ${now}
             from account
           on conflict (provider, provider_id) do update
              set identity_data = old.identity_data || excluded.identity_data, updated_at = excluded.updated_at)`;
}

/** How many users were deleted. All that belongs to a user goes with the row, except for what the audit log says. */
export async function deleteUser(db: Db, id: string, act: AdminAct): Promise<number> {
  const deleted = await db.many(sql`
    with account as (delete from users where id = ${id} returning *),
         changes as (${userChange("deleted", act.now)}),
         logged as (${adminAct("user_deleted", act)})
    select id from account`);
  return deleted.length;
}

/**
 * Keeps the id, for rows elsewhere that refer to it, and forgets the person: hashes stand where the addresses were, so that they are free
 * for a new account. The user is locked by the transaction, so that no session that is being opened right now is overlooked.
 */
export async function softDeleteUser(tx: Db, id: string, act: AdminAct): Promise<void> {
  await tx.one(sql`
    with seen as (select * from users where id = ${id} and deleted_at is null),
         account as (
           update users
              set email = ${hashOf(sql`users.email`)}, phone = left(${hashOf(sql`users.phone`)}, 15), email_change = null,
                  phone_change = null, encrypted_password = null, raw_app_meta_data = '{}', raw_user_meta_data = '{}',
                  deleted_at = ${act.now}, updated_at = ${act.now}
             from seen
            where users.id = seen.id
           returning users.*),
         identity as (
           update identities
              set provider_id = ${hashOf(sql`identities.provider || ':' || identities.provider_id`, sql`identities.user_id`)},
                  identity_data = '{}', updated_at = ${act.now}
             from account
            where identities.user_id = account.id),
         ended as (delete from sessions using account where sessions.user_id = account.id),
         voided as (delete from one_time_tokens using account where one_time_tokens.user_id = account.id),
         flow as (delete from flow_states using account where flow_states.user_id = account.id),
         changes as (${userChange("deleted", act.now)}),
         logged as (${adminAct("user_deleted", act, { from: sql`seen account` })})
    select id from account`);
}

function hashOf(value: Sql, userId: Sql = sql`users.id`): Sql {
  return sql`rtrim(translate(encode(sha256(convert_to(${userId}::text || ${value}, 'UTF8')), 'base64'), '+/', '-_'), '=')`;
}
