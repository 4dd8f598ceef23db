// The statements on challenges whose code the SMS gateway makes.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { MOST_TRIES } from "./queries_challenges.ts";

interface WaitingChallenge {
  id: string;
  factorId: string;
  ip: string;
  /** The MAC of the code: the gateway is not asked again about one that it has confirmed. */
  codeMac: Buffer;
}

/** False where there is no challenge that waits, or it has no try left. */
export async function takeTry(db: Db, { id, factorId, ip, codeMac }: WaitingChallenge, now: Date): Promise<boolean> {
  const count = await db.run(sql`
    update factor_challenges set tries = tries + 1
     where id = ${id} and factor_id = ${factorId} and ip = ${ip} and code_mac <> ${codeMac}::bytea and verified_at is null
       and expires_at > ${now} and tries < ${MOST_TRIES}`);
  return count === 1;
}

/** The gateway gave no verdict, so the try does not count. */
export async function returnTry(db: Db, id: string): Promise<void> {
  await db.run(sql`update factor_challenges set tries = greatest(tries - 1, 0) where id = ${id}`);
}

/** The code becomes the challenge's own; the try counts as none. */
export async function adoptCode(db: Db, { id, codeMac }: WaitingChallenge): Promise<void> {
  await db.run(sql`update factor_challenges set code_mac = ${codeMac}::bytea, tries = greatest(tries - 1, 0) where id = ${id}`);
}
