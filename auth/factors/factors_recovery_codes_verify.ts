// POST /factors/recovery-codes/verify: takes a recovery code in place of another factor. There is no challenge.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { recoveryRule } from "../limits/account_limits.ts";
import { addressRules } from "../limits/address_limits.ts";
import { claimTries } from "../limits/queries_tries.ts";
import { waitOf } from "../limits/tries.ts";
import { presentSession, SessionReply, type SignedIn } from "../sessions/session.ts";
import { completeChallenge, type ProvenFactor } from "./complete_challenge.ts";
import { completeChallengeByHook, requireHookAgrees } from "./hook_attempt.ts";
import { type FactorInput, lockOwner } from "./owner.ts";
import { listRecoveryCodes, spendRecoveryCode } from "./queries_recovery.ts";
import { codesOf, macOfRecoveryCode } from "./recovery_codes.ts";

export const verifyRecoveryCode = endpoint({
  method: "POST",
  path: "/factors/recovery-codes/verify",
  access: "user",
  summary: "Show a recovery code",
  body: Type.Object({ code: Type.Optional(Type.String()) }),
  reply: SessionReply,
  refuses: [422, 429],
  handle: async (input) => {
    if (!input.config.mfaRecoveryCodesVerifyEnabled) throw fail.recoveryCodeVerifyDisabled();
    const outcome = await input.db.transaction((tx) => verifyLocked(tx, input, input.body.code ?? ""));
    // Thrown only now, so that the wrong try is kept.
    if ("wrongOf" in outcome) {
      await requireHookAgrees(input, outcome.wrongOf, false);
      throw fail.recoveryCodeWrong();
    }
    return presentSession("pending" in outcome ? await completeChallengeByHook(input, outcome.pending) : outcome, input);
  },
});

/** `pending`: the code is right, and the hook is still to be asked. */
type Outcome = SignedIn | { wrongOf: ProvenFactor["factor"] } | { pending: ProvenFactor };

/**
 * The account is locked, so of parallel calls with one code one gets through. Three trips to the database: all that
 * is read, all that is written, and the commit.
 */
async function verifyLocked(tx: Db, input: FactorInput, code: string): Promise<Outcome> {
  const { serverKeys, hooks, caller, request, now } = input;
  const userId = caller.userId as string;
  const rules = [recoveryRule(serverKeys, userId), ...addressRules(input, "factorVerify", request.ip)];
  const [owner, trial, macs] = await Promise.all([
    lockOwner(tx, input),
    claimTries(tx, rules, now),
    listRecoveryCodes(tx, userId),
  ]);
  const wait = waitOf(rules, trial);
  if (wait !== undefined) throw fail.recoveryCodesLocked({ headers: { "retry-after": String(wait) } });
  const factor = codesOf(owner);
  if (!factor) throw fail.recoveryCodeWrong();
  const mac = macOfRecoveryCode(code, factor.id, serverKeys.factors);
  const isRight = macs.some((each) => each.equals(mac));
  const traits = { factor_id: factor.id, factor_type: "recovery_code", valid: isRight };
  const logged = logAct(tx, actOf(input), { action: "verification_attempted", actor: owner, traits });
  if (!isRight) {
    await logged;
    return { wrongOf: factor };
  }
  const proof: ProvenFactor = { factor, proof: {}, rules };
  const writes = [spendRecoveryCode(tx, factor.id, mac, now), logged];
  if (hooks.mfaVerificationAttempt) {
    await Promise.all(writes);
    return { pending: proof };
  }
  const [signedIn] = await Promise.all([completeChallenge(tx, owner, proof, input), ...writes]);
  return signedIn;
}
