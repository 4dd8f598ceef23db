// The text of an API key. Its start tells scanners for leaked secrets, and people, what it is.
import { createHash, randomBytes } from "node:crypto";

const START = "cofre_key_";
const BYTES = 32;
const SHOWN_CHARACTERS = 6;

export interface NewSecret {
  text: string;
  hash: Buffer;
  shownStart: string;
}

export function newSecret(): NewSecret {
  const text = START + randomBytes(BYTES).toString("base64url");
  return { text, hash: hashOfKey(text), shownStart: text.slice(0, START.length + SHOWN_CHARACTERS) };
}

export const isApiKey = (token: string): boolean => token.startsWith(START);

/** Without a salt or a slow function, because nobody guesses so long a secret. */
export function hashOfKey(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
