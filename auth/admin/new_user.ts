// The user and the identities that a request of an administrator makes.
import { randomUUID } from "node:crypto";
import { fail } from "../errors.ts";
import type { NewIdentity } from "../identities/queries.ts";
import { bannedUntil } from "../users/ban.ts";
import { mergeMetadata, providerKeys } from "../users/metadata.ts";
import { type NewUser, NOTHING_YET } from "../users/queries.ts";
import { requireSmallMetadata, type UserDefaults, type UserRequest } from "./user_body.ts";

interface Beginning {
  id: string;
  aud: string | undefined;
  encryptedPassword: string | null;
  config: UserDefaults;
  now: Date;
}

/** Metadata is as given, unlike after a sign-up, because scripts compare it with what they sent. */
export function requestedUser(request: UserRequest, beginning: Beginning): { user: NewUser; identities: NewIdentity[] } {
  const { id, aud, encryptedPassword, config, now } = beginning;
  const identities = identitiesOf(request, id, now);
  if (identities.length === 0) throw fail.newUserWithoutAddress();
  const isEmailConfirmed = request.confirmsEmail && request.email !== undefined;
  const isPhoneConfirmed = request.confirmsPhone && request.phone !== undefined;
  const providers = providerKeys(identities.map(({ provider }) => provider));
  const appMetadata = mergeMetadata(providers, request.appMetadata);
  const userMetadata = mergeMetadata(request.userMetadata, isEmailConfirmed ? { email_verified: true } : {});
  requireSmallMetadata(userMetadata, appMetadata);
  const user: NewUser = {
    ...NOTHING_YET,
    id,
    aud: aud || config.jwtAud,
    role: request.role ?? config.jwtDefaultGroupName,
    email: request.email ?? null,
    phone: request.phone ?? null,
    encryptedPassword,
    appMetadata,
    userMetadata,
    emailConfirmedAt: isEmailConfirmed ? now : null,
    phoneConfirmedAt: isPhoneConfirmed ? now : null,
    bannedUntil: request.ban === undefined ? null : bannedUntil(now, request.ban),
    now,
  };
  return { user, identities };
}

function identitiesOf({ email, phone, confirmsEmail, confirmsPhone }: UserRequest, id: string, now: Date): NewIdentity[] {
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
