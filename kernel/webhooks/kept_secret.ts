// The secrets of webhooks, as they are kept: sealed, because they have to be read to sign, and bound to the webhook that they are of.
import type { KeyObject } from "node:crypto";
import { seal, unseal } from "../seal.ts";

export interface StoredSecrets {
  id: number | string;
  secret: Buffer;
  /** After a rotation it signs too, for a while. */
  old_secret: Buffer | null;
  old_secret_until: Date | null;
}

export function sealSecret(key: KeyObject, webhookId: StoredSecrets["id"], secret: string): Buffer {
  return seal(key, secret, labelOf(webhookId));
}

/** The secrets that sign now; undefined where the key that sealed them is another one by now. */
export function secretsOf(
  { id, secret, old_secret: old, old_secret_until: until }: StoredSecrets,
  key: KeyObject,
  now: Date,
): string[] | undefined {
  const current = unseal(key, secret, labelOf(id));
  const before = old && until && until > now ? unseal(key, old, labelOf(id)) : undefined;
  return current === undefined ? undefined : [current, ...(before === undefined ? [] : [before])];
}

const labelOf = (webhookId: StoredSecrets["id"]) => `webhook ${webhookId}`;
