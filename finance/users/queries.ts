// The table `users`, and the row of a new space.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Role } from "../endpoint.ts";
import type { Members } from "../roles/role.ts";
import type { Locale } from "./starter_categories.ts";

export interface UserRow {
  id: number;
  name: string;
  email: string;
  role: string;
}

/** Of those who joined, owners are shown as the original shows them. */
const usersOf = (spaceId: number) => sql`
  select id, name, email, role from users where space_id = ${spaceId} and gone_at is null
  union all
  select users.id, name, email, case members.role when 'owner' then 'admin' else members.role end
    from members join users on users.id = members.user_id
   where members.space_id = ${spaceId} and gone_at is null`;

export function listUsers(db: Db, spaceId: number): Promise<UserRow[]> {
  return db.many<UserRow>(sql`select id, name, email, role from (${usersOf(spaceId)}) as shown order by id`);
}

export function findUser(db: Db, spaceId: number, id: number): Promise<UserRow | undefined> {
  return db.maybeOne<UserRow>(sql`select id, name, email, role from (${usersOf(spaceId)}) as shown where id = ${id}`);
}

export interface MemberRow {
  /** Whether auth was heard to have deleted them. */
  is_gone: boolean;
  id: number;
  space_id: number;
  email: string;
  locale: Locale;
}

export function findMember(db: Db, authUserId: string): Promise<MemberRow | undefined> {
  return db.maybeOne<MemberRow>(sql`
    select id, space_id, email, locale, gone_at is not null as is_gone from users where auth_user_id = ${authUserId}`);
}

/** Whose own space it is. */
export function findOwner(db: Db, spaceId: number): Promise<MemberRow | undefined> {
  return db.maybeOne<MemberRow>(sql`
    select id, space_id, email, locale, gone_at is not null as is_gone from users where space_id = ${spaceId} and erasing_at is null`);
}

/** Undefined where the space is not there yet. */
export async function findTimeZone(db: Db, spaceId: number): Promise<string | undefined> {
  const space = await db.maybeOne<{ time_zone: string }>(sql`select time_zone from spaces where space_id = ${spaceId}`);
  return space?.time_zone;
}

/** Of these, the ones who have been here. */
export async function findExistingUsers(db: Db, authUserIds: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ auth_user_id: string }>(
    sql`select auth_user_id from users where auth_user_id = any(${authUserIds}::uuid[])`,
  );
  return rows.map((row) => row.auth_user_id);
}

export async function updateEmail(db: Db, authUserId: string, email: string, now: Date): Promise<void> {
  await db.run(sql`
    update users set email = ${email}, updated_at = ${now} where auth_user_id = ${authUserId} and email <> ${email}`);
}

/** Whom auth has deleted: they come in nowhere any more, and are listed nowhere. */
export async function markGone(db: Db, authUserId: string, now: Date): Promise<void> {
  await db.run(sql`update users set gone_at = ${now} where auth_user_id = ${authUserId} and gone_at is null`);
}

/** An administrator has brought them back. */
export async function unmarkGone(db: Db, authUserId: string): Promise<void> {
  await db.run(sql`update users set gone_at = null where auth_user_id = ${authUserId}`);
}

export interface Shared {
  id: number;
  auth_user_id: string;
}

/** Some users after that one of whom others see something: who share a space, or whose webhooks send something. */
export function listShared(db: Db, after: number, most: number): Promise<Shared[]> {
  return db.many<Shared>(sql`
    select id, auth_user_id from users
     where id > ${after} and gone_at is null
       and (exists (select from members where members.user_id = users.id or members.space_id = users.space_id)
            or exists (select from webhooks where webhooks.space_id = users.space_id and enabled))
     order by id
     limit ${most}`);
}

export interface NewUser {
  authUserId: string;
  name: string;
  email: string;
  locale: string;
  now: Date;
}

/** With the id of a space that is theirs, and that may not be there yet. Of several at once for the same user one is made. */
export async function insertUser(db: Db, { authUserId, name, email, locale, now }: NewUser): Promise<void> {
  await db.run(sql`
    insert into users (auth_user_id, space_id, name, email, role, locale, created_at, updated_at)
    values (${authUserId}, nextval('spaces_id_seq'), ${name}, ${email}, 'admin', ${locale}, ${now}, ${now})
    on conflict (auth_user_id) do nothing`);
}

export interface NewSpace {
  spaceId: number;
  timeZone: string;
  extendedThrough: string;
  members: Members;
  now: Date;
}

/** An empty space; false where it is there already. */
export async function insertSpace(tx: Db, { spaceId, timeZone, extendedThrough, members, now }: NewSpace): Promise<boolean> {
  const count = await tx.run(sql`
    insert into spaces (space_id, time_zone, extended_through, members, created_at)
    values (${spaceId}, ${timeZone}, ${extendedThrough}, ${members}::jsonb, ${now})
    on conflict (space_id) do nothing`);
  return count === 1;
}

/** What somebody is in a space that is not their own. In a transaction that has locked the space. */
export async function setRole(tx: Db, spaceId: number, userId: number, role: Role): Promise<void> {
  await tx.run(sql`
    update spaces set members = members || jsonb_build_object(${String(userId)}::text, ${role}::text) where space_id = ${spaceId}`);
}

export async function unsetRole(tx: Db, spaceId: number, userId: number): Promise<void> {
  await tx.run(sql`update spaces set members = members - ${String(userId)}::text where space_id = ${spaceId}`);
}

export async function removeAllRoles(tx: Db, spaceId: number): Promise<void> {
  await tx.run(sql`update spaces set members = '{}' where space_id = ${spaceId}`);
}

/** Whether posts of the space have to wake its webhooks. In a transaction that has locked the space. */
export async function setHasWebhooks(tx: Db, spaceId: number, has: boolean): Promise<void> {
  await tx.run(sql`update spaces set has_webhooks = ${has} where space_id = ${spaceId} and has_webhooks <> ${has}`);
}

export async function findPreferences(db: Db, userId: number): Promise<Record<string, unknown>> {
  const { preferences } = await db.one<{ preferences: Record<string, unknown> }>(
    sql`select preferences from users where id = ${userId}`,
  );
  return preferences;
}

export async function setPreferences(db: Db, userId: number, preferences: object): Promise<void> {
  await db.run(sql`update users set preferences = ${preferences}::jsonb where id = ${userId}`);
}

export async function markErasing(tx: Db, userId: number, now: Date): Promise<void> {
  await tx.run(sql`update users set erasing_at = coalesce(erasing_at, ${now}) where id = ${userId}`);
}

/** With all that refers to it. */
export async function deleteSpace(db: Db, spaceId: number): Promise<void> {
  await db.run(sql`delete from spaces where space_id = ${spaceId}`);
}

/** With their tokens and invitations. */
export async function deleteUser(db: Db, userId: number): Promise<void> {
  await db.run(sql`delete from users where id = ${userId}`);
}

/** Up to which version sums of the space's own months are right, and up to which month they are built. Null: none is. */
export async function setSpaceMonths(tx: Db, spaceId: number, version: number | null, through: string | null): Promise<void> {
  await tx.run(sql`
    update spaces
       set space_months_version = ${version}::bigint, space_months_through = ${through}::date
     where space_id = ${spaceId}`);
}
