// Who belongs to a space: its row, which decides, and the table `members`, by which the spaces of a user are found.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { Role } from "../endpoint.ts";
import { setRole, unsetRole } from "../users/queries.ts";
import type { Locale } from "../users/starter_categories.ts";

export interface Membership {
  time_zone: string;
  role: Role | null;
}

/** Undefined where there is no such space. Read at every request, and never remembered. */
export function findMembership(db: Db, spaceId: number, userId: number): Promise<Membership | undefined> {
  return db.maybeOne<Membership>(sql`
    select time_zone, members ->> ${String(userId)}::text as role from spaces where space_id = ${spaceId}`);
}

export interface ListedMember {
  user_id: number;
  name: string;
  email: string;
  role: Role;
  /** Whether the space is their own. */
  own: boolean;
  since: Date;
}

export function listMembers(db: Db, spaceId: number): Promise<ListedMember[]> {
  return db.many<ListedMember>(sql`
    select id as user_id, name, email, 'owner' as role, true as own, created_at as since
      from users
     where space_id = ${spaceId} and gone_at is null
    union all
    select users.id, name, email, members.role, false, members.created_at
      from members join users on users.id = members.user_id
     where members.space_id = ${spaceId} and gone_at is null
     order by own desc, since, user_id`);
}

export interface ListedSpace {
  id: number;
  role: Role;
  own: boolean;
  /** Of whom it is. */
  name: string;
  people: SpacePerson[];
}

export interface SpacePerson {
  user_id: number;
  name: string;
  /** Whether the space is their own. */
  own: boolean;
}

/** Who belongs to the space whose id is in `space`, in the order of GET /members. */
const peopleOf = (space: Sql) => sql`
  (select coalesce(json_agg(json_build_object('user_id', user_id, 'name', name, 'own', own) order by own desc, since, user_id), '[]')
     from (select id as user_id, name, true as own, created_at as since
             from users where users.space_id = ${space} and gone_at is null
           union all
           select users.id, name, false, others.created_at
             from members as others join users on users.id = others.user_id
            where others.space_id = ${space} and gone_at is null) as people)`;

export function listSpacesOf(db: Db, userId: number): Promise<ListedSpace[]> {
  return db.many<ListedSpace>(sql`
    select id, role, own, name, ${peopleOf(sql`listed.id`)} as people
      from (select space_id as id, 'owner' as role, true as own, name from users where id = ${userId}
            union all
            select members.space_id, members.role, false,
                   coalesce((select name from further_spaces where further_spaces.space_id = members.space_id),
                            (select min(name) from users where users.space_id = members.space_id), '')
              from members
             where user_id = ${userId}) as listed
     order by own desc, id`);
}

/** What its owners call it, or of whom it is. */
export async function findSpaceName(db: Db, spaceId: number): Promise<string> {
  const { name } = await db.one<{ name: string }>(sql`
    select coalesce((select name from further_spaces where space_id = ${spaceId}),
                    (select min(name) from users where space_id = ${spaceId}), '') as name`);
  return name;
}

/** Whether they may come in at all: whose own space it is, or who is among its members; and is not gone. */
export async function isHere(db: Db, spaceId: number, userId: number): Promise<boolean> {
  const count = await db.run(sql`
    select id from users
     where id = ${userId} and gone_at is null
       and (space_id = ${spaceId} or exists (select from members where members.space_id = ${spaceId} and members.user_id = users.id))`);
  return count === 1;
}

