// The tables `server_grants` and `owner_codes`.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { ServerRole } from "./role.ts";

/** A deleted user's row may stay, and its grants with it. */
const isLive = sql`exists (select from users where users.id = server_grants.user_id and users.deleted_at is null)`;

export async function listRoles(db: Db, userId: string): Promise<ServerRole[]> {
  const rows = await db.many<{ role: ServerRole }>(sql`
    select role from server_grants where user_id = ${userId} and ${isLive} order by role`);
  return rows.map(({ role }) => role);
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
