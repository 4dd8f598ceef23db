// What comes of a change of address in the end: a session, or the code with which one can be had.
import type { Db } from "../../kernel/sql/database.ts";
import type { AuditTraits } from "../audit/entry.ts";
import { issueAuthCode } from "../flow_states/queries.ts";
import { readUserWithIdentities } from "../identities/queries.ts";
import { voidTokens } from "../one_time_tokens/queries.ts";
import { openSession } from "../sessions/queries.ts";
import type { ChangedColumns } from "../users/queries.ts";
import type { OwnedToken } from "./queries.ts";
import type { Outcome, Redemption } from "./redemption.ts";

/** Spends the token, and with it all others of the account. */
export async function startSession(tx: Db, token: OwnedToken, { ending, now }: Redemption): Promise<Outcome> {
  const { user_id: id, flow_state_id: flowId } = token;
  const voided = voidTokens(tx, id);
  if ("session" in ending) {
    const [session, user] = await Promise.all([openSession(tx, id, ending.session), readUserWithIdentities(tx, id), voided]);
    return { ...user, ...session };
  }
  await Promise.all([issueAuthCode(tx, flowId as string, ending.authCodeHash, now), voided]);
  return "code issued";
}

/** What the account notes of it: a sign-in only where a session is opened. */
export function signInColumns({ ending, now }: Redemption): ChangedColumns {
  return "session" in ending ? { last_sign_in_at: now } : {};
}

/** For another audit entry: the same act opened a session. */
export function loginTrait({ ending }: Redemption): AuditTraits | undefined {
  return "session" in ending ? { login: true } : undefined;
}
