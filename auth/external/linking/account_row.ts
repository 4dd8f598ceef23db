// The account's columns after a sign-in with an external provider.
import type { Metadata } from "../../users/metadata.ts";
import { isTooLarge, mergeMetadata, providerKeys } from "../../users/metadata.ts";
import type { ExternalProfile } from "../provider.ts";
import { type Decision, hasIdentity, type Person, usedEmail } from "./link.ts";

/** The identity's data, which the provider writes and we bound. What it is about is what we found, not what the provider says beside. */
export function identityDataOf({ subject, emails, metadata }: ExternalProfile): Metadata {
  const used = usedEmail(emails);
  const { email: _said, ...others } = metadata;
  const facts = {
    sub: subject,
    provider_id: subject,
    ...(used && { email: used.email }),
    email_verified: used?.verified ?? false,
    phone_verified: metadata.phone_verified === true,
  };
  return withinBounds(facts, { ...others, ...facts });
}

/** user_metadata as the identity leaves it: all of it for an account that starts afresh, else merged into what is there. */
export function userMetadataOf({ account, strips, keepsMetadata }: Decision, identityData: Metadata): Metadata {
  if (!account || (strips && !keepsMetadata)) return identityData;
  return withinBounds(account.raw_user_meta_data, identityData);
}

/** Administrators' own keys stay. `provider` is that of the oldest identity, `providers` has each once. */
export function appMetadataOf({ account, strips }: Decision, person: Person): Metadata {
  const before = account?.identities ?? [];
  const remaining = before.filter((each) => !strips || (account && hasIdentity({ ...account, identities: [each] }, person)));
  return { ...account?.raw_app_meta_data, ...providerKeys([...remaining.map(({ provider }) => provider), person.provider]) };
}

/** The merge, without what would make it too large: nobody is kept out because a provider has much to say. Short values go first. */
export function withinBounds(before: Metadata, additions: Metadata): Metadata {
  const bySize = Object.entries(additions).toSorted((one, other) => sizeOf(one) - sizeOf(other));
  let merged: Metadata = before;
  for (const [key, value] of bySize) {
    const more = mergeMetadata(merged, { [key]: value });
    if (!isTooLarge(more)) merged = more;
  }
  return merged;
}

function sizeOf(entry: readonly [string, unknown]): number {
  return JSON.stringify(entry).length;
}
