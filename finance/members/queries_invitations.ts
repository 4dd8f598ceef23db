// The table `invitations`.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Role } from "../endpoint.ts";

export interface Invitation {
  id: number;
  space_id: number;
  email: string;
  role: Role;
  invited_by: number;
  created_at: Date;
  expires_at: Date;
  sent_at: Date | null;
}

const columns = sql`id, space_id, email, role, invited_by, created_at, expires_at, sent_at`;
const isOpen = sql`revoked_at is null and accepted_at is null`;

export function listOpenInvitations(db: Db, spaceId: number, now: Date): Promise<Invitation[]> {
  return db.many<Invitation>(sql`
    select ${columns} from invitations where space_id = ${spaceId} and ${isOpen} and expires_at > ${now} order by id`);
}

export interface ReceivedInvitation extends Invitation {
  space_name: string;
  inviter_name: string;
  inviter_email: string;
  members: number;
}

/** Those to the address that finance knows the user by, with what they are told before they join. */
export function listReceivedInvitations(db: Db, userId: number, now: Date): Promise<ReceivedInvitation[]> {
  return db.many<ReceivedInvitation>(sql`
    select invitations.id, invitations.space_id, invitations.email, invitations.role, invited_by, invitations.created_at, expires_at,
           sent_at, inviter.name as inviter_name, inviter.email as inviter_email,
           coalesce((select name from further_spaces where further_spaces.space_id = invitations.space_id),
                    (select min(name) from users where users.space_id = invitations.space_id), '') as space_name,
           (select count(*) from users where users.space_id = invitations.space_id and gone_at is null)
             + (select count(*) from members where members.space_id = invitations.space_id) as members
      from users
      join invitations on lower(invitations.email) = lower(users.email)
      join users as inviter on inviter.id = invitations.invited_by
     where users.id = ${userId} and ${isOpen} and expires_at > ${now}
       and invitations.space_id <> users.space_id
       and not exists (select from members where members.space_id = invitations.space_id and members.user_id = users.id)
     order by invitations.id desc
     limit 20`);
}

export async function countInvitations(db: Db, spaceId: number, since: Date): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from invitations where space_id = ${spaceId} and created_at > ${since}`);
  return count;
}

export function insertInvitation(tx: Db, invitation: Omit<Invitation, "id" | "sent_at">): Promise<Invitation> {
  const { space_id: spaceId, email, role, invited_by: by, created_at: at, expires_at: end } = invitation;
  return tx.one<Invitation>(sql`
    insert into invitations (space_id, email, role, invited_by, created_at, expires_at)
    values (${spaceId}, ${email}, ${role}, ${by}, ${at}, ${end})
    returning ${columns}`);
}

/** Of several for one address the last counts. */
export async function revokeInvitationsTo(tx: Db, spaceId: number, email: string, now: Date): Promise<void> {
  await tx.run(sql`
    update invitations set revoked_at = ${now} where space_id = ${spaceId} and lower(email) = lower(${email}) and ${isOpen}`);
}

export async function revokeInvitationsBy(tx: Db, spaceId: number, userId: number, now: Date): Promise<void> {
  await tx.run(sql`
    update invitations set revoked_at = ${now} where space_id = ${spaceId} and invited_by = ${userId} and ${isOpen}`);
}

export async function revokeInvitationsOf(tx: Db, spaceId: number, now: Date): Promise<void> {
  await tx.run(sql`update invitations set revoked_at = ${now} where space_id = ${spaceId} and ${isOpen}`);
}

/** Of a space that is erased. */
export async function deleteInvitationsOf(db: Db, spaceId: number): Promise<void> {
  await db.run(sql`delete from invitations where space_id = ${spaceId}`);
}

export function revokeInvitation(tx: Db, spaceId: number, id: number, now: Date): Promise<Invitation | undefined> {
  return tx.maybeOne<Invitation>(sql`
    update invitations set revoked_at = ${now} where space_id = ${spaceId} and id = ${id} and ${isOpen} returning ${columns}`);
}

export interface InvitationRow extends Invitation {
  is_revoked: boolean;
  accepted_by: number | null;
}

export function findInvitation(db: Db, id: number): Promise<InvitationRow | undefined> {
  return db.maybeOne<InvitationRow>(sql`
    select ${columns}, revoked_at is not null as is_revoked, accepted_by from invitations where id = ${id}`);
}

/** True for one of all who try. */
export async function acceptInvitation(tx: Db, id: number, userId: number, now: Date): Promise<boolean> {
  const accepted = await tx.run(sql`
    update invitations set accepted_at = ${now}, accepted_by = ${userId} where id = ${id} and ${isOpen} and expires_at > ${now}`);
  return accepted === 1;
}

export function listUnsent(db: Db, now: Date, most: number): Promise<Invitation[]> {
  return db.many<Invitation>(sql`
    select ${columns} from invitations
     where sent_at is null and ${isOpen} and expires_at > ${now}
     order by id
     limit ${most}`);
}

export async function markSent(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`update invitations set sent_at = ${now} where id = ${id}`);
}

export interface Person {
  auth_user_id: string;
  name: string;
  email: string;
}

export function findPerson(db: Db, userId: number): Promise<Person | undefined> {
  return db.maybeOne<Person>(sql`select auth_user_id, name, email from users where id = ${userId}`);
}
