// Mails that notify users of changes to their account, by the names of Supabase Auth. Those about a new device and about administrators are our own.
import { configTable } from "../../kernel/config/config.ts";
import { bool } from "../../kernel/config/formats.ts";
import { subject, template } from "./mail.ts";

export const notifications = configTable({
  // As it was before there were variables for it; Supabase Auth is silent unless asked.
  notifyPasswordChanged: enabled("PASSWORD_CHANGED", "a new password", true),
  notifyEmailChanged: enabled("EMAIL_CHANGED", "another email address, to the old one"),
  notifyPhoneChanged: enabled("PHONE_CHANGED", "another phone number"),
  notifyIdentityLinked: enabled("IDENTITY_LINKED", "an identity that was linked"),
  notifyIdentityUnlinked: enabled("IDENTITY_UNLINKED", "an identity that was unlinked"),
  notifyMfaFactorEnrolled: enabled("MFA_FACTOR_ENROLLED", "a second factor or a passkey that was added"),
  notifyMfaFactorUnenrolled: enabled("MFA_FACTOR_UNENROLLED", "a second factor or a passkey that was removed"),
  notifyNewDevice: enabled("NEW_DEVICE", "a sign-in with a browser and system that the user has not signed in with before"),
  notifyImpersonated: enabled("IMPERSONATED", "an administrator who sees the account as its user does", true),
  notifyPasswordsExported: enabled("PASSWORDS_EXPORTED", "an export of accounts with password hashes, to the other owners", true),
  notifyAccountDormant: enabled("ACCOUNT_DORMANT", "an account that will be disabled because nobody has used it for long", true),
  mailerSubjectsPasswordChanged: subject("PASSWORD_CHANGED_NOTIFICATION", "Your password was changed"),
  mailerSubjectsEmailChanged: subject("EMAIL_CHANGED_NOTIFICATION", "Your email address was changed"),
  mailerSubjectsPhoneChanged: subject("PHONE_CHANGED_NOTIFICATION", "Your phone number was changed"),
  mailerSubjectsIdentityLinked: subject("IDENTITY_LINKED_NOTIFICATION", "A new sign-in method was linked to your account"),
  mailerSubjectsIdentityUnlinked: subject("IDENTITY_UNLINKED_NOTIFICATION", "A sign-in method was removed from your account"),
  mailerSubjectsMfaFactorEnrolled: subject(
    "MFA_FACTOR_ENROLLED_NOTIFICATION",
    "A new verification method was added to your account",
  ),
  mailerSubjectsMfaFactorUnenrolled: subject(
    "MFA_FACTOR_UNENROLLED_NOTIFICATION",
    "A verification method was removed from your account",
  ),
  mailerSubjectsNewDevice: subject("NEW_DEVICE_NOTIFICATION", "A new device has signed in to your account"),
  mailerSubjectsImpersonated: subject("IMPERSONATED_NOTIFICATION", "An administrator looked at your account"),
  mailerSubjectsPasswordsExported: subject("PASSWORDS_EXPORTED_NOTIFICATION", "All accounts were exported with their passwords"),
  mailerSubjectsAccountDormant: subject("ACCOUNT_DORMANT_NOTIFICATION", "Your account will be disabled soon"),
  mailerTemplatesPasswordChanged: template("PASSWORD_CHANGED_NOTIFICATION"),
  mailerTemplatesEmailChanged: template("EMAIL_CHANGED_NOTIFICATION"),
  mailerTemplatesPhoneChanged: template("PHONE_CHANGED_NOTIFICATION"),
  mailerTemplatesIdentityLinked: template("IDENTITY_LINKED_NOTIFICATION"),
  mailerTemplatesIdentityUnlinked: template("IDENTITY_UNLINKED_NOTIFICATION"),
  mailerTemplatesMfaFactorEnrolled: template("MFA_FACTOR_ENROLLED_NOTIFICATION"),
  mailerTemplatesMfaFactorUnenrolled: template("MFA_FACTOR_UNENROLLED_NOTIFICATION"),
  mailerTemplatesNewDevice: template("NEW_DEVICE_NOTIFICATION"),
  mailerTemplatesImpersonated: template("IMPERSONATED_NOTIFICATION"),
  mailerTemplatesPasswordsExported: template("PASSWORDS_EXPORTED_NOTIFICATION"),
  mailerTemplatesAccountDormant: template("ACCOUNT_DORMANT_NOTIFICATION"),
});

function enabled(kind: string, what: string, initial = false) {
  return { env: `MAILER_NOTIFICATIONS_${kind}_ENABLED`, format: bool, initial, doc: `A mail about ${what}.` } as const;
}
