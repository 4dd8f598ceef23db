// The statements on `factor_challenges`.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

export interface NewChallenge {
  id: string;
  factorId: string;
  ip: string;
  codeMac: Buffer | null;
  webauthnChallenge: string | null;
  expiresAt: Date;
  now: Date;
}

export async function insertChallenge(tx: Db, challenge: NewChallenge): Promise<void> {
  const { id, factorId, ip, codeMac, webauthnChallenge, expiresAt, now } = challenge;
  await Promise.all([
    tx.run(sql`
      insert into factor_challenges (id, factor_id, ip, code_mac, webauthn_challenge, created_at, expires_at)
      values (${id}, ${factorId}, ${ip}, ${codeMac}::bytea, ${webauthnChallenge}, ${now}, ${expiresAt})`),
    tx.run(sql`update factors set last_challenged_at = ${now} where id = ${factorId}`),
  ]);
}

export interface Challenge {
  id: string;
  ip: string;
  code_mac: Buffer | null;
  webauthn_challenge: string | null;
  tries: number;
  expires_at: Date;
  verified_at: Date | null;
}

export function findChallenge(tx: Db, factorId: string, id: string): Promise<Challenge | undefined> {
  return tx.maybeOne<Challenge>(sql`
    select id, ip, code_mac, webauthn_challenge, tries, expires_at, verified_at
      from factor_challenges where id = ${id} and factor_id = ${factorId}`);
}

/** More wrong answers void the challenge. */
export const MOST_TRIES = 5;

export async function countMiss(tx: Db, id: string): Promise<void> {
  await tx.run(sql`update factor_challenges set tries = tries + 1 where id = ${id}`);
}

export async function spendChallenge(tx: Db, id: string, now: Date): Promise<void> {
  await tx.run(sql`update factor_challenges set verified_at = ${now} where id = ${id}`);
}

/** Removes challenges that expired long ago. */
export function purgeFactorChallenges(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from factor_challenges where id in (select id from factor_challenges where expires_at < ${before} limit 10000)`);
}
