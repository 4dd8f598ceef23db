// Who an address and a password belong to. Every way in that takes a password judges it here.
// Whether the account exists, is banned or unconfirmed is told only to whoever knows its password, and checking takes as long either way.
import type { AuthConfig } from "../config.ts";
import type { AuthWorld } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { isTooLong } from "../passwords/rules.ts";
import { readEmail, readPhone } from "../users/address.ts";
import { isBanned } from "../users/ban.ts";
import { type Address, findSignInUser, type SignInUser } from "../users/queries.ts";

export interface Credentials {
  email?: string;
  phone?: string;
  password?: string;
}

export interface CheckedUser {
  user: SignInUser;
  /** The hash is one that is no longer made, and should be replaced. */
  outdated: boolean;
}

type Checker = Pick<AuthWorld, "db" | "config" | "passwords"> & { body: Credentials; now: Date };

export async function checkPassword({ body, db, config, passwords, now }: Checker): Promise<CheckedUser> {
  const address = readSignInAddress(body, config);
  const password = body.password ?? "";
  const user = isTooLong(password) ? undefined : await findSignInUser(db, address);
  const { matches, outdated } = await passwords.verify(password, user?.encrypted_password ?? undefined);
  if (!user || !matches) throw fail.credentialsInvalid();
  demandConfirmed(user, address, now);
  return { user, outdated };
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
