// The proof that an address is the caller's: the token of a link, or a code with the address it was sent to.
import { type KeyObject, timingSafeEqual } from "node:crypto";
import { fail } from "../errors.ts";
import { type Kind, kindsOf, type SmsKind, type VerificationType } from "../one_time_tokens/kinds.ts";
import type { StoredToken, TokenChoice } from "../one_time_tokens/queries.ts";
import { hashOfLink, macOfCode } from "../one_time_tokens/token.ts";
import { readEmail, readPhone } from "../users/address.ts";
import { isEmailType, isPhoneType } from "./types.ts";

export interface Proof {
  type: VerificationType;
  /** Where to look, among the kinds of tokens that the type redeems. */
  choice: TokenChoice;
  /** Codes can be guessed, so wrong ones are counted. */
  isCode: boolean;
  /** Whether the secret is that of a token. */
  fits(token: StoredToken): boolean;
  /** The code of a phone, which its gateway may have to check. */
  byPhone?: { phone: string; kind: SmsKind; code: string };
}

export interface VerifyBody {
  type?: string;
  token?: string;
  token_hash?: string;
  email?: string;
  phone?: string;
}

export function readLink(type: string, token: string): Proof {
  if (isPhoneType(type)) throw fail.verifyEmailType();
  if (!isEmailType(type)) throw fail.verifyTypeUnknown();
  // By its hash a link has found its token.
  return { type, choice: { tokenHash: hashOfLink(token), kinds: kindsOf(type) }, isCode: false, fits: () => true };
}

/** `otpKey`: the server's key for codes. */
export function readProof({ type, token, token_hash: tokenHash, email, phone }: VerifyBody, otpKey: KeyObject): Proof {
  if (!type) throw fail.verifyTypeMissing();
  if (tokenHash) {
    if (token || email || phone) throw fail.verifyHashAlone();
    return readLink(type, tokenHash);
  }
  if (!token) throw fail.verifyTokenMissing();
  if (email && phone) throw fail.verifyOneAddress();
  if (email) return readEmailCode(type, readVerifyEmail(email), token, otpKey);
  if (phone) return readPhoneCode(type, readPhone(phone), token, otpKey);
  if (isPhoneType(type)) throw fail.verifyOneAddress();
  return readLink(type, token);
}

function readEmailCode(type: string, email: string, code: string, otpKey: KeyObject): Proof {
  if (isPhoneType(type)) throw fail.verifyEmailType();
  if (!isEmailType(type)) throw fail.verifyTypeUnknown();
  return byCode(type, email, code, otpKey);
}

function readPhoneCode(type: string, phone: string, code: string, otpKey: KeyObject): Proof {
  if (isEmailType(type)) throw fail.verifyPhoneType();
  if (!isPhoneType(type)) throw fail.verifyTypeUnknown();
  return { ...byCode(type, phone, code, otpKey), byPhone: { phone, kind: type, code } };
}

function byCode(type: VerificationType, address: string, code: string, otpKey: KeyObject): Proof {
  const kinds = kindsOf(type);
  const macs = new Map<Kind, Buffer>(kinds.map((kind) => [kind, macOfCode(code, kind, address, otpKey)]));
  const fits = ({ kind, code_mac: stored }: StoredToken) => {
    const mac = macs.get(kind);
    return mac !== undefined && mac.length === stored.length && timingSafeEqual(mac, stored);
  };
  return { type, choice: { address, kinds }, isCode: true, fits };
}

function readVerifyEmail(text: string): string {
  try {
    return readEmail(text);
  } catch (cause) {
    throw fail.verifyEmailInvalid({ cause });
  }
}
