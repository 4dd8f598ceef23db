// The secret of a confidential app. It is random and long, so that a plain hash keeps it.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const SECRET_BYTES = 32;

export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

export function isSecret(candidate: string, hash: Buffer): boolean {
  return timingSafeEqual(hashSecret(candidate), hash);
}
