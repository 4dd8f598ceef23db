// What people verify, by the word in their link.
import type { EmailType, Kind, PhoneType, VerificationType } from "../one_time_tokens/kinds.ts";

const EMAIL_TYPES: readonly string[] = [
  ...(["signup", "invite", "recovery", "magiclink", "email_change", "email"] satisfies EmailType[]),
];
const PHONE_TYPES: readonly string[] = ["sms", "phone_change"] satisfies PhoneType[];

export const VERIFICATION_TYPES = [...EMAIL_TYPES, ...PHONE_TYPES];

export function isEmailType(type: string): type is EmailType {
  return EMAIL_TYPES.includes(type);
}

export function isPhoneType(type: string): type is PhoneType {
  return PHONE_TYPES.includes(type);
}

/** The type to answer with, now that it is known how the token was issued. */
export function settledType(type: EmailType, kind: Kind): EmailType | Kind {
  return type === "email" ? kind : type;
}

/**
 * Whether an invited user without a password must set one: only if password sign-in is enabled. Other users without a password
 * came by /otp, /magiclink or an administrator, and sign in by mail.
 */
export function requiresPassword(type: VerificationType, config: { externalEmailEnabled: boolean }): boolean {
  return type === "signup" && config.externalEmailEnabled;
}

/**
 * How the session was opened, for its claims. Recovery is a method of its own, because its session may set a new password. The type is
 * reliable, because it redeems only tokens that were issued for it.
 */
export function authenticationMethod(type: VerificationType): "otp" | "recovery" {
  return type === "recovery" ? "recovery" : "otp";
}
