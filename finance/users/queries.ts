// The table `users`, and all that a new one begins with.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { StarterCategory } from "./starter_categories.ts";

export interface UserRow {
  id: number;
  name: string;
  email: string;
  role: string;
}

export function listUsers(db: Db, spaceId: number): Promise<UserRow[]> {
  return db.many<UserRow>(sql`select id, name, email, role from users where space_id = ${spaceId} order by id`);
}

export function findUser(db: Db, spaceId: number, id: number): Promise<UserRow | undefined> {
  return db.maybeOne<UserRow>(sql`select id, name, email, role from users where space_id = ${spaceId} and id = ${id}`);
}

export interface MemberRow {
  id: number;
  space_id: number;
  email: string;
}

export function findMember(db: Db, authUserId: string): Promise<MemberRow | undefined> {
  return db.maybeOne<MemberRow>(sql`select id, space_id, email from users where auth_user_id = ${authUserId}`);
}

export async function findTimeZone(db: Db, spaceId: number): Promise<string> {
  const { time_zone: timeZone } = await db.one<{ time_zone: string }>(
    sql`select time_zone from spaces where space_id = ${spaceId}`,
  );
  return timeZone;
}

/** Of these, the ones who have been here. */
export async function findKnownUsers(db: Db, authUserIds: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ auth_user_id: string }>(
    sql`select auth_user_id from users where auth_user_id = any(${authUserIds}::uuid[])`,
  );
  return rows.map((row) => row.auth_user_id);
}

export async function updateEmail(db: Db, authUserId: string, email: string, now: Date): Promise<void> {
  await db.run(sql`
    update users set email = ${email}, updated_at = ${now} where auth_user_id = ${authUserId} and email <> ${email}`);
}

export interface NewMember {
  authUserId: string;
  name: string;
  email: string;
  locale: string;
  timeZone: string;
  extendedThrough: string;
  accountName: string;
  categories: readonly (StarterCategory & { uuid: string })[];
  now: Date;
}

/**
 * A user with a space, an account and categories, in one statement: all of it or nothing. Of several at once for the same user one is
 * made, and the others wait for it and make nothing.
 */
export async function insertMember(db: Db, member: NewMember): Promise<void> {
  const { authUserId, name, email, locale, timeZone, extendedThrough, accountName, categories, now } = member;
  const column = (key: keyof (typeof categories)[number]) => categories.map((category) => category[key] ?? null);
  await db.run(sql`
    with owner as (
           insert into users (auth_user_id, space_id, name, email, role, locale, created_at, updated_at)
           values (${authUserId}, nextval('spaces_id_seq'), ${name}, ${email}, 'admin', ${locale}, ${now}, ${now})
           on conflict (auth_user_id) do nothing
           returning space_id),
         account as (
           insert into accounts (space_id, name, type, created_at, updated_at)
           select space_id, ${accountName}::text, 'checking', ${now}::timestamptz, ${now}::timestamptz from owner
           returning space_id, id),
         starter as (
           select owner.space_id, nextval('categories_id_seq') as id, given.*
             from owner
            cross join unnest(${column("name")}::text[], ${column("color")}::text[], ${column("kind")}::text[],
                              ${column("pointer")}::text[], ${column("uuid")}::text[])
                  with ordinality as given (name, color, kind, pointer, uuid, place)
            order by given.place),
         category as (
           insert into categories (space_id, id, name, color, kind, uuid, created_at, updated_at)
           select space_id, id, name, color, kind, uuid, ${now}::timestamptz, ${now}::timestamptz from starter)
    insert into spaces (space_id, time_zone, default_account_id, default_expenses_category_id, default_earnings_category_id,
                        transfers_category_id, payments_category_id, extended_through, created_at)
    select account.space_id, ${timeZone}, account.id,
           (select id from starter where pointer = 'default_expenses'), (select id from starter where pointer = 'default_earnings'),
           (select id from starter where pointer = 'transfers'), (select id from starter where pointer = 'payments'),
           ${extendedThrough}::date, ${now}::timestamptz
      from account`);
}
