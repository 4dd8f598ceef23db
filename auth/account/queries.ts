// The statements with which users see and change their own account.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { accountAct } from "../audit/account_act.ts";
import { userWithIdentities } from "../identities/queries.ts";
import { type LogoutScope, sessionsEnd } from "../sessions/queries.ts";
import type { UserWithIdentities } from "../users/user.ts";

export interface CallerState extends UserWithIdentities {
  /** False if the token's session was ended for good, by a new password for example. */
  has_session: boolean;
  /** Set since the session was signed out of. */
  session_revoked_at: Date | null;
}

/** The user of an access token with the state of its session; undefined if the user is gone. */
export function findCaller(db: Db, userId: string, sessionId: string | undefined): Promise<CallerState | undefined> {
  return db.maybeOne<CallerState>(sql`
    select ${userWithIdentities()}, session.id is not null as has_session, session.revoked_at as session_revoked_at
      from users account
      left join sessions session on session.id = ${sessionId ?? null} and session.user_id = account.id
     where account.id = ${userId} and account.deleted_at is null`);
}

/** Ends sessions and writes it down; 0 if the user is gone. */
export function signOut(
  db: Db,
  who: { userId: string; sessionId: string | undefined; scope: LogoutScope },
  { ip, now }: { ip: string; now: Date },
): Promise<number> {
  return db.run(sql`
    with account as (select * from users where id = ${who.userId} and deleted_at is null),
         ended as (${sessionsEnd(who.scope, who.userId, who.sessionId, now)})
    ${accountAct("logout", { ip, now })}`);
}
