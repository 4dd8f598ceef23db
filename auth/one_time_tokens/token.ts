// One secret in two forms: a token for a link, and a code of digits for people to type. Neither is stored.
import { createHash, createHmac, type KeyObject, randomBytes, randomInt } from "node:crypto";
import { type Kind, type Purpose, purposeOf } from "./kinds.ts";

export interface OneTimeToken {
  kind: Kind;
  purpose: Purpose;
  /** Where it is sent; the code is valid only with this address. */
  address: string;
  /** For the link. With PKCE it begins with `pkce_`, by which clients and GET /verify know it. */
  link: string;
  tokenHash: Buffer;
  code: string;
  codeMac: Buffer;
  /**
   * A stranger may have signed up with another person's address and a password of their own. When the owner confirms by another link, the
   * account does not keep the stranger's password.
   */
  keepsPassword: boolean;
  createdAt: Date;
  expiresAt: Date;
}

export interface TokenOptions {
  kind: Kind;
  address: string;
  digits: number;
  seconds: number;
  isPkce: boolean;
  keepsPassword?: boolean;
  /** The server's key for codes. */
  key: KeyObject;
  now: Date;
}

const TOKEN_BYTES = 28;
export const PKCE_PREFIX = "pkce_";

export function makeOneTimeToken({
  kind,
  address,
  digits,
  seconds,
  isPkce,
  keepsPassword,
  key,
  now,
}: TokenOptions): OneTimeToken {
  const link = (isPkce ? PKCE_PREFIX : "") + randomBytes(TOKEN_BYTES).toString("hex");
  const code = String(randomInt(10 ** digits)).padStart(digits, "0");
  const purpose = purposeOf(kind);
  return {
    kind,
    purpose,
    address,
    link,
    tokenHash: hashOfLink(link),
    code,
    codeMac: macOfCode(code, kind, address, key),
    keepsPassword: keepsPassword ?? purpose !== "recovery",
    createdAt: now,
    expiresAt: new Date(now.getTime() + seconds * 1000),
  };
}

export function hashOfLink(link: string): Buffer {
  return createHash("sha256").update(link).digest();
}

/** A MAC and not a hash: of a hash, a reader of the database would find the six digits in a second. */
export function macOfCode(code: string, kind: Kind, address: string, key: KeyObject): Buffer {
  return createHmac("sha256", key)
    .update(`${purposeOf(kind)}\0${address}\0${code}`)
    .digest();
}
