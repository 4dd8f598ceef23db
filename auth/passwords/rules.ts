// Which new passwords are taken.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import type { AuthConfig } from "../config.ts";

export type PasswordRules = Pick<AuthConfig, "passwordMinLength" | "passwordRequiredCharacters">;

export interface PasswordWeakness {
  reasons: ("length" | "characters")[];
  message: string;
}

const MOST_BYTES = 256;

/** As the API document describes a new password. Bytes are counted, and no character has less than one. */
export const NewPassword = documentedOnly(Type.String({ description: `At most ${MOST_BYTES} bytes of UTF-8` }), {
  maxLength: MOST_BYTES,
});

/** The weaknesses of a new password, or undefined. */
export function weaknessOf(password: string, rules: PasswordRules): PasswordWeakness | undefined {
  const reasons: PasswordWeakness["reasons"] = [];
  const texts: string[] = [];
  if (lengthOf(password) < rules.passwordMinLength) {
    reasons.push("length");
    texts.push(`Password should be at least ${rules.passwordMinLength} characters.`);
  }
  const sets = rules.passwordRequiredCharacters;
  if (!sets.every((set) => hasCharacterOf(password, set))) {
    reasons.push("characters");
    texts.push(`Password should contain at least one character of each: ${sets.join(", ")}.`);
  }
  return reasons.length === 0 ? undefined : { reasons, message: texts.join(" ") };
}

/** A long password is refused and never cut, because two that differ only at the end must stay two. */
export function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > MOST_BYTES;
}

/** Unicode code points. Counted in bytes, two emoji would be a password of 8. */
function lengthOf(password: string): number {
  return [...password].length;
}

function hasCharacterOf(password: string, set: string): boolean {
  const allowed = new Set(set);
  return [...password].some((character) => allowed.has(character));
}
