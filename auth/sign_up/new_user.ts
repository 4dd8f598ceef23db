// What a new user starts with, whichever way they came.
import { randomUUID } from "node:crypto";
import type { AuthConfig } from "../config.ts";
import type { NewIdentity } from "../identities/queries.ts";
import { providerKeys } from "../users/metadata.ts";
import { type Address, type NewUser, NOTHING_YET } from "../users/queries.ts";
import type { Metadata } from "../users/user.ts";

interface Beginning {
  address: Address;
  encryptedPassword: string | null;
  data: Metadata;
  isConfirmed: boolean;
  config: Pick<AuthConfig, "jwtAud" | "jwtDefaultGroupName">;
  language?: string | undefined;
  now: Date;
}

/** A user with an address, and the identity that the address is. What the user says of themself never overrides what we know. */
export function newUser({ address, encryptedPassword, data, isConfirmed, config, language, now }: Beginning): {
  user: NewUser;
  identity: NewIdentity;
} {
  const id = randomUUID();
  const provider = "email" in address ? "email" : "phone";
  const identityData = {
    ...data,
    sub: id,
    ...address,
    email_verified: isConfirmed && provider === "email",
    phone_verified: isConfirmed && provider === "phone",
  };
  return {
    user: {
      ...NOTHING_YET,
      id,
      aud: config.jwtAud,
      role: config.jwtDefaultGroupName,
      ...address,
      encryptedPassword,
      appMetadata: providerKeys([provider]),
      userMetadata: identityData,
      ...(isConfirmed ? { [`${provider}ConfirmedAt`]: now, lastSignInAt: now } : { confirmationSentAt: now }),
      language,
      now,
    },
    identity: { id: randomUUID(), provider, providerId: id, identityData, now },
  };
}

/** Nobody in particular: no address, no password, no identity. */
export function anonymousUser({ data, config, language, now }: Pick<Beginning, "data" | "config" | "language" | "now">): NewUser {
  return {
    ...NOTHING_YET,
    id: randomUUID(),
    aud: config.jwtAud,
    role: config.jwtDefaultGroupName,
    appMetadata: {},
    userMetadata: data,
    isAnonymous: true,
    lastSignInAt: now,
    language,
    now,
  };
}
