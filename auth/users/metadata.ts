// What users and administrators keep on an account beside what we know of it ourselves: user_metadata and app_metadata.
import { fail } from "../errors.ts";

export type Metadata = Readonly<Record<string, unknown>>;

/** It is in every access token: without a limit, users could make tokens that proxies refuse. */
const LARGEST_BYTES = 16 * 1024;

/** Of a request that writes it: what is too much of it is then refused by name, however it is escaped. */
export const METADATA_BODY_BYTES = 1_048_576;

/** Key by key at the first level: a value replaces the one before, null deletes it. */
export function mergeMetadata(
  before: Metadata | null | undefined,
  changes: Metadata | null | undefined,
): Record<string, unknown> {
  const merged = new Map(Object.entries(before ?? {}));
  for (const [key, value] of Object.entries(changes ?? {})) {
    if (value === null || value === undefined) merged.delete(key);
    else merged.set(key, value);
  }
  // As a key of data it has no honest use, and one careless copy further on it would become a prototype.
  merged.delete("__proto__");
  return Object.fromEntries(merged);
}

/**
 * The keys of app_metadata that say by which ways a user may come in: each once, and which was the first. `first` is the one that is
 * known already.
 */
export function providerKeys(names: readonly unknown[], first?: unknown): { provider: unknown; providers: unknown[] } {
  const providers = [...new Set(names)];
  return { provider: first ?? providers[0], providers };
}

/** The same keys after one more way was added. */
export function withProvider({ provider, providers }: Metadata, added: string): ReturnType<typeof providerKeys> {
  return providerKeys([...(Array.isArray(providers) ? providers : []), added], provider);
}

export function isTooLarge(metadata: Metadata): boolean {
  return sizeOf(metadata) > LARGEST_BYTES;
}

/** The merge of what a user sent. Data that came in too large, by an import, may still shrink step by step. */
export function changedUserMetadata(before: Metadata | null | undefined, changes: Metadata | null | undefined) {
  const after = mergeMetadata(before, changes);
  if (isTooLarge(after) && sizeOf(after) >= sizeOf(before ?? {})) throw fail.metadataTooLarge();
  return after;
}

function sizeOf(metadata: Metadata): number {
  return Buffer.byteLength(JSON.stringify(metadata));
}
