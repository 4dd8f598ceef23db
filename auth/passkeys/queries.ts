// The statements on `passkeys` and `passkey_challenges`.
import type { Db } from "../../kernel/sql/database.ts";
import { runUnlessGone } from "../../kernel/sql/run_unless_gone.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import type { Credential, VerifiedAssertion } from "../webauthn/ceremonies.ts";

export interface PasskeyRow {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: string;
  sign_count: number;
  transports: string[];
  device_type: string;
  friendly_name: string;
  created_at: Date;
  last_used_at: Date | null;
}

const columns: Sql = trusted(
  "id, user_id, credential_id, public_key, sign_count, transports, device_type, friendly_name, created_at, last_used_at",
);

export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.many<PasskeyRow>(sql`select ${columns} from passkeys where user_id = ${userId} order by created_at, id`);
}

export function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.maybeOne<PasskeyRow>(sql`select ${columns} from passkeys where credential_id = ${credentialId}`);
}

export interface NewPasskey {
  id: string;
  userId: string;
  credential: Credential;
  name: string;
  now: Date;
}

/** False where the credential is registered already, by any user. */
export async function insertPasskey(tx: Db, { id, userId, credential, name, now }: NewPasskey): Promise<boolean> {
  const { id: credentialId, publicKey, counter, aaguid, transports, deviceType, backedUp } = credential;
  const inserted = await tx.run(sql`
    insert into passkeys (id, user_id, credential_id, public_key, sign_count, aaguid, transports, device_type, backed_up, friendly_name,
                          created_at, updated_at)
    values (${id}, ${userId}, ${credentialId}, ${publicKey}, ${counter}, ${aaguid}, ${transports}::text[], ${deviceType}, ${backedUp}, ${name},
            ${now}, ${now})
    on conflict do nothing`);
  return inserted === 1;
}

/** False where it was taken off meanwhile, or its counter has been as far already: then it is a copy that was used. */
export async function notePasskeyUse(tx: Db, id: string, { counter, backedUp }: VerifiedAssertion, now: Date): Promise<boolean> {
  const noted = await tx.run(sql`
    update passkeys set sign_count = ${counter}, backed_up = ${backedUp}, last_used_at = ${now}
     where id = ${id} and (sign_count < ${counter}::bigint or (sign_count = 0 and ${counter}::bigint = 0))`);
  return noted === 1;
}

export async function renamePasskey(
  db: Db,
  userId: string,
  id: string,
  name: string,
  now: Date,
): Promise<PasskeyRow | undefined> {
  return db.maybeOne<PasskeyRow>(sql`
    update passkeys set friendly_name = ${name}, updated_at = ${now} where id = ${id} and user_id = ${userId} returning ${columns}`);
}

export async function deletePasskey(tx: Db, userId: string, id: string): Promise<boolean> {
  return (await tx.run(sql`delete from passkeys where id = ${id} and user_id = ${userId}`)) === 1;
}

/** Of a user who is forgotten. */
export async function deleteAllPasskeys(tx: Db, userId: string): Promise<void> {
  await tx.run(sql`delete from passkeys where user_id = ${userId}`);
}

export type Ceremony = "registration" | "authentication";

export interface NewPasskeyChallenge {
  id: string;
  userId: string | null;
  ceremony: Ceremony;
  challenge: string;
  expiresAt: Date;
  now: Date;
}

/** False where the user is gone who registers. */
export function insertPasskeyChallenge(db: Db, row: NewPasskeyChallenge): Promise<boolean> {
  const { id, userId, ceremony, challenge, expiresAt, now } = row;
  const insert = sql`
    insert into passkey_challenges (id, user_id, ceremony, challenge, created_at, expires_at)
    values (${id}, ${userId}, ${ceremony}, ${challenge}, ${now}, ${expiresAt})`;
  return runUnlessGone(db, insert);
}

/** Deletes the challenge in any case: it can be answered once. */
export function takePasskeyChallenge(
  db: Db,
  { id, userId, ceremony }: Pick<NewPasskeyChallenge, "id" | "userId" | "ceremony">,
): Promise<{ challenge: string; expires_at: Date } | undefined> {
  return db.maybeOne(sql`
    delete from passkey_challenges
     where id = ${id} and ceremony = ${ceremony} and user_id is not distinct from ${userId}::uuid
    returning challenge, expires_at`);
}

export function purgePasskeyChallenges(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from passkey_challenges where id in (select id from passkey_challenges where expires_at < ${before} limit 10000)`);
}
