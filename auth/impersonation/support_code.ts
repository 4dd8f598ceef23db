// A code that a user tells an administrator, who may then see the account once: spoken on the phone, so it is short and has no letters that sound alike.
import { createHash, randomInt } from "node:crypto";

const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const LENGTH = 8;

/** In two halves: `k7dm-29xw`. */
export function newSupportCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** Of what was typed, however it is written. */
export function hashOfSupportCode(code: string): Buffer {
  return createHash("sha256")
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ""))
    .digest();
}
