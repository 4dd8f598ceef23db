// After a factor was proven: the session becomes aal2, and the user's sessions without it end.
import type { Db } from "../../kernel/sql/database.ts";
import { requireFullProof } from "../account/caller.ts";
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
import { deleteUnverified, type FactorProof, type FactorRow, markProven } from "./queries.ts";

export interface ProvenFactor {
  factor: Pick<FactorRow, "id" | "factor_type" | "status">;
  proof: FactorProof;
  /** Given back: it was no guess. */
  rules: readonly TryRule[];
}

/** One that was begun before the owner had any must not become a way around those that they have now. */
export function requireEnrollmentAllowed(owner: Account, { status }: Pick<FactorRow, "status">): void {
  if (status === "unverified") requireFullProof(owner, fail.enrollNeedsAal2);
}

/** The statements travel together, and the user is read last. */
export async function completeChallenge(
  tx: Db,
  owner: Account,
  { factor, proof, rules }: ProvenFactor,
  input: FactorInput,
): Promise<SignedIn> {
  const { config: limits, caller, now } = input;
  const { id: userId } = owner;
  const sessionId = caller.sessionId as string;
  const method = METHODS[factor.factor_type];
  const writes = [
    deleteLowSessions(tx, userId, sessionId),
    markProven(tx, factor.id, proof, now),
    deleteUnverified(tx, userId, factor.factor_type),
    settleTries(tx, rules),
    ...(factor.status === "unverified" ? enroll(tx, owner, factor, input) : []),
  ];
  const [session, user] = await Promise.all([
    raiseSession(tx, { userId, sessionId, factorId: factor.id, method, limits, now }),
    readUserWithIdentities(tx, userId),
    ...writes,
  ]);
  return { ...user, ...session };
}

/** A change of address that was begun with the first factor alone ends once there is a second. */
function enroll(tx: Db, owner: Account, factor: ProvenFactor["factor"], input: FactorInput): Promise<void>[] {
  const { now } = input;
  const endsChanges = !hasVerifiedFactor(owner) && (owner.email_change !== null || owner.phone_change !== null);
  return [
    ...(endsChanges ? [voidTokens(tx, owner.id, CHANGE_PURPOSES), updateUser(tx, owner.id, NO_CHANGE, { now })] : []),
    noteChanges(tx, owner.id, ["factors_changed"], now),
    notify(tx, input, owner, factorNotice("mfa_factor_enrolled", factor)),
  ];
}
