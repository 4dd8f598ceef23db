// The statements with which users read their own account before they change it.
// A change locks the user's row first, so the second of two concurrent changes sees what the first has written.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { userWithIdentities } from "../identities/queries.ts";
import type { Amr, SessionLimits } from "../sessions/session_row.ts";
import { type CallerState, sessionState, type Who } from "./queries.ts";

export interface Account extends CallerState {
  encrypted_password: string | null;
  /** Null for a token without a session. */
  session_amr: Amr[] | null;
}

export function findAccount(db: Db, { userId, sessionId }: Who, limits: SessionLimits, now: Date): Promise<Account | undefined> {
  return db.maybeOne<Account>(sql`
    select ${userWithIdentities}, account.encrypted_password, ${sessionState(limits, now)}, session.amr as session_amr
      from users account
      left join sessions session on session.id = ${sessionId ?? null} and session.user_id = account.id
     where account.id = ${userId} and account.deleted_at is null`);
}

/**
 * The account, with its row locked. Two statements: one alone would, after it has waited for the lock, still see the sessions and the
 * identities as they were before.
 */
export async function lockAccount(tx: Db, who: Who, limits: SessionLimits, now: Date): Promise<Account | undefined> {
  const lock = tx.run(sql`select from users where id = ${who.userId} for no key update`);
  const [account] = await Promise.all([findAccount(tx, who, limits, now), lock]);
  return account;
}

export interface Taken {
  email: boolean;
  phone: boolean;
}

/** Which of the addresses belong to other users. */
export function findTaken(tx: Db, userId: string, email: string | undefined, phone: string | undefined): Promise<Taken> {
  return tx.one<Taken>(sql`
    select exists (select from users where email = ${email ?? null} and id <> ${userId} and deleted_at is null) as email,
           exists (select from users where phone = ${phone ?? null} and id <> ${userId} and deleted_at is null) as phone`);
}
