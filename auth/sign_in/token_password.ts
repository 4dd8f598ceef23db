// POST /token?grant_type=password: signs in with an address and a password.
// Whether the account exists, is banned or unconfirmed is told only to whoever knows its password, and checking takes as long either way.
import { randomUUID } from "node:crypto";
import type { AuthConfig } from "../config.ts";
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { isTooLong, weaknessOf } from "../passwords/rules.ts";
import { presentSession } from "../sessions/session.ts";
import { readEmail, readPhone } from "../users/address.ts";
import { isBanned } from "../users/ban.ts";
import { type Address, findSignInUser, type SignInUser } from "../users/queries.ts";
import { signInWithPassword } from "./queries.ts";

interface Credentials {
  email?: string;
  phone?: string;
  password?: string;
}

export async function tokenPassword(input: AuthInput<Credentials>) {
  const { body, db, config, passwords, request, now } = input;
  const address = readSignInAddress(body, config);
  const password = body.password ?? "";
  const user = isTooLong(password) ? undefined : await findSignInUser(db, address);
  const { matches, outdated } = await passwords.verify(password, user?.encrypted_password ?? undefined);
  if (!user || !matches) throw fail.credentialsInvalid();
  demandConfirmed(user, address, now);
  const signedIn = await signInWithPassword(db, user, outdated ? await passwords.hash(password) : undefined, {
    id: randomUUID(),
    method: "password",
    ip: request.ip,
    userAgent: request.headers["user-agent"],
    isOnlyOne: config.sessionsSinglePerUser,
    now,
  });
  if (!signedIn) throw fail.credentialsInvalid();
  const weakness = weaknessOf(password, config);
  return { ...presentSession(signedIn, signedIn, input), ...(weakness && { weak_password: weakness }) };
}

function readSignInAddress({ email, phone }: Credentials, config: AuthConfig): Address {
  if (email && phone) throw fail.signInOneAddress();
  if (email) {
    if (!config.externalEmailEnabled) throw fail.emailLoginsDisabled();
    return { email: readEmail(email) };
  }
  if (!phone) throw fail.signInAddressMissing();
  if (!config.externalPhoneEnabled) throw fail.phoneLoginsDisabled();
  return { phone: readPhone(phone) };
}

function demandConfirmed(user: SignInUser, address: Address, now: Date): void {
  if (isBanned(user.banned_until, now)) throw fail.signInBanned();
  if ("email" in address && !user.email_confirmed_at) throw fail.emailNotConfirmed();
  if ("phone" in address && !user.phone_confirmed_at) throw fail.phoneNotConfirmed();
}
