// What a second factor is: its kinds, and which of them the operator has switched on.
import type { Fault } from "../../kernel/errors.ts";
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import type { Notice } from "../outbox/notify.ts";
import type { FactorJson } from "../users/user.ts";

export type FactorType = FactorJson["factor_type"];

/** Those that are enrolled one by one, challenged and verified. Recovery codes have ways of their own. */
export type ChallengedType = Exclude<FactorType, "recovery_code">;

/** As the claim `amr` has them. */
export const METHODS: Readonly<Record<FactorType, string>> = {
  totp: "totp",
  phone: "mfa/phone",
  webauthn: "mfa/webauthn",
  recovery_code: "mfa/recovery_code",
};

const SWITCHES = {
  totp: ["mfaTotpEnrollEnabled", fail.totpEnrollDisabled, "mfaTotpVerifyEnabled", fail.totpVerifyDisabled],
  phone: ["mfaPhoneEnrollEnabled", fail.phoneEnrollDisabled, "mfaPhoneVerifyEnabled", fail.phoneVerifyDisabled],
  webauthn: ["mfaWebauthnEnrollEnabled", fail.webauthnEnrollDisabled, "mfaWebauthnVerifyEnabled", fail.webauthnVerifyDisabled],
} as const satisfies Record<ChallengedType, readonly [keyof AuthConfig, () => Fault, keyof AuthConfig, () => Fault]>;

export function readFactorType(text: string | undefined): ChallengedType {
  if (text === undefined || !Object.hasOwn(SWITCHES, text)) throw fail.factorTypeUnknown();
  return text as ChallengedType;
}

export function isChallenged(type: FactorType): type is ChallengedType {
  return Object.hasOwn(SWITCHES, type);
}

export function requireEnrollable(type: ChallengedType, config: AuthConfig): void {
  const [variable, refusal] = SWITCHES[type];
  if (!config[variable]) throw refusal();
}

export function requireVerifiable(type: ChallengedType, config: AuthConfig): void {
  const [, , variable, refusal] = SWITCHES[type];
  if (!config[variable]) throw refusal();
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function readFactorId(text: string): string {
  if (!UUID.test(text)) throw fail.factorIdNotUuid();
  return text.toLowerCase();
}

export function readChallengeId(text: string | undefined): string {
  if (text === undefined || !UUID.test(text)) throw fail.challengeIdInvalid();
  return text.toLowerCase();
}

const LONGEST_NAME = 120;

export function readFriendlyName(text: string): string {
  if ([...text].length > LONGEST_NAME) throw fail.factorNameTooLong();
  return text;
}

/** The notice to its owner. */
export function factorNotice(
  what: "mfa_factor_enrolled" | "mfa_factor_unenrolled",
  { factor_type: factorType }: { factor_type: string },
): Notice {
  return { what, variables: { factorType } };
}
