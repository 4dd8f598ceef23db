// A new user who owns this server, signed in at once. An address of an account that is there is refused, so that no account is taken over.

import { Fault } from "../../kernel/errors.ts";
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { requireOwnerCode, useOwnerCode } from "../grants/owner_code.ts";
import { afterUserCreated } from "../hooks/user_created.ts";
import { insertIdentity, readUserWithIdentities } from "../identities/queries.ts";
import { languageOf } from "../mail/language.ts";
import { requireStrength } from "../passwords/require_strength.ts";
import { newSession } from "../sessions/new_session.ts";
import { openSession } from "../sessions/queries.ts";
import { presentSession, type SignedIn } from "../sessions/session.ts";
import { newUser } from "../sign_up/new_user.ts";
import { readEmail } from "../users/address.ts";
import { findOwner, insertUser } from "../users/queries.ts";
import { type Metadata, presentUser } from "../users/user.ts";
import { writeOwner } from "./write_owner.ts";

interface NewOwner {
  code: string;
  email?: string;
  password?: string;
  data?: Metadata;
}

export async function createOwner(input: AuthInput<NewOwner>) {
  const { body, config, db, now, passwords } = input;
  // Before anything that costs time: a stranger gets no further.
  await requireOwnerCode(db, body.code, now);
  const email = readEmail(body.email ?? "");
  // They could not sign in a second time.
  if (!config.externalEmailEnabled) throw fail.emailSignupsDisabled();
  if (!body.password) throw fail.signupPasswordMissing();
  await requireStrength(body.password, input);
  if (await findOwner(db, { email })) throw fail.userExists();
  const encryptedPassword = await passwords.hash(body.password);
  const beginning = newUser({
    address: { email },
    encryptedPassword,
    data: body.data ?? {},
    isConfirmed: true,
    config,
    language: languageOf(input.request),
    now,
  });
  const signedIn = await writeNewOwner(input, beginning);
  if (!signedIn) throw fail.userExists();
  await afterUserCreated(input, signedIn.id);
  // The owner is there by now, so a hook that refuses the tokens must not make it look otherwise.
  return presentSession(signedIn, input).catch((error) => {
    if (!(error instanceof Fault)) throw error;
    return { user: presentUser(signedIn) };
  });
}

/** Undefined where another request has taken the address; the code is then still good. */
function writeNewOwner(
  input: AuthInput<NewOwner>,
  { user, identity }: ReturnType<typeof newUser>,
): Promise<SignedIn | undefined> {
  const { body, db, now } = input;
  const session = newSession(input, "password");
  return db.transaction(async (tx) => {
    // The user first: who waits here for another request of the same address learns that it is taken.
    if (!(await insertUser(tx, user))) return undefined;
    await useOwnerCode(tx, body.code, now);
    const traits = { provider: identity.provider, created: true, login: true };
    await insertIdentity(tx, user.id, identity);
    const sessionRow = await openSession(tx, user.id, session);
    await logAct(tx, actOf(input), { action: "user_signedup", actor: user, traits });
    await writeOwner(tx, actOf(input), user);
    return { ...(await readUserWithIdentities(tx, user.id)), ...sessionRow };
  });
}
