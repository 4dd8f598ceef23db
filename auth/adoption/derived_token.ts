// The newer refresh tokens of Supabase Auth are not stored: they are made of the session's id, a counter and a key of the session.
import { createHash, createHmac } from "node:crypto";

const VERSION = 0;
const MAC_BYTES = 16;
const CHECKSUM_BYTES = 4;

export function derivedToken(sessionId: string, counter: number, key: Buffer): string {
  const body = Buffer.concat([Buffer.from([VERSION]), Buffer.from(sessionId.replaceAll("-", ""), "hex"), varint(counter)]);
  const mac = createHmac("sha256", key).update(body).digest().subarray(0, MAC_BYTES);
  const signed = Buffer.concat([body, mac]);
  const checksum = createHash("sha256").update(signed).digest().subarray(0, CHECKSUM_BYTES);
  return Buffer.concat([signed, checksum]).toString("base64url");
}

/** Seven bits a byte, the lowest first. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt(value);
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
}
