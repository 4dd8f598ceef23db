// Checks the answer to a challenge. The account is locked first, so concurrent answers on all replicas are checked one after the other.
// A challenge and a code are valid once, and wrong tries are counted exactly.
import { unseal } from "../../kernel/seal.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import { fail } from "../errors.ts";
import { factorRules } from "../limits/account_limits.ts";
import { claimTries } from "../limits/queries_tries.ts";
import { throwIfLimited } from "../limits/tries.ts";
import { presentSession, type SignedIn } from "../sessions/session.ts";
import { completeChallenge, type ProvenFactor, requireEnrollmentAllowed } from "./complete_challenge.ts";
import { type ChallengedType, isChallenged, requireVerifiable } from "./factor.ts";
import { settleGatewayCode } from "./gateway_code.ts";
import { completeChallengeByHook, requireHookAgrees } from "./hook_attempt.ts";
import { type FactorInput, lockOwner } from "./owner.ts";
import { isPhoneCode } from "./phone_code.ts";
import { type FactorProof, type FactorRow, findFactor } from "./queries.ts";
import { type Challenge, countMiss, findChallenge, MOST_TRIES, spendChallenge } from "./queries_challenges.ts";
import { stepOfCode } from "./totp.ts";
import { checkWebauthn, type WebauthnAnswer } from "./webauthn_key.ts";

export interface ChallengeAnswer {
  challengeId: string;
  code: string;
  webauthn?: WebauthnAnswer | undefined;
}

const WRONG = { totp: fail.totpCodeWrong, phone: fail.phoneCodeWrong, webauthn: fail.webauthnWrong };

export async function verifyFactor(input: FactorInput, factorId: string, answer: ChallengeAnswer) {
  await settleGatewayCode(input, factorId, answer);
  const outcome = await input.db.transaction((tx) => verifyLocked(tx, input, factorId, answer));
  // Thrown only now, so that the wrong try is kept.
  if ("isWrong" in outcome) {
    await requireHookAgrees(input, { id: factorId, factor_type: outcome.isWrong }, false);
    throw WRONG[outcome.isWrong]();
  }
  return presentSession("pending" in outcome ? await completeChallengeByHook(input, outcome.pending) : outcome, input);
}

/** Three trips to the database: all that is read, all that is written, and the commit. */
async function verifyLocked(
  tx: Db,
  input: FactorInput,
  factorId: string,
  answer: ChallengeAnswer,
): Promise<SignedIn | { isWrong: ChallengedType } | { pending: ProvenFactor }> {
  const { config, hooks, caller, request, now } = input;
  const userId = caller.userId as string;
  const rules = factorRules(input, userId, request.ip);
  const [owner, trial, factor, challenge] = await Promise.all([
    lockOwner(tx, input),
    claimTries(tx, rules, now),
    findFactor(tx, userId, factorId),
    findChallenge(tx, factorId, answer.challengeId),
  ]);
  if (!factor || !isChallenged(factor.factor_type)) throw fail.factorUnknown();
  const type = factor.factor_type;
  requireVerifiable(type, config);
  requireEnrollmentAllowed(owner, factor);
  // A throw rolls the claim back: a caller who is no longer signed in must not use up the owner's tries.
  throwIfLimited(rules, trial);
  const waiting = requireOpenChallenge(challenge, input);
  const proof = await checkAnswer(factor, waiting, answer, input);
  const enrols = proof !== undefined && factor.status === "unverified" && !hooks.mfaVerificationAttempt;
  const traits = { factor_id: factorId, factor_type: type, valid: proof !== undefined, ...(enrols && { enrolled: true }) };
  const logged = logAct(tx, actOf(input), { action: "verification_attempted", actor: owner, traits });
  if (!proof) {
    await Promise.all([logged, countMiss(tx, waiting.id)]);
    return { isWrong: type };
  }
  const writes = [spendChallenge(tx, waiting.id, now), logged];
  if (hooks.mfaVerificationAttempt) {
    await Promise.all(writes);
    return { pending: { factor, proof, rules } };
  }
  const [signedIn] = await Promise.all([completeChallenge(tx, owner, { factor, proof, rules }, input), ...writes]);
  return signedIn;
}

/** As in Supabase Auth, an answered challenge gets the same error as one from another network address. */
function requireOpenChallenge(challenge: Challenge | undefined, { request, now }: FactorInput): Challenge {
  if (!challenge) throw fail.challengeUnknown();
  if (challenge.verified_at !== null || challenge.ip !== request.ip) throw fail.challengeOfAnother();
  if (challenge.expires_at <= now || challenge.tries >= MOST_TRIES) throw fail.challengeExpired({ values: { id: challenge.id } });
  return challenge;
}

/** What the factor has learned by a right answer; undefined for a wrong one. */
async function checkAnswer(
  factor: FactorRow,
  challenge: Challenge,
  { code, webauthn }: ChallengeAnswer,
  input: FactorInput,
): Promise<FactorProof | undefined> {
  const { serverKeys, log, now } = input;
  if (factor.factor_type === "webauthn") return checkWebauthn(factor, challenge.webauthn_challenge ?? "", webauthn, input);
  if (!code) throw fail.factorCodeMissing();
  if (factor.factor_type === "phone") return isPhoneCode(code, challenge, serverKeys.otp) ? {} : undefined;
  const secret = factor.sealed_secret && unseal(serverKeys.factors, factor.sealed_secret, factor.id);
  if (!secret) {
    log.error({ factor_id: factor.id }, "a factor cannot be opened: SECRET_KEY or JWT_SECRET was changed since it was enrolled");
    return undefined;
  }
  const lastStep = stepOfCode(secret, code, factor.last_step, now);
  return lastStep === undefined ? undefined : { lastStep };
}
