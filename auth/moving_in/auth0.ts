// Accounts in an export of Auth0: a JSON object a line. It holds no passwords; those come in a second file, from Auth0's support, with
// one object a line too.
import type { Metadata } from "../users/user.ts";
import { type Batch, bannedForGood, inBatches, type Skipped, type SourceAccount, uuidOf } from "./account.ts";
import { flag, identityOf, isConfirmed, objectOf, ours } from "./export_values.ts";

export interface Auth0User {
  user_id: string;
  email?: string;
  email_verified?: boolean;
  phone_number?: string;
  phone_verified?: boolean;
  name?: string;
  picture?: string;
  created_at?: string;
  updated_at?: string;
  last_login?: string;
  blocked?: boolean;
  user_metadata?: Metadata;
  app_metadata?: Metadata;
  identities?: { provider: string; user_id: string | number }[];
}

export interface Auth0Password {
  email?: string;
  passwordHash?: string;
}

/** The hash of an address in lower case. */
type FindHash = (email: string) => string | undefined;

const PROVIDERS: Record<string, string> = {
  "google-oauth2": "google",
  facebook: "facebook",
  apple: "apple",
  github: "github",
  twitter: "twitter",
  windowslive: "azure",
  bitbucket: "bitbucket",
  linkedin: "linkedin_oidc",
};
/** Its own database, and addresses that codes are sent to. */
const OWN = ["auth0", "email", "sms"];

export function readAuth0(
  users: AsyncIterable<Auth0User>,
  passwords: ReadonlyMap<string, string>,
  now: Date,
): AsyncIterable<Batch> {
  return inBatches(users, (user) => readAuth0User(user, (email) => passwords.get(email), now));
}

export function readAuth0User(user: Auth0User, findHash: FindHash, now: Date): { source: SourceAccount; left: Skipped[] } {
  if (typeof user.user_id !== "string") throw new Error("no id");
  const left: Skipped[] = [];
  const leave = (why: string) => void left.push({ id: user.user_id, why });
  const lastSignInAt = time(user.last_login);
  const created = time(user.created_at) ?? now.toISOString();
  const others = (user.identities ?? []).filter(({ provider }) => !OWN.includes(provider));
  const data = { email: user.email, full_name: user.name, avatar_url: user.picture };
  const identities = others.flatMap(({ provider: name, user_id: subject }) =>
    identityOf({ name, provider: ours(PROVIDERS, name), subject, data, lastSignInAt }, leave),
  );
  const isOwn = others.length < (user.identities?.length ?? 1);
  const isEmailConfirmed = isConfirmed(user.email_verified, "email_verified", leave);
  const isPhoneConfirmed = isConfirmed(user.phone_verified, "phone_verified", leave);
  const isBlocked = flag(user.blocked, { name: "blocked", absent: false, otherwise: true, taken: "as banned" }, leave);
  return {
    source: {
      id: uuidOf(`auth0 ${user.user_id}`),
      email: user.email ?? null,
      phone: user.phone_number ?? null,
      encryptedPassword: (isOwn && user.email && findHash(user.email.toLowerCase())) || null,
      emailConfirmedAt: user.email && isEmailConfirmed ? created : null,
      phoneConfirmedAt: user.phone_number && isPhoneConfirmed ? created : null,
      lastSignInAt,
      bannedUntil: isBlocked ? bannedForGood(now) : null,
      createdAt: created,
      updatedAt: time(user.updated_at) ?? created,
      appMetadata: { ...objectOf(user.app_metadata), auth0_user_id: user.user_id },
      userMetadata: { full_name: user.name, avatar_url: user.picture, ...objectOf(user.user_metadata) },
      identities,
      factors: [],
    },
    left,
  };
}

function time(text: string | undefined): string | null {
  return text !== undefined && Number.isFinite(Date.parse(text)) ? new Date(text).toISOString() : null;
}
