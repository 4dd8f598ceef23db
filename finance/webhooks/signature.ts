// Standard Webhooks 1.0: what signs a message, and the headers that it travels with.
import { createHmac, type KeyObject, randomBytes } from "node:crypto";
import { seal, unseal } from "../../kernel/seal.ts";
import { deriveKey } from "../idempotency/kept_secret.ts";

/** Seals the secrets of webhooks. */
export const deriveWebhookKey = (config: Parameters<typeof deriveKey>[0]): KeyObject => deriveKey(config, "webhook secrets");

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

export function makeSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

export function sealSecret(key: KeyObject, webhookId: number, secret: string): Buffer {
  return seal(key, secret, labelOf(webhookId));
}

/** Undefined where the key is another one by now. */
export function unsealSecret(key: KeyObject, webhookId: number, sealed: Buffer): string | undefined {
  return unseal(key, sealed, labelOf(webhookId));
}

const labelOf = (webhookId: number) => `webhook ${webhookId}`;

interface Message {
  id: string;
  body: string;
}

/** `secrets`: while one replaces the other, both sign, and a receiver that knows either is satisfied. */
export function signedHeaders(secrets: readonly string[], { id, body }: Message, now: Date): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const bytes = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", bytes).update(`${id}.${seconds}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": String(seconds), "webhook-signature": signatures.join(" ") };
}
