// POST /otp with a phone number: a sign-in code. New users confirm the number by it.

import { actOf } from "../audit/act.ts";
import type { AuditAction } from "../audit/entry.ts";
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readChallenge } from "../flow_states/pkce.ts";
import { afterUserCreated, beforeUserCreated } from "../hooks/user_created.ts";
import { languageOf } from "../mail/language.ts";
import { issueBySms } from "../one_time_tokens/issue.ts";
import { newUser } from "../sign_up/new_user.ts";
import { readChannel } from "../sms/channel.ts";
import { readPhone } from "../users/address.ts";
import { isTooLarge } from "../users/metadata.ts";
import type { Metadata } from "../users/user.ts";
import { claimAndFindOwner } from "./find_owner.ts";
import { asksToConfirm, otpStep, requireSignupAllowed } from "./otp_step.ts";
import { createAndSend, sendToOwner } from "./send.ts";

interface PhoneOtp {
  create_user?: boolean;
  data?: Metadata;
  channel?: string;
  code_challenge?: string;
  code_challenge_method?: string;
}

export async function otpPhone(input: AuthInput<PhoneOtp>, phone: string): Promise<void> {
  const { body, config, db, now } = input;
  const { data = {} } = body;
  if (!config.externalPhoneEnabled) throw fail.phoneOtpDisabled();
  const channel = readChannel(body.channel, config);
  const address = { phone: readPhone(phone) };
  // Only validated: a code is typed where it was requested, so PKCE has nothing to protect.
  readChallenge(body);
  if (isTooLarge(data)) throw fail.metadataTooLarge();
  const autoconfirm = config.smsAutoconfirm;
  const rules = { createUser: body.create_user, autoconfirm, disableSignup: config.disableSignup };
  const owner = await claimAndFindOwner(input, "confirmation", address, (whose) =>
    otpStep(whose, rules) === "nothing" ? undefined : "confirmation",
  );
  const step = otpStep(owner, rules);
  requireSignupAllowed(step, body.create_user, config);
  const isConfirming = asksToConfirm(step, rules);
  const action: AuditAction = isConfirming ? "user_confirmation_requested" : "user_recovery_requested";
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
  const issue = issueBySms({ kind: "sms", to: address.phone, channel, keepsPassword: false }, input);
  const act = { ...actOf(input), jobSchema: config.jobSchema, traits: { provider: "phone", channel } };
  if (step !== "create") {
    const sending = { address, stamp: "confirmation_sent_at", onlyUnconfirmed: isConfirming, issue } as const;
    await sendToOwner(db, sending, { ...act, action });
    return;
  }
  // Confirmed or not, this user has not come in yet, and is sent a code.
  const beginning = { user: { ...user, lastSignInAt: null, confirmationSentAt: now }, identity, issue };
  await createAndSend(db, beginning, { ...act, action: isConfirming ? action : "user_signedup" });
  await afterUserCreated(input, user.id);
}
