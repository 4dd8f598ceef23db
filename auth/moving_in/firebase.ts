// Accounts in an export of Firebase Auth (`firebase auth:export users.json`). How passwords were hashed is no part of the file: the
// project's console shows the parameters.
import type { Metadata } from "../users/user.ts";
import { type Batch, bannedForGood, inBatches, type Skipped, type SourceAccount, uuidOf } from "./account.ts";
import { flag, identityOf, isConfirmed, objectOf, ours } from "./export_values.ts";

export interface FirebaseHashing {
  signerKey: string;
  saltSeparator: string;
  rounds: number;
  memCost: number;
}

export interface FirebaseUser {
  localId: string;
  email?: string;
  emailVerified?: boolean;
  passwordHash?: string;
  salt?: string;
  phoneNumber?: string;
  displayName?: string;
  photoUrl?: string;
  disabled?: boolean;
  createdAt?: string;
  lastSignedInAt?: string;
  customAttributes?: string;
  providerUserInfo?: { providerId: string; rawId: string; email?: string; displayName?: string; photoUrl?: string }[];
}

const PROVIDERS: Record<string, string> = {
  "google.com": "google",
  "facebook.com": "facebook",
  "apple.com": "apple",
  "github.com": "github",
  "twitter.com": "twitter",
  "microsoft.com": "azure",
};
/** What an address is: the account has it anyway. */
const OWN = ["password", "phone"];

export function readFirebase(
  users: readonly FirebaseUser[],
  hashing: FirebaseHashing | undefined,
  now: Date,
): AsyncIterable<Batch> {
  return inBatches(users, (user) => readFirebaseUser(user, hashing, now));
}

export function readFirebaseUser(
  user: FirebaseUser,
  hashing: FirebaseHashing | undefined,
  now: Date,
): { source: SourceAccount; left: Skipped[] } {
  if (typeof user.localId !== "string") throw new Error("no id");
  const left: Skipped[] = [];
  const leave = (why: string) => void left.push({ id: user.localId, why });
  const infos = (user.providerUserInfo ?? []).filter(({ providerId }) => !OWN.includes(providerId));
  const created = time(user.createdAt) ?? now.toISOString();
  const lastSignInAt = time(user.lastSignedInAt);
  const identities = infos.flatMap(({ providerId: name, rawId: subject, email, displayName, photoUrl }) => {
    const data = { email, full_name: displayName, avatar_url: photoUrl };
    return identityOf({ name, provider: ours(PROVIDERS, name), subject, data, lastSignInAt }, leave);
  });
  if (user.passwordHash && !hashing) leave("taken without its password, because the hash parameters were not given");
  const isEmailConfirmed = isConfirmed(user.emailVerified, "emailVerified", leave);
  const isDisabled = flag(user.disabled, { name: "disabled", absent: false, otherwise: true, taken: "as banned" }, leave);
  return {
    source: {
      id: uuidOf(`firebase ${user.localId}`),
      email: user.email ?? null,
      phone: user.phoneNumber ?? null,
      encryptedPassword: hashing && user.passwordHash ? hashText(user, hashing) : null,
      emailConfirmedAt: user.email && isEmailConfirmed ? created : null,
      phoneConfirmedAt: user.phoneNumber ? created : null,
      lastSignInAt,
      bannedUntil: isDisabled ? bannedForGood(now) : null,
      createdAt: created,
      updatedAt: created,
      appMetadata: { ...claimsOf(user), firebase_uid: user.localId },
      userMetadata: { full_name: user.displayName, avatar_url: user.photoUrl },
      identities,
      factors: [],
    },
    left,
  };
}

function hashText({ passwordHash, salt }: FirebaseUser, { signerKey, saltSeparator, rounds, memCost }: FirebaseHashing): string {
  return `$fbscrypt$v=1,n=${memCost},r=${rounds},p=1,ss=${saltSeparator},sk=${signerKey}$${salt ?? ""}$${passwordHash}`;
}

/** Custom claims of the user, which only the operator could set. */
function claimsOf({ customAttributes }: FirebaseUser): Metadata {
  try {
    return objectOf(JSON.parse(customAttributes ?? "{}"));
  } catch {
    return {};
  }
}

/** Milliseconds, as text. */
function time(text: string | undefined): string | null {
  const ms = Number(text);
  return text !== undefined && Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : null;
}
