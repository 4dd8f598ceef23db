// Ends a flow and opens the session that it was for.
import type { Database } from "../../kernel/sql/database.ts";
import { logAct } from "../audit/log_act.ts";
import { endFlow, type FlowWithCode } from "../flow_states/queries.ts";
import { readUserWithIdentities } from "../identities/queries.ts";
import { openSession } from "../sessions/queries.ts";
import type { SignedIn } from "../sessions/session.ts";
import type { NewSession } from "../sessions/session_row.ts";
import { isBanned } from "../users/ban.ts";
import { lockUser, updateUser } from "../users/queries.ts";

/** Undefined if the flow was ended concurrently, or the account may not be used any more. */
export function signInByFlow(
  db: Database,
  { id, user_id: userId, provider }: FlowWithCode,
  codeHash: Buffer,
  session: NewSession,
): Promise<SignedIn | undefined> {
  const { now } = session;
  return db.transaction(async (tx) => {
    const [user, isOurs] = await Promise.all([lockUser(tx, userId), endFlow(tx, id, codeHash)]);
    if (!user || !isOurs || isBanned(user.banned_until, now)) return undefined;
    const traits = provider === null ? undefined : { provider };
    const [, sessionRow, , row] = await Promise.all([
      updateUser(tx, userId, { last_sign_in_at: now }, { now }),
      openSession(tx, userId, session),
      logAct(tx, session, { action: "login", actor: user, traits }),
      readUserWithIdentities(tx, userId),
    ]);
    return { ...row, ...sessionRow };
  });
}
