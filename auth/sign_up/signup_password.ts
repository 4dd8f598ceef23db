// POST /signup with an address and a password.

import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import type { AuthConfig } from "../config.ts";
import type { AuthInput } from "../endpoint.ts";
import { fail, wantsNewShape } from "../errors.ts";
import { type CodeChallenge, readChallenge } from "../flow_states/pkce.ts";
import { afterUserCreated, beforeUserCreated } from "../hooks/user_created.ts";
import { claimAndFind } from "../limits/claim_and_find.ts";
import { inEvenTime } from "../limits/even_time.ts";
import { languageOf } from "../mail/language.ts";
import { requireReachable } from "../mail/reachable.ts";
import { issueByMail, issueBySms } from "../one_time_tokens/issue.ts";
import type { Issue } from "../one_time_tokens/write_issue.ts";
import { requireStrength } from "../passwords/require_strength.ts";
import { newSession } from "../sessions/new_session.ts";
import { presentSession } from "../sessions/session.ts";
import { readChannel } from "../sms/channel.ts";
import type { SmsChannel } from "../sms/gateway.ts";
import { requireSms } from "../sms/require_sms.ts";
import { readEmail, readPhone } from "../users/address.ts";
import { type Address, findOwner } from "../users/queries.ts";
import { type Metadata, presentUser } from "../users/user.ts";
import { createConfirmedUser, createUnconfirmedUser, noteRepeatedSignUp, remindUnconfirmedUser } from "./create_user.ts";
import { decoyUser } from "./decoy_user.ts";
import { newUser } from "./new_user.ts";

interface SignUp {
  email?: string;
  phone?: string;
  password?: string;
  data?: Metadata;
  channel?: string;
  code_challenge?: string;
  code_challenge_method?: string;
}

export async function signupWithPassword(input: AuthInput<SignUp>, redirectTo: string) {
  const { body, config, passwords } = input;
  if (!body.password) throw fail.signupPasswordMissing();
  await requireStrength(body.password, input);
  const address = readSignUpAddress(body, config);
  const channel = "phone" in address ? readChannel(body.channel, config) : "sms";
  const challenge = readChallenge(body);
  if (challenge && "phone" in address) throw fail.phoneSignupPkce();
  // Hashed before the address is looked up, so that the time reveals nothing.
  const encryptedPassword = await passwords.hash(body.password);
  const isConfirmed = "email" in address ? config.mailerAutoconfirm : config.smsAutoconfirm;
  const beginning = newUser({
    address,
    encryptedPassword,
    data: body.data ?? {},
    isConfirmed,
    config,
    language: languageOf(input.request),
    now: input.now,
  });
  return isConfirmed
    ? signUpAtOnce(input, beginning)
    : inEvenTime(input, () => signUpByMessage(input, beginning, { address, channel, challenge, redirectTo }));
}

type Beginning = ReturnType<typeof newUser>;

async function signUpAtOnce(input: AuthInput<SignUp>, beginning: Beginning) {
  const { config, db, request } = input;
  await beforeUserCreated(input, beginning.user);
  const signedIn = await createConfirmedUser(db, beginning, newSession(input, "password"));
  if (!signedIn) throw wantsNewShape(request) || config.upstreamAnswers ? fail.userExists() : fail.userExistsUpstream();
  await afterUserCreated(input, signedIn.id);
  return presentSession(signedIn, input);
}

interface Confirmation {
  address: Address;
  channel: SmsChannel;
  challenge: CodeChallenge | undefined;
  redirectTo: string;
}

async function signUpByMessage(input: AuthInput<SignUp>, { user, identity }: Beginning, confirmation: Confirmation) {
  const { db, config } = input;
  const { address } = confirmation;
  if ("email" in address) await requireReachable(address.email, config);
  const owner = await claimAndFind(input, {
    about: "confirmation",
    address,
    find: (each) => findOwner(each, address),
    requireChannel: () => ("phone" in address ? requireSms(address.phone, input) : undefined),
    sends: (existing) => (existing?.is_confirmed ? undefined : "confirmation"),
  });
  const act = { jobSchema: config.jobSchema, ...actOf(input) };
  if (owner?.is_confirmed && showsWhoIsRegistered(config)) {
    await logAct(db, act, { action: "user_repeated_signup", actor: owner });
    throw fail.userExists();
  }
  // Asked about every address, so that neither a refusal nor its time reveals who is registered.
  await beforeUserCreated(input, user);
  const issue = issueOf(input, confirmation);
  if (owner?.is_confirmed) {
    await noteRepeatedSignUp(db, owner, { user, identity, issue }, act);
    return presentUser(decoyUser(user, identity, config));
  }
  const result = owner
    ? await remindUnconfirmedUser(db, owner, issue, act)
    : await createUnconfirmedUser(db, { user, identity, issue }, act);
  if (!owner && result) await afterUserCreated(input, user.id);
  // Undefined: a concurrent request signed up with, or confirmed, the address. It is answered like a registered one.
  return presentUser(result ?? decoyUser(user, identity, config));
}

function issueOf(input: AuthInput<SignUp>, { address, channel, challenge, redirectTo }: Confirmation): Issue {
  if ("phone" in address) return issueBySms({ kind: "sms", to: address.phone, channel }, input);
  return issueByMail(
    {
      kind: "signup",
      template: "confirmation",
      path: input.config.mailerUrlPathsConfirmation,
      to: address.email,
      redirectTo,
      data: input.body.data ?? {},
      pkce: challenge && { challenge, authenticationMethod: "email/signup" },
    },
    input,
  );
}

/** Supabase Auth does where either kind of address needs no confirmation, whichever the request has. */
function showsWhoIsRegistered({ upstreamAnswers, mailerAutoconfirm, smsAutoconfirm }: AuthConfig): boolean {
  return upstreamAnswers && (mailerAutoconfirm || smsAutoconfirm);
}

function readSignUpAddress({ email, phone }: SignUp, config: AuthConfig): Address {
  if (email && phone) throw fail.signupOneAddress();
  if (email) {
    if (!config.externalEmailEnabled) throw fail.emailSignupsDisabled();
    return { email: readEmail(email) };
  }
  if (!config.externalPhoneEnabled) throw fail.phoneSignupsDisabled();
  return { phone: readPhone(phone as string) };
}
