// Who belongs to a space: its row, which decides, and the table `members`, by which the spaces of a user are found.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Role } from "../roles/role.ts";
import { setRole, unsetRole } from "../users/queries.ts";

export interface Standing {
  time_zone: string;
  role: Role | null;
}

/** Undefined where there is no such space. Read at every request, and never remembered. */
export function findStanding(db: Db, spaceId: number, userId: number): Promise<Standing | undefined> {
  return db.maybeOne<Standing>(sql`
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
    select id as user_id, name, email, 'owner' as role, true as own, created_at as since from users where space_id = ${spaceId}
    union all
    select users.id, name, email, members.role, false, members.created_at
      from members join users on users.id = members.user_id
     where members.space_id = ${spaceId}
     order by own desc, since, user_id`);
}

export interface ListedSpace {
  id: number;
  role: Role;
  own: boolean;
  /** Of whom it is. */
  name: string;
}

export function listSpacesOf(db: Db, userId: number): Promise<ListedSpace[]> {
  return db.many<ListedSpace>(sql`
    select space_id as id, 'owner' as role, true as own, name from users where id = ${userId}
    union all
    select members.space_id, members.role, false, coalesce((select min(name) from users where users.space_id = members.space_id), '')
      from members
     where user_id = ${userId}
     order by own desc, id`);
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

export async function deleteMember(tx: Db, spaceId: number, userId: number): Promise<void> {
  await unsetRole(tx, spaceId, userId);
  await tx.run(sql`delete from members where space_id = ${spaceId} and user_id = ${userId}`);
}
