// The tables `server_grants` and `owner_codes`.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { SERVER_ROLES, type ServerRole } from "./role.ts";

/** A deleted user's row may stay, and its grants with it. */
const isLive = sql`exists (select from users where users.id = server_grants.user_id and users.deleted_at is null)`;

export async function listRoles(db: Db, userId: string): Promise<ServerRole[]> {
  const rows = await db.many<{ role: ServerRole }>(sql`
    select role from server_grants where user_id = ${userId} and ${isLive} order by role`);
  return rows.map(({ role }) => role);
}

/** None of somebody who is banned. */
export async function listRolesInForce(db: Db, userId: string, now: Date): Promise<ServerRole[]> {
  const rows = await db.many<{ role: ServerRole }>(sql`
    select server_grants.role
      from server_grants
      join users on users.id = user_id
     where user_id = ${userId} and users.deleted_at is null and (users.banned_until is null or users.banned_until <= ${now})`);
  return rows.map(({ role }) => role);
}

/** A condition on the row `users`. */
export function hasServerRole(role: ServerRole | "any"): Sql {
  const condition = role === "any" ? sql`true` : sql`role = ${role}`;
  return sql`users.id in (select user_id from server_grants where ${condition})`;
}

export async function hasOwner(db: Db): Promise<boolean> {
  const { exists } = await db.one<{ exists: boolean }>(sql`
    select exists (select from server_grants where role = 'owner' and ${isLive}) as exists`);
  return exists;
}

export interface NewGrant {
  userId: string;
  role: ServerRole;
  grantedBy: string | null;
  now: Date;
}

export async function insertGrant(tx: Db, { userId, role, grantedBy, now }: NewGrant): Promise<void> {
  await tx.run(sql`
    insert into server_grants (user_id, role, granted_by, created_at)
    values (${userId}, ${role}, ${grantedBy}, ${now})
    on conflict do nothing`);
}

export interface OwnerCode {
  code_hash: Buffer;
  is_first: boolean;
  created_at: Date;
  expires_at: Date;
}

/** Inserts a code, and removes those that are over or more than `most`. */
export async function insertOwnerCode(tx: Db, code: OwnerCode, most: number): Promise<void> {
  await tx.run(sql`
    delete from owner_codes
     where expires_at <= ${code.created_at}
        or code_hash in (select code_hash from owner_codes order by created_at desc, code_hash offset ${most - 1}::int8)`);
  await tx.run(sql`
    insert into owner_codes (code_hash, is_first, created_at, expires_at)
    values (${code.code_hash}, ${code.is_first}, ${code.created_at}, ${code.expires_at})`);
}

/** The codes in force; with `lock` no other use of one goes on before this transaction has ended. */
export function listOwnerCodes(db: Db, now: Date, lock: "lock" | "look" = "look"): Promise<OwnerCode[]> {
  return db.many<OwnerCode>(sql`
    select code_hash, is_first, created_at, expires_at
      from owner_codes
     where expires_at > ${now}
     order by code_hash ${lock === "lock" ? sql`for update` : sql``}`);
}

export async function deleteOwnerCodes(tx: Db): Promise<void> {
  await tx.run(sql`delete from owner_codes`);
}

export interface Grant {
  user_id: string;
  email: string | null;
  phone: string | null;
  /** The highest, where there are several. */
  role: ServerRole;
  granted_by: string | null;
  granted_at: Date;
  has_second_factor: boolean;
  last_sign_in_at: Date | null;
}

export function listGrants(db: Db): Promise<Grant[]> {
  return db.many<Grant>(sql`
    select distinct on (server_grants.user_id)
           user_id, coalesce(users.email, users.sso_email) as email, users.phone, server_grants.role, granted_by,
           server_grants.created_at as granted_at, users.last_sign_in_at,
           exists (select from factors where factors.user_id = users.id and factors.status = 'verified')
             or exists (select from passkeys where passkeys.user_id = users.id) as has_second_factor
      from server_grants
      join users on users.id = user_id and users.deleted_at is null
     order by user_id, array_position(${SERVER_ROLES}::text[], server_grants.role) desc`);
}

export interface OtherOwner {
  id: string;
  email: string | null;
  email_confirmed_at: Date | null;
  raw_user_meta_data: Readonly<Record<string, unknown>>;
}

export function listOtherOwners(db: Db, exceptId: string | null): Promise<OtherOwner[]> {
  return db.many<OtherOwner>(sql`
    select distinct users.id, users.email, users.email_confirmed_at, users.raw_user_meta_data
      from server_grants
      join users on users.id = user_id
     where server_grants.role = 'owner' and users.deleted_at is null and users.id is distinct from ${exceptId}::uuid`);
}

/** No other change of owners goes on before this transaction has ended. */
export async function lockOwners(tx: Db): Promise<string[]> {
  const rows = await tx.many<{ user_id: string }>(sql`
    select user_id from server_grants where role = 'owner' and ${isLive} order by user_id for update`);
  return rows.map(({ user_id: id }) => id);
}

export async function deleteGrants(tx: Db, userId: string): Promise<void> {
  await tx.run(sql`delete from server_grants where user_id = ${userId}`);
}
