// With a verification hook, one transaction checks and spends the answer, then the hook is asked, and another transaction writes the
// result.
// The factor and its owner may have changed in between, so they are read again.
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import { fail } from "../errors.ts";
import { askAboutFactor } from "../hooks/attempts.ts";
import type { SignedIn } from "../sessions/session.ts";
import { signOutEverywhere } from "../sign_in/sign_out_everywhere.ts";
import { completeChallenge, type ProvenFactor, requireEnrollmentAllowed } from "./complete_challenge.ts";
import { type FactorInput, lockOwner } from "./owner.ts";
import { findFactor } from "./queries.ts";

type Tried = Pick<ProvenFactor["factor"], "id" | "factor_type">;

export async function requireHookAgrees(input: FactorInput, { id, factor_type: type }: Tried, isValid: boolean): Promise<void> {
  const { db, hooks, caller, request } = input;
  const userId = caller.userId as string;
  const verdict = await askAboutFactor(hooks, { userId, factorId: id, factorType: type, isValid, ip: request.ip });
  if (!verdict?.isRejected) return;
  await signOutEverywhere(db, userId, actOf(input));
  throw fail.mfaRejected({ values: { message: verdict.message } });
}

export async function completeChallengeByHook(
  input: FactorInput,
  { proof, rules, factor: tried }: ProvenFactor,
): Promise<SignedIn> {
  await requireHookAgrees(input, tried, true);
  return input.db.transaction(async (tx) => {
    const [owner, factor] = await Promise.all([lockOwner(tx, input), findFactor(tx, input.caller.userId as string, tried.id)]);
    if (!factor) throw fail.factorUnknown();
    requireEnrollmentAllowed(owner, factor);
    // The same code may have been sent twice while the hook was asked.
    if (proof.lastStep !== undefined && factor.last_step !== null && proof.lastStep <= factor.last_step)
      throw fail.totpCodeWrong();
    const traits = { factor_id: factor.id, factor_type: factor.factor_type, enrolled: true };
    const [signedIn] = await Promise.all([
      completeChallenge(tx, owner, { factor, proof, rules }, input),
      ...(factor.status === "unverified" ? [logAct(tx, actOf(input), { action: "factor_updated", actor: owner, traits })] : []),
    ]);
    return signedIn;
  });
}
