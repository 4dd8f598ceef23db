// Refresh tokens are not stored but derived: session, counter, and a MAC that only this server can make.
import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";

export interface RefreshToken {
  sessionId: string;
  counter: number;
}

const MAC_BYTES = 16;
const COUNTER_BYTES = 6;
const ID_BYTES = 16;

export function writeRefreshToken({ sessionId, counter }: RefreshToken, key: KeyObject): string {
  const body = Buffer.alloc(ID_BYTES + COUNTER_BYTES);
  body.write(sessionId.replaceAll("-", ""), "hex");
  body.writeUIntBE(counter, ID_BYTES, COUNTER_BYTES);
  return Buffer.concat([body, macOf(body, key)]).toString("base64url");
}

/** Undefined for whatever this server did not write. */
export function readRefreshToken(text: string, key: KeyObject): RefreshToken | undefined {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length !== ID_BYTES + COUNTER_BYTES + MAC_BYTES || bytes.toString("base64url") !== text) return undefined;
  const body = bytes.subarray(0, ID_BYTES + COUNTER_BYTES);
  if (!timingSafeEqual(bytes.subarray(ID_BYTES + COUNTER_BYTES), macOf(body, key))) return undefined;
  const hex = body.toString("hex", 0, ID_BYTES);
  const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { sessionId, counter: body.readUIntBE(ID_BYTES, COUNTER_BYTES) };
}

function macOf(body: Buffer, key: KeyObject): Buffer {
  return createHmac("sha256", key).update(body).digest().subarray(0, MAC_BYTES);
}
