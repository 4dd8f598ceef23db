// Values that Supabase Auth encrypted in its columns: a JSON object with the name of a key. Each row has a key derived for it.
import { createDecipheriv, hkdfSync } from "node:crypto";

export type DecryptionKeys = Readonly<Record<string, string>>;

/** Of a database in which nothing is encrypted. */
export const NO_KEYS: DecryptionKeys = {};

interface Sealed {
  key_id: string;
  alg: string;
  data: string;
  nonce: string;
}

const KEY_BYTES = 32;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/** The value itself where it is not encrypted; undefined where no key opens it. `id`: of the row. */
export function openValue(value: string, id: string, keys: DecryptionKeys): string | undefined {
  const sealed = readSealed(value);
  if (!sealed) return value;
  const key = Buffer.from(keys[sealed.key_id] ?? "", "base64url");
  const [data, nonce] = [Buffer.from(sealed.data, "base64"), Buffer.from(sealed.nonce, "base64")];
  if (key.length !== KEY_BYTES || data.length < TAG_BYTES || nonce.length !== NONCE_BYTES) return undefined;
  const own = Buffer.from(hkdfSync("sha256", key, "", id, KEY_BYTES));
  const cipher = createDecipheriv("aes-256-gcm", own, nonce).setAuthTag(data.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([cipher.update(data.subarray(0, -TAG_BYTES)), cipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

function readSealed(value: string): Sealed | undefined {
  if (!value.startsWith("{")) return undefined;
  try {
    const sealed = JSON.parse(value) as Partial<Sealed>;
    const isWhole = [sealed.key_id, sealed.data, sealed.nonce].every((part) => typeof part === "string");
    return isWhole && sealed.alg === "aes-gcm-hkdf" ? (sealed as Sealed) : undefined;
  } catch {
    return undefined;
  }
}
