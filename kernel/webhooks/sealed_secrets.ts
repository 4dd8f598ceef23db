// Secrets of webhooks: encrypted, because signing needs them in plain text, and bound to their webhook.
import type { KeyObject } from "node:crypto";
import { seal, unseal } from "../seal.ts";

export interface StoredSecrets {
  id: number | string;
  secret: Buffer;
  /** Also signs for a while after a rotation. */
  old_secret: Buffer | null;
  old_secret_until: Date | null;
}

export function sealSecret(key: KeyObject, webhookId: StoredSecrets["id"], secret: string): Buffer {
  return seal(key, secret, labelOf(webhookId));
}

/** The active secrets; undefined if they were encrypted with another key. */
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
