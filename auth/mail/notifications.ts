// The mails that notify users of changes to their account, and their settings.
import type { AuthConfig } from "../config.ts";

export type Notification =
  | "password_changed"
  | "email_changed"
  | "phone_changed"
  | "identity_linked"
  | "identity_unlinked"
  | "mfa_factor_enrolled"
  | "mfa_factor_unenrolled"
  | "new_device"
  | "impersonated"
  | "passwords_exported"
  | "account_dormant";

export function notificationSettings(config: AuthConfig): Record<Notification, { isOn: boolean }> {
  return {
    password_changed: { isOn: config.notifyPasswordChanged },
    email_changed: { isOn: config.notifyEmailChanged },
    phone_changed: { isOn: config.notifyPhoneChanged },
    identity_linked: { isOn: config.notifyIdentityLinked },
    identity_unlinked: { isOn: config.notifyIdentityUnlinked },
    mfa_factor_enrolled: { isOn: config.notifyMfaFactorEnrolled },
    mfa_factor_unenrolled: { isOn: config.notifyMfaFactorUnenrolled },
    new_device: { isOn: config.notifyNewDevice },
    impersonated: { isOn: config.notifyImpersonated },
    passwords_exported: { isOn: config.notifyPasswordsExported },
    account_dormant: { isOn: config.notifyAccountDormant },
  };
}
