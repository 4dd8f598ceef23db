// Recovery codes: ten, each valid once in place of any other factor. They are shown only when they are made.
import { createHmac, type KeyObject, randomBytes } from "node:crypto";
import { requireFullProof } from "../account/caller.ts";
import type { Account } from "../account/queries_change.ts";
import { fail } from "../errors.ts";
import type { FactorJson } from "../users/user.ts";

export const CODES = 10;
/** 80 bits: nobody guesses one, however many there are. */
const LENGTH = 16;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

export function makeCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < CODES) codes.add([...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join(""));
  return [...codes];
}

/** People copy them from paper: case, spaces and dashes do not matter. */
export function macOfRecoveryCode(code: string, factorId: string, key: KeyObject): Buffer {
  const plain = code.toLowerCase().replace(/[\s-]/g, "");
  return createHmac("sha256", key).update(`recovery\0${factorId}\0${plain}`).digest();
}

export function codesOf({ factors }: Pick<Account, "factors">): FactorJson | undefined {
  return factors?.find(({ factor_type: type }) => type === "recovery_code");
}

/** Requires aal2, because recovery codes would otherwise bypass the second factor. */
export function requireManager(owner: Account): void {
  requireFullProof(owner, fail.recoveryNeedsAal2);
}

export function requireCodesOf(owner: Account): FactorJson {
  const codes = codesOf(owner);
  if (!codes) throw fail.factorUnknown();
  return codes;
}
