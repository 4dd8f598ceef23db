// The answer for an address that is registered already: what a new user would have got, of a user who does not exist.
import type { AuthConfig } from "../config.ts";
import type { NewIdentity } from "../identities/queries.ts";
import { newUserRow } from "../users/new_user_row.ts";
import type { NewUser } from "../users/queries.ts";
import type { UserWithIdentities } from "../users/user.ts";

/** Supabase Auth gives such users no identity, and some apps look for that; `UPSTREAM_ANSWERS` gives them what they look for. */
export function decoyUser(user: NewUser, identity: NewIdentity, config: Pick<AuthConfig, "upstreamAnswers">): UserWithIdentities {
  // As the database writes it into the JSON of identities.
  const at = user.now.toISOString().replace("Z", "+00:00");
  return {
    ...newUserRow(user),
    raw_app_meta_data: asStored(user.appMetadata),
    raw_user_meta_data: asStored(user.userMetadata),
    identities: config.upstreamAnswers
      ? []
      : [
          {
            identity_id: identity.id,
            id: identity.providerId,
            user_id: user.id,
            identity_data: asStored(identity.identityData),
            provider: identity.provider,
            last_sign_in_at: at,
            created_at: at,
            updated_at: at,
            email: user.email,
          },
        ],
  };
}

/** PostgreSQL orders JSON keys by length, then by bytes: another order would reveal that nothing was stored. */
function asStored<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(asStored) as T;
  const entries = Object.entries(value).map(([key, item]) => [Buffer.from(key), asStored(item)] as const);
  entries.sort(([one], [other]) => one.length - other.length || Buffer.compare(one, other));
  return Object.fromEntries(entries.map(([key, item]) => [key.toString(), item])) as T;
}
