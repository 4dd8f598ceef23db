// POST /otp with an email address, and POST /magiclink: a sign-in link. New users confirm the address by it.

import { actOf } from "../audit/act.ts";
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readChallenge } from "../flow_states/pkce.ts";
import { afterUserCreated, beforeUserCreated } from "../hooks/user_created.ts";
import { languageOf } from "../mail/language.ts";
import { requireReachable } from "../mail/reachable.ts";
import { issueByMail } from "../one_time_tokens/issue.ts";
import { newUser } from "../sign_up/new_user.ts";
import { readEmail } from "../users/address.ts";
import { isTooLarge } from "../users/metadata.ts";
import type { Metadata } from "../users/user.ts";
import { claimAndFindOwner } from "./find_owner.ts";
import { confirmationMail, magicLinkMail } from "./mails.ts";
import { asksToConfirm, type OtpStep, otpStep, requireSignupAllowed } from "./otp_step.ts";
import { createAndSend, sendToOwner } from "./send.ts";

interface EmailOtp {
  create_user?: boolean;
  data?: Metadata;
  code_challenge?: string;
  code_challenge_method?: string;
}

export async function otpEmail(input: AuthInput<EmailOtp>, email: string, redirectTo: string): Promise<void> {
  const { body, config, db, now } = input;
  const { data = {} } = body;
  const autoconfirm = config.mailerAutoconfirm;
  if (!config.externalEmailEnabled) throw fail.emailLoginsDisabled();
  if (!config.externalEmailMagicLinkEnabled) throw fail.magicLinkDisabled();
  const address = { email: readEmail(email) };
  const challenge = readChallenge(body);
  if (isTooLarge(data)) throw fail.metadataTooLarge();
  await requireReachable(address.email, config);
  // One pause for both mails: different lengths would reveal who is new.
  const rules = { createUser: body.create_user, autoconfirm, disableSignup: config.disableSignup };
  const sends = (to: OtpStep) => (to === "nothing" ? undefined : asksToConfirm(to, rules) ? "confirmation" : "recovery");
  const owner = await claimAndFindOwner(input, "recovery", address, (whose) => sends(otpStep(whose, rules)));
  const step = otpStep(owner, rules);
  requireSignupAllowed(step, body.create_user, config);
  const isConfirming = asksToConfirm(step, rules);
  const { mail, authenticationMethod, stamp, action } = isConfirming ? confirmationMail(config) : magicLinkMail(config);
  const pkce = challenge && { challenge, authenticationMethod };
  const { user, identity } = newUser({
    address,
    encryptedPassword: null,
    data,
    isConfirmed: autoconfirm,
    config,
    language: languageOf(input.request),
    now,
  });
  if (step === "create") await beforeUserCreated(input, user);
  const issue = issueByMail(
    { ...mail, keepsPassword: false, to: address.email, redirectTo, data: owner?.data ?? data, pkce },
    input,
  );
  const act = { ...actOf(input), jobSchema: config.jobSchema };
  if (step !== "create") {
    await sendToOwner(db, { address, stamp, onlyUnconfirmed: isConfirming, issue }, { ...act, action });
    return;
  }
  // Confirmed or not, this user has not come in yet.
  const beginning = { user: { ...user, lastSignInAt: null }, identity, issue };
  await createAndSend(db, beginning, { ...act, action: isConfirming ? action : "user_signedup", traits: { provider: "email" } });
  await afterUserCreated(input, user.id);
}
