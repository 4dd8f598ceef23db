// What people verify, by the word in their link, and which one-time tokens serve for it.
import type { Purpose } from "../one_time_tokens/token.ts";

/** As in the links, and as clients send it. `email` stands for signup or magiclink, whichever the token turns out to be for. */
export type VerificationType = EmailType | PhoneType;
export type EmailType = "signup" | "invite" | "recovery" | "magiclink" | "email_change" | "email";
export type PhoneType = "sms" | "phone_change";

const EMAIL_PURPOSES: Readonly<Record<EmailType, readonly Purpose[]>> = {
  signup: ["confirmation"],
  invite: ["confirmation"],
  recovery: ["recovery"],
  magiclink: ["recovery"],
  email: ["confirmation", "recovery"],
  email_change: ["email_change_new", "email_change_current"],
};

const PHONE_PURPOSES: Readonly<Record<PhoneType, Purpose>> = { sms: "confirmation", phone_change: "phone_change" };

export function isEmailType(type: string): type is EmailType {
  return Object.hasOwn(EMAIL_PURPOSES, type);
}

export function isPhoneType(type: string): type is PhoneType {
  return Object.hasOwn(PHONE_PURPOSES, type);
}

export function purposesOf(type: VerificationType): readonly Purpose[] {
  return isEmailType(type) ? EMAIL_PURPOSES[type] : [phonePurpose(type)];
}

export function phonePurpose(type: PhoneType): Purpose {
  return PHONE_PURPOSES[type];
}

/** The type to answer with, now that it is known for what the token was. */
export function settledType(type: EmailType, spent: Purpose): Exclude<EmailType, "email"> {
  if (type !== "email") return type;
  return spent === "confirmation" ? "signup" : "magiclink";
}

/**
 * Whether an invited user without a password has to bring one. Who confirms an invitation as a sign-up is about to sign in with a
 * password, which is pointless to ask for where nobody can. All others without a password came by /otp or /magiclink, or were made
 * by an administrator, and sign in by mail.
 */
export function demandsPassword(type: VerificationType, config: { externalEmailEnabled: boolean }): boolean {
  return type === "signup" && config.externalEmailEnabled;
}

/** How the session was opened, as its claims show it. One of a recovery may set a new password, so it has to be known. */
export function authenticationMethod(type: VerificationType): "otp" | "recovery" {
  return type === "recovery" ? "recovery" : "otp";
}
