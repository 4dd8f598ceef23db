// What comes of a factor that was shown: the session is aal2, and the user's sessions that are not are over.
import type { Db } from "../../kernel/sql/database.ts";
import { demandFullProof } from "../account/caller.ts";
import { CHANGE_PURPOSES, NO_CHANGE } from "../account/change_address.ts";
import type { Account } from "../account/queries_change.ts";
import { fail } from "../errors.ts";
import { readUserWithIdentities } from "../identities/queries.ts";
import { settleTries, type TryRule } from "../limits/queries_tries.ts";
import { voidTokens } from "../one_time_tokens/queries.ts";
import { notify } from "../outbox/notify.ts";
import { deleteLowSessions, raiseSession } from "../sessions/queries_aal.ts";
import type { SignedIn } from "../sessions/session.ts";
import { updateUser } from "../users/queries.ts";
import { noteChanges } from "../users/queries_changes.ts";
import { hasVerifiedFactor } from "../users/user.ts";
import { factorNotice, METHODS } from "./factor.ts";
import type { FactorInput } from "./owner.ts";
import { deleteUnverified, type FactorRow, markShown, type Shown } from "./queries.ts";

export interface ShownFactor {
  factor: Pick<FactorRow, "id" | "factor_type" | "status">;
  shown: Shown;
  /** Given back: it was no guess. */
  rules: readonly TryRule[];
}

/** One that was begun before the owner had any must not become a way around those that they have now. */
export function demandMayEnroll(owner: Account, { status }: Pick<FactorRow, "status">): void {
  if (status === "unverified") demandFullProof(owner, fail.enrollNeedsAal2);
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
    ...(factor.status === "unverified" ? enroll(tx, owner, factor, input) : []),
  ];
  const [session, user] = await Promise.all([
    raiseSession(tx, { userId, sessionId, factorId: factor.id, method, limits, now }),
    readUserWithIdentities(tx, userId),
    ...written,
  ]);
  return { ...user, ...session };
}

/** Whoever began a change of address with the first factor alone cannot finish it once there is a second. */
function enroll(tx: Db, owner: Account, factor: ShownFactor["factor"], input: FactorInput): Promise<void>[] {
  const { now } = input;
  const endsChanges = !hasVerifiedFactor(owner) && (owner.email_change !== null || owner.phone_change !== null);
  return [
    ...(endsChanges ? [voidTokens(tx, owner.id, CHANGE_PURPOSES), updateUser(tx, owner.id, NO_CHANGE, { now })] : []),
    noteChanges(tx, owner.id, ["factors_changed"], now),
    notify(tx, input, owner, factorNotice("mfa_factor_enrolled", factor)),
  ];
}
