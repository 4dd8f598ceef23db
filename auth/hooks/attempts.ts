// The hooks that are called for every attempt with a password or a second factor, right or wrong, and may refuse it.
import { type HookAnswer, messageOf } from "./answer.ts";
import type { Hooks } from "./hooks.ts";

export interface Verdict {
  isRejected: boolean;
  /** Whether the user's sessions are to end, wherever they are. */
  signsOut: boolean;
  message: string;
}

export async function askAboutPassword(
  { passwordVerificationAttempt: hook }: Hooks,
  { userId, isValid, ip }: { userId: string; isValid: boolean; ip: string | undefined },
): Promise<Verdict | undefined> {
  if (!hook) return undefined;
  const answer = await hook({ user_id: userId, valid: isValid }, ip);
  return verdictOf(answer, answer.should_logout_user === true);
}

export interface FactorAttempt {
  userId: string;
  factorId: string;
  factorType: string;
  isValid: boolean;
  ip: string;
}

/** A refusal signs the user out everywhere: an attacker may have got past the first factor. */
export async function askAboutFactor(
  { mfaVerificationAttempt: hook }: Hooks,
  { userId, factorId, factorType, isValid, ip }: FactorAttempt,
): Promise<Verdict | undefined> {
  if (!hook) return undefined;
  const answer = await hook({ user_id: userId, factor_id: factorId, factor_type: factorType, valid: isValid }, ip);
  return verdictOf(answer, true);
}

/** A hook that says nothing of it lets it go on, as at Supabase Auth; any word but `continue` does not. */
function verdictOf(answer: HookAnswer, signsOut: boolean): Verdict {
  const isRejected = ![undefined, "", "continue"].includes(answer.decision as string | undefined);
  const message = messageOf(answer.message) ?? "This attempt was rejected, and further ones may be";
  return { isRejected, signsOut: isRejected && signsOut, message };
}
