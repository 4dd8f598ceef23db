// What POST /otp and POST /magiclink come to, once it is known whose address it is.
import { fail } from "../errors.ts";

/**
 * `create`: a new user, who confirms the address by what is sent. `confirm`: the same for an unconfirmed user. `sign_in`: a link or code
 * that signs in. `nothing`: a stranger who may not sign up.
 */
export type OtpStep = "create" | "confirm" | "sign_in" | "nothing";

interface Rules {
  createUser: boolean | undefined;
  autoconfirm: boolean;
  disableSignup: boolean;
}

/** With automatic confirmation nobody is asked to confirm: using the link does it. */
export function otpStep(
  owner: { is_confirmed: boolean } | undefined,
  { createUser = true, autoconfirm, disableSignup }: Rules,
): OtpStep {
  if (!owner) return createUser && !disableSignup ? "create" : "nothing";
  return owner.is_confirmed || autoconfirm ? "sign_in" : "confirm";
}

/** Whether the message asks to confirm the address, and does not only sign in. */
export function asksToConfirm(step: OtpStep, { autoconfirm }: Pick<Rules, "autoconfirm">): boolean {
  return step === "confirm" || (step === "create" && !autoconfirm);
}

/** A stranger who may not become a user is answered like everybody, or, where apps wait for it, with Supabase Auth's refusal. */
export function requireSignupAllowed(
  step: OtpStep,
  createUser: boolean | undefined,
  { upstreamAnswers }: { upstreamAnswers: boolean },
): void {
  if (step !== "nothing" || !upstreamAnswers) return;
  throw createUser === false ? fail.otpSignupDisabled() : fail.signupDisabled();
}
