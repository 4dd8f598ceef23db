// What a caller shows to prove that an address is theirs: the token of a link, or a code together with the address it was sent to.
import { sql } from "../../kernel/sql/sql.ts";
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import { byCode, byLink, type TokenChoice } from "../one_time_tokens/queries.ts";
import { hashOfLink, macOfCode, type Purpose } from "../one_time_tokens/token.ts";
import { readEmail, readPhone } from "../users/address.ts";
import { isEmailType, isPhoneType, purposesOf, type VerificationType } from "./types.ts";

export interface Proof {
  type: VerificationType;
  purposes: readonly Purpose[];
  choice: TokenChoice;
  /** Codes can be guessed, so wrong ones are counted. */
  isCode: boolean;
}

export interface VerifyBody {
  type?: string;
  token?: string;
  token_hash?: string;
  email?: string;
  phone?: string;
}

interface Reader {
  config: Pick<AuthConfig, "smsTestOtp" | "smsTestOtpValidUntil">;
  /** The server's key for codes. */
  otpKey: Buffer;
  now: Date;
}

export function readLink(type: string, token: string): Proof {
  if (isPhoneType(type)) throw fail.verifyEmailType();
  if (!isEmailType(type)) throw fail.verifyTypeUnknown();
  return { type, purposes: purposesOf(type), choice: byLink(hashOfLink(token), purposesOf(type)), isCode: false };
}

export function readProof({ type, token, token_hash: tokenHash, email, phone }: VerifyBody, reader: Reader): Proof {
  if (!type) throw fail.verifyTypeMissing();
  if (tokenHash) {
    if (token || email || phone) throw fail.verifyHashAlone();
    return readLink(type, tokenHash);
  }
  if (!token) throw fail.verifyTokenMissing();
  if (email && phone) throw fail.verifyOneAddress();
  if (email) return readEmailCode(type, readVerifyEmail(email), token, reader);
  if (phone) return readPhoneCode(type, readPhone(phone), token, reader);
  if (isPhoneType(type)) throw fail.verifyOneAddress();
  return readLink(type, token);
}

function readEmailCode(type: string, email: string, code: string, { otpKey }: Reader): Proof {
  if (isPhoneType(type)) throw fail.verifyEmailType();
  if (!isEmailType(type)) throw fail.verifyTypeUnknown();
  return { type, purposes: purposesOf(type), choice: codeChoice(type, email, code, otpKey), isCode: true };
}

function readPhoneCode(type: string, phone: string, code: string, { config, otpKey, now }: Reader): Proof {
  if (isEmailType(type)) throw fail.verifyPhoneType();
  if (!isPhoneType(type)) throw fail.verifyTypeUnknown();
  const choice = codeChoice(type, phone, code, otpKey);
  return {
    type,
    purposes: purposesOf(type),
    choice: isTestOtp(phone, code, config, now) ? { ...choice, matches: sql`true` } : choice,
    isCode: true,
  };
}

function codeChoice(type: VerificationType, address: string, code: string, otpKey: Buffer): TokenChoice {
  return byCode(address, new Map(purposesOf(type).map((purpose) => [purpose, macOfCode(code, purpose, address, otpKey)])));
}

/** A number that gets no SMS has a fixed code, with which whatever was sent to it can be redeemed. */
export function isTestOtp(phone: string, code: string, config: Reader["config"], now: Date): boolean {
  const { smsTestOtp: codes, smsTestOtpValidUntil: end } = config;
  return Object.hasOwn(codes, phone) && codes[phone] === code && (end === undefined || now < end);
}

function readVerifyEmail(text: string): string {
  try {
    return readEmail(text);
  } catch (cause) {
    throw fail.verifyEmailInvalid({ cause });
  }
}
