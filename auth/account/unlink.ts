// What an account is without one of its identities.
import { fail } from "../errors.ts";
import { providerKeys } from "../users/metadata.ts";
import type { IdentityJson, Metadata, UserWithIdentities } from "../users/user.ts";

export interface Unlinking {
  userId: string;
  identity: IdentityJson;
  email: string | null;
  emailConfirmedAt: Date | null;
  phone: string | null;
  phoneConfirmedAt: Date | null;
  appMetadata: Metadata;
  userMetadata: Metadata;
  /** An address of the account is another one now, or none: links and codes to it are void. */
  changesAddress: boolean;
  changesEmail: boolean;
  /** The password belongs to the email identity, so removing that identity removes the password. */
  dropsPassword: boolean;
}

export function planUnlinking(
  account: UserWithIdentities & { encrypted_password: string | null },
  identityId: string,
  now: Date,
): Unlinking {
  const { identities } = account;
  if (identities.length < 2) throw fail.identityIsLast();
  const identity = identities.find((each) => each.identity_id === identityId);
  if (!identity) throw fail.identityNotFound();
  const rest = identities.filter((each) => each !== identity);
  const isEmail = identity.provider === "email";
  const email = isEmail ? emailOf(rest, account.email) : account.email;
  const changesEmail = email !== account.email;
  const dropsPhone = identity.provider === "phone";
  return {
    userId: account.id,
    identity,
    email,
    emailConfirmedAt: changesEmail ? provenAt(email, now) : account.email_confirmed_at,
    phone: dropsPhone ? null : account.phone,
    phoneConfirmedAt: dropsPhone ? null : account.phone_confirmed_at,
    appMetadata: { ...account.raw_app_meta_data, ...providerKeys(rest.map(({ provider }) => provider)) },
    userMetadata: changesEmail ? withEmail(account.raw_user_meta_data, email) : account.raw_user_meta_data,
    changesAddress: changesEmail || dropsPhone,
    changesEmail,
    dropsPassword: isEmail && account.encrypted_password !== null,
  };
}

/**
 * The address that the account keeps by its other identities: the current one if another identity has it, else that of the oldest. Only
 * verified addresses count, because users could otherwise take somebody else's.
 */
function emailOf(identities: readonly IdentityJson[], current: string | null): string | null {
  const verified = identities.filter(({ provider, identity_data: data }) => provider !== "phone" && data.email_verified === true);
  const emails = verified.map(({ email }) => email);
  return emails.includes(current) ? current : (emails.find((email) => email !== null) ?? null);
}

function provenAt(email: string | null, now: Date): Date | null {
  return email === null ? null : now;
}

function withEmail({ email: _email, email_verified: _verified, ...others }: Metadata, email: string | null): Metadata {
  return email === null ? { ...others, email_verified: false } : { ...others, email, email_verified: true };
}
