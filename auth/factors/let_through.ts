// What comes of a factor that was shown: the session is aal2, and the user's sessions that are not are over.
import type { Db } from "../../kernel/sql/database.ts";
import type { Account } from "../account/queries_change.ts";
import { readUserWithIdentities } from "../identities/queries.ts";
import { settleTries, type TryRule } from "../limits/queries_tries.ts";
import { notify } from "../outbox/notify.ts";
import { deleteLowSessions, raiseSession } from "../sessions/queries_aal.ts";
import type { SignedIn } from "../sessions/session.ts";
import { factorNotice, METHODS } from "./factor.ts";
import type { FactorInput } from "./owner.ts";
import { deleteUnverified, type FactorRow, markShown, type Shown } from "./queries.ts";

export interface ShownFactor {
  factor: Pick<FactorRow, "id" | "factor_type" | "status">;
  shown: Shown;
  /** Given back: it was no guess. */
  rules: readonly TryRule[];
}

/** The statements travel together, and the user is read last. */
export async function letThrough(
  tx: Db,
  owner: Account,
  { factor, shown, rules }: ShownFactor,
  input: FactorInput,
): Promise<SignedIn> {
  const { config: limits, caller, now } = input;
  const { id: userId } = owner;
  const sessionId = caller.sessionId as string;
  const method = METHODS[factor.factor_type];
  const written = [
    deleteLowSessions(tx, userId, sessionId),
    markShown(tx, factor.id, shown, now),
    deleteUnverified(tx, userId, factor.factor_type),
    settleTries(tx, rules),
    ...(factor.status === "unverified" ? [notify(tx, input, owner, factorNotice("mfa_factor_enrolled", factor))] : []),
  ];
  const [session, user] = await Promise.all([
    raiseSession(tx, { userId, sessionId, factorId: factor.id, method, limits, now }),
    readUserWithIdentities(tx, userId),
    ...written,
  ]);
  return { ...user, ...session };
}