/** Owners of whom nobody else can take the space: whose own it is, and members who are owners. */
export async function countOwners(tx: Db, spaceId: number): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select (select count(*) from users where space_id = ${spaceId})
         + (select count(*) from members where space_id = ${spaceId} and role = 'owner') as count`);
  return count;
}

export interface FurtherSpace {
  space_id: number;
  name: string;
}

/** Undefined if the user has made too many. The lock is a statement before: one alone would, after it has waited, still count those of before. */
export async function insertFurtherSpace(
  tx: Db,
  userId: number,
  name: string,
  now: Date,
  most: number,
): Promise<FurtherSpace | undefined> {
  await tx.one(sql`select id from users where id = ${userId} for update`);
  return tx.maybeOne<FurtherSpace>(sql`
    insert into further_spaces (space_id, name, made_by, created_at)
    select nextval('spaces_id_seq'), ${name}::text, ${userId}::int, ${now}::timestamptz
     where (select count(*) from further_spaces where made_by = ${userId} and erasing_at is null) < ${most}::int
    returning space_id, name`);
}

/** False where there is no such space, or it is being erased. */
export async function lockFurtherSpace(tx: Db, spaceId: number): Promise<boolean> {
  const locked = await tx.run(sql`
    select space_id from further_spaces where space_id = ${spaceId} and erasing_at is null for update`);
  return locked === 1;
}

export async function renameFurtherSpace(tx: Db, spaceId: number, name: string): Promise<void> {
  await tx.run(sql`update further_spaces set name = ${name} where space_id = ${spaceId}`);
}

/** Some of those that are being erased. */
export async function listErasingSpaces(db: Db, most: number): Promise<number[]> {
  const rows = await db.many<{ space_id: number }>(sql`
    select space_id from further_spaces where erasing_at is not null order by space_id limit ${most}`);
  return rows.map(({ space_id: id }) => id);
}

/** Before a space is erased, because its last member is gone or an owner wants it; false where it is somebody's own. */
export async function markErasingSpace(tx: Db, spaceId: number, now: Date): Promise<boolean> {
  const marked = await tx.run(sql`
    update further_spaces set erasing_at = coalesce(erasing_at, ${now}) where space_id = ${spaceId}`);
  return marked === 1;
}

/** What is left of it, when it is erased. */
export async function deleteFurtherSpace(db: Db, spaceId: number): Promise<void> {
  await deleteMembersOf(db, spaceId);
  await db.run(sql`delete from further_spaces where space_id = ${spaceId}`);
}

/** Who takes over a space whose last owner is gone: editors first, then who has been there longest. */
export function findHeir(tx: Db, spaceId: number): Promise<StoredMember | undefined> {
  return tx.maybeOne<StoredMember>(sql`
    select user_id, role, created_at from members where space_id = ${spaceId} order by role, created_at, user_id limit 1`);
}

/** In the words of a user: their language, for what a new space begins with. */
export async function findLocale(db: Db, userId: number): Promise<Locale> {
  const { locale } = await db.one<{ locale: Locale }>(sql`select locale from users where id = ${userId}`);
  return locale;
}

export interface StoredMember {
  user_id: number;
  role: Role;
  created_at: Date;
}

export function findStoredMember(db: Db, spaceId: number, userId: number): Promise<StoredMember | undefined> {
  return db.maybeOne<StoredMember>(sql`
    select user_id, role, created_at from members where space_id = ${spaceId} and user_id = ${userId}`);
}

export async function isOwnSpace(db: Db, spaceId: number, userId: number): Promise<boolean> {
  return (await db.run(sql`select id from users where id = ${userId} and space_id = ${spaceId}`)) === 1;
}

/** In a transaction that has locked the space. */
export async function putMember(tx: Db, spaceId: number, { user_id: userId, role, created_at: at }: StoredMember): Promise<void> {
  await setRole(tx, spaceId, userId, role);
  await tx.run(sql`
    insert into members (space_id, user_id, role, created_at) values (${spaceId}, ${userId}, ${role}, ${at})
    on conflict (space_id, user_id) do update set role = excluded.role`);
}

/** Of a space that is being erased; who they were. */
export async function deleteMembersOf(db: Db, spaceId: number): Promise<number[]> {
  const rows = await db.many<{ user_id: number }>(sql`delete from members where space_id = ${spaceId} returning user_id`);
  return rows.map(({ user_id: id }) => id);
}

export async function deleteMember(tx: Db, spaceId: number, userId: number): Promise<void> {
  await unsetRole(tx, spaceId, userId);
  await tx.run(sql`delete from members where space_id = ${spaceId} and user_id = ${userId}`);
}
