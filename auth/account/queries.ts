// The statements with which users see and change their own account.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import type { AuthCaller } from "../endpoint.ts";
import { userWithIdentities } from "../identities/queries.ts";
import { isOver } from "../sessions/queries.ts";
import type { SessionLimits } from "../sessions/session_row.ts";
import type { UserWithIdentities } from "../users/user.ts";

export interface CallerState extends UserWithIdentities {
  /** False if the token's session was deleted, by a new password for example. */
  has_session: boolean;
  /** The session was signed out of, or is past its end. */
  session_is_over: boolean;
  /** aal1, or aal2 once the session has proven a second factor; null without a session. */
  session_aal: string | null;
}

/** Of the row `session`, which may be missing. */
export function sessionState(limits: SessionLimits, now: Date): Sql {
  return sql`session.id is not null as has_session, ${isOver(limits, now, trusted("session"))} as session_is_over,
             session.aal as session_aal`;
}

export type Who = Pick<AuthCaller, "userId" | "sessionId">;

/** The user of an access token with the state of its session; undefined if the user is gone. */
export function findCaller(
  db: Db,
  { userId, sessionId }: Who,
  limits: SessionLimits,
  now: Date,
): Promise<CallerState | undefined> {
  return db.maybeOne<CallerState>(sql`
    select ${userWithIdentities}, ${sessionState(limits, now)}
      from users account
      left join sessions session on session.id = ${sessionId ?? null} and session.user_id = account.id
     where account.id = ${userId} and account.deleted_at is null`);
}
