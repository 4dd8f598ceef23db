// Standard Webhooks 1.0: what signs a message, and the headers that it travels with.
import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

export function makeSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

export interface SignedMessage {
  /** The same however often it is sent. */
  id: string;
  body: string;
}

/** `secrets`: while one replaces the other, both sign, and a receiver that knows either is satisfied. */
export function signedHeaders(secrets: readonly string[], { id, body }: SignedMessage, now: Date): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const bytes = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", bytes).update(`${id}.${seconds}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": String(seconds), "webhook-signature": signatures.join(" ") };
}
