// API tokens: random, shown once, kept as a hash. They are long enough that a fast hash is as good as a slow one.
import { hash, randomInt } from "node:crypto";

const PREFIX = "cofre_";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH = 40;
const SHAPE = new RegExp(`^${PREFIX}[A-Za-z0-9]{${LENGTH}}$`);

export function makeApiToken(): string {
  const random = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]);
  return PREFIX + random.join("");
}

/** A sign-in password may look like one too. */
export function looksLikeApiToken(secret: string): boolean {
  return SHAPE.test(secret);
}

export function hashApiToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
