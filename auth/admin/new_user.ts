// The user and the identities that an administrator's wish makes.
import { randomUUID } from "node:crypto";
import { fail } from "../errors.ts";
import type { NewIdentity } from "../identities/queries.ts";
import { bannedUntil } from "../users/ban.ts";
import { mergeMetadata, providerKeys } from "../users/metadata.ts";
import type { NewUser } from "../users/queries.ts";
import { demandSmallMetadata, type UserDefaults, type UserWish } from "./user_body.ts";

interface Beginning {
  id: string;
  aud: string | undefined;
  encryptedPassword: string | null;
  config: UserDefaults;
  now: Date;
}

/** Metadata is as given, unlike after a sign-up, because scripts compare it with what they sent. */
export function wishedUser(wish: UserWish, beginning: Beginning): { user: NewUser; identities: NewIdentity[] } {
  const { id, aud, encryptedPassword, config, now } = beginning;
  const identities = identitiesOf(wish, id, now);
  if (identities.length === 0) throw fail.newUserWithoutAddress();
  const isEmailConfirmed = wish.confirmsEmail && wish.email !== undefined;
  const isPhoneConfirmed = wish.confirmsPhone && wish.phone !== undefined;
  const providers = providerKeys(identities.map(({ provider }) => provider));
  const appMetadata = mergeMetadata(providers, wish.appMetadata);
  const userMetadata = mergeMetadata(wish.userMetadata, isEmailConfirmed ? { email_verified: true } : {});
  demandSmallMetadata(userMetadata, appMetadata);
  const user: NewUser = {
    id,
    aud: aud || config.jwtAud,
    role: wish.role ?? config.jwtDefaultGroupName,
    email: wish.email ?? null,
    phone: wish.phone ?? null,
    encryptedPassword,
    appMetadata,
    userMetadata,
    isAnonymous: false,
    emailConfirmedAt: isEmailConfirmed ? now : null,
    phoneConfirmedAt: isPhoneConfirmed ? now : null,
    confirmationSentAt: null,
    invitedAt: null,
    lastSignInAt: null,
    bannedUntil: wish.ban === undefined ? null : bannedUntil(now, wish.ban),
    now,
  };
  return { user, identities };
}

function identitiesOf({ email, phone, confirmsEmail, confirmsPhone }: UserWish, id: string, now: Date): NewIdentity[] {
  const both = [
    ...(email === undefined
      ? []
      : [{ provider: "email", data: { email, email_verified: confirmsEmail, phone_verified: false } }]),
    ...(phone === undefined
      ? []
      : [{ provider: "phone", data: { phone, email_verified: false, phone_verified: confirmsPhone } }]),
  ];
  return both.map(({ provider, data }) => {
    return { id: randomUUID(), provider, providerId: id, identityData: { sub: id, ...data }, now };
  });
}
