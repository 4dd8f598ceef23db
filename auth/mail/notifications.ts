// The mails that tell users what has happened to their account, and the settings of each.
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
  subject: string;
  template: string | undefined;
}

export function notificationSettings(config: AuthConfig): Record<Notification, Settings> {
  return {
    password_changed: {
      isOn: config.notifyPasswordChanged,
      subject: config.mailerSubjectsPasswordChanged,
      template: config.mailerTemplatesPasswordChanged,
    },
    email_changed: {
      isOn: config.notifyEmailChanged,
      subject: config.mailerSubjectsEmailChanged,
      template: config.mailerTemplatesEmailChanged,
    },
    phone_changed: {
      isOn: config.notifyPhoneChanged,
      subject: config.mailerSubjectsPhoneChanged,
      template: config.mailerTemplatesPhoneChanged,
    },
    identity_linked: {
      isOn: config.notifyIdentityLinked,
      subject: config.mailerSubjectsIdentityLinked,
      template: config.mailerTemplatesIdentityLinked,
    },
    identity_unlinked: {
      isOn: config.notifyIdentityUnlinked,
      subject: config.mailerSubjectsIdentityUnlinked,
      template: config.mailerTemplatesIdentityUnlinked,
    },
    mfa_factor_enrolled: {
      isOn: config.notifyMfaFactorEnrolled,
      subject: config.mailerSubjectsMfaFactorEnrolled,
      template: config.mailerTemplatesMfaFactorEnrolled,
    },
    mfa_factor_unenrolled: {
      isOn: config.notifyMfaFactorUnenrolled,
      subject: config.mailerSubjectsMfaFactorUnenrolled,
      template: config.mailerTemplatesMfaFactorUnenrolled,
    },
    new_device: {
      isOn: config.notifyNewDevice,
      subject: config.mailerSubjectsNewDevice,
      template: config.mailerTemplatesNewDevice,
    },
  };
}
