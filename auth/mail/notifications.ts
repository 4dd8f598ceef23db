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
  | "new_device";

interface Settings {
  isOn: boolean;
  template: string | undefined;
}

export function notificationSettings(config: AuthConfig): Record<Notification, Settings> {
  return {
    password_changed: { isOn: config.notifyPasswordChanged, template: config.mailerTemplatesPasswordChanged },
    email_changed: { isOn: config.notifyEmailChanged, template: config.mailerTemplatesEmailChanged },
    phone_changed: { isOn: config.notifyPhoneChanged, template: config.mailerTemplatesPhoneChanged },
    identity_linked: { isOn: config.notifyIdentityLinked, template: config.mailerTemplatesIdentityLinked },
    identity_unlinked: { isOn: config.notifyIdentityUnlinked, template: config.mailerTemplatesIdentityUnlinked },
    mfa_factor_enrolled: { isOn: config.notifyMfaFactorEnrolled, template: config.mailerTemplatesMfaFactorEnrolled },
    mfa_factor_unenrolled: { isOn: config.notifyMfaFactorUnenrolled, template: config.mailerTemplatesMfaFactorUnenrolled },
    new_device: { isOn: config.notifyNewDevice, template: config.mailerTemplatesNewDevice },
  };
}
