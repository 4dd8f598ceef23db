// The secrets of webhooks, as they are kept.
import type { KeyObject } from "node:crypto";
import { seal, unseal } from "../../kernel/seal.ts";
import { deriveKey } from "../idempotency/kept_secret.ts";

/** Seals the secrets of webhooks. */
export const deriveWebhookKey = (config: Parameters<typeof deriveKey>[0]): KeyObject => deriveKey(config, "webhook secrets");

export function sealSecret(key: KeyObject, webhookId: number, secret: string): Buffer {
  return seal(key, secret, labelOf(webhookId));
}

/** Undefined where the key is another one by now. */
export function unsealSecret(key: KeyObject, webhookId: number, sealed: Buffer): string | undefined {
  return unseal(key, sealed, labelOf(webhookId));
}

const labelOf = (webhookId: number) => `webhook ${webhookId}`;
