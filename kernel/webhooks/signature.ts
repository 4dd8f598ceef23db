// Signatures and headers of messages by Standard Webhooks 1.0.
import { createHmac, createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

export function makeSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

export interface SignedMessage {
  /** The same for every attempt. */
  id: string;
  body: string;
}

/**
 * During a rotation both secrets sign, and the receiver may verify with either. A secret is `whsec_...`, or a pair
 * `whpk_...:whsk_...` whose first half is all that the receiver has.
 */
export function signedHeaders(secrets: readonly string[], { id, body }: SignedMessage, now: Date): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const signatures = secrets.map((secret) => signatureBy(secret, `${id}.${seconds}.${body}`));
  return { "webhook-id": id, "webhook-timestamp": String(seconds), "webhook-signature": signatures.join(" ") };
}

function signatureBy(secret: string, text: string): string {
  const key = readKeyPair(secret);
  if (key) return `v1a,${sign(null, Buffer.from(text), key).toString("base64")}`;
  return `v1,${createHmac("sha256", Buffer.from(secret.slice(PREFIX.length), "base64"))
    .update(text)
    .digest("base64")}`;
}

const KEY_PAIR = /^whpk_([A-Za-z0-9+/]{43}=?):whsk_([A-Za-z0-9+/]{43,86}={0,2})$/;
/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 and in SPKI. */
const PRIVATE_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC_HEAD = Buffer.from("302a300506032b6570032100", "hex");

/** The private key of a pair; undefined for any other text, and for halves that do not belong together. */
export function readKeyPair(secret: string): KeyObject | undefined {
  const [, publicHalf = "", privateHalf = ""] = KEY_PAIR.exec(secret) ?? [];
  const bytes = Buffer.from(privateHalf, "base64");
  // Some programs write the seed alone, others the public key after it.
  if (bytes.length !== 32 && bytes.length !== 64) return undefined;
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_HEAD, bytes.subarray(0, 32)]), format: "der", type: "pkcs8" });
  const own = createPublicKey(key).export({ format: "der", type: "spki" });
  return own.equals(Buffer.concat([PUBLIC_HEAD, Buffer.from(publicHalf, "base64")])) ? key : undefined;
}
