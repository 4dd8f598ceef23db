// Accounts in an export of Auth0: a JSON object a line. It holds no passwords; those come in a second file, from Auth0's support, with
// one object a line too.
import type { Metadata } from "../users/user.ts";
import { type Batch, bannedForGood, type Found, inBatches, type Left, uuidOf } from "./account.ts";

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
  return inBatches(users, (user) => readUser(user, passwords, now));
}

function readUser(user: Auth0User, passwords: ReadonlyMap<string, string>, now: Date): { found: Found; left: Left[] } {
  if (typeof user.user_id !== "string") throw new Error("no id");
  const lastSignInAt = time(user.last_login);
  const created = time(user.created_at) ?? now.toISOString();
  const others = (user.identities ?? []).filter(({ provider }) => !OWN.includes(provider));
  const identities = others.flatMap(({ provider: name, user_id: number }) => {
    const [provider, providerId] = [PROVIDERS[name], String(number)];
    const data = { sub: providerId, provider_id: providerId, email: user.email, full_name: user.name, avatar_url: user.picture };
    return provider ? [{ id: uuidOf(`${provider} ${providerId}`), provider, providerId, data, lastSignInAt }] : [];
  });
  const isOwn = others.length < (user.identities?.length ?? 1);
  return {
    found: {
      id: uuidOf(`auth0 ${user.user_id}`),
      email: user.email ?? null,
      phone: user.phone_number ?? null,
      encryptedPassword: (isOwn && user.email && passwords.get(user.email.toLowerCase())) || null,
      emailConfirmedAt: user.email && user.email_verified ? created : null,
      phoneConfirmedAt: user.phone_number && user.phone_verified ? created : null,
      lastSignInAt,
      bannedUntil: user.blocked ? bannedForGood(now) : null,
      createdAt: created,
      updatedAt: time(user.updated_at) ?? created,
      appMetadata: { ...user.app_metadata, auth0_user_id: user.user_id },
      userMetadata: { full_name: user.name, avatar_url: user.picture, ...user.user_metadata },
      identities,
      factors: [],
    },
    left: others
      .filter(({ provider }) => !PROVIDERS[provider])
      .map(({ provider }) => ({ id: user.user_id, why: `taken without its identity of ${provider}` })),
  };
}

function time(text: string | undefined): string | null {
  return text !== undefined && Number.isFinite(Date.parse(text)) ? new Date(text).toISOString() : null;
}
