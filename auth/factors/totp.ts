// Codes of authenticator apps (RFC 6238): SHA-1, six digits, a new one every 30 seconds, because that is what all of them can.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const STEP_SECONDS = 30;
const DIGITS = 6;
/** As long as the hash, as RFC 4226 advises. */
const SECRET_BYTES = 20;
/** Clocks of phones differ, and people type slowly: the code before and the one after count too. */
const STEPS_OFF = [-1, 0, 1];
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** In base32, as apps take it. */
export function makeSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES));
}

/** Without padding; bits that fill no digit are filled up with zeros. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (
    bits
      .match(/.{1,5}/g)
      ?.map((five) => BASE32[Number.parseInt(five.padEnd(5, "0"), 2)])
      .join("") ?? ""
  );
}

/**
 * The step whose code it is, or undefined. A code is valid once: steps up to the last used one are refused. All steps are computed and
 * compared, so that the time reveals nothing.
 */
export function stepOfCode(secret: string, code: string, lastStep: number | null, now: Date): number | undefined {
  const current = Math.floor(now.getTime() / 1000 / STEP_SECONDS);
  const key = bytesOf(secret);
  const matching = STEPS_OFF.map((off) => current + off).filter((step) => isSame(code, codeAt(key, step)));
  return matching.find((step) => step > (lastStep ?? -1));
}

/** What an app reads from the QR code, with its parts in the order and spelling of Supabase Auth. A colon would end the issuer's name. */
export function otpauthUri(secret: string, issuerName: string, account: string): string {
  const issuer = issuerName.replaceAll(":", " ").toWellFormed();
  const parameters = { algorithm: "SHA1", digits: DIGITS, issuer, period: STEP_SECONDS, secret };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.join("&")}`;
}

function codeAt(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = (mac.at(-1) as number) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, "0");
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((character) => BASE32.indexOf(character).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

function isSame(candidate: string, right: string): boolean {
  const [one, other] = [Buffer.from(candidate), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
