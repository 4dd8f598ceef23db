// The subject of each kind of mail: the operator's where one is set, else the built-in one.
import { mailer } from "../config/mail.ts";
import { notifications } from "../config/notifications.ts";
import type { AuthConfig } from "../config.ts";
import type { MailTemplate } from "./mail.ts";

const TABLE = { ...mailer, ...notifications };

/** By which variable an operator sets it. */
const VARIABLES = {
  invite: "mailerSubjectsInvite",
  confirmation: "mailerSubjectsConfirmation",
  recovery: "mailerSubjectsRecovery",
  magic_link: "mailerSubjectsMagicLink",
  email_change: "mailerSubjectsEmailChange",
  reauthentication: "mailerSubjectsReauthentication",
  password_changed: "mailerSubjectsPasswordChanged",
  email_changed: "mailerSubjectsEmailChanged",
  phone_changed: "mailerSubjectsPhoneChanged",
  identity_linked: "mailerSubjectsIdentityLinked",
  identity_unlinked: "mailerSubjectsIdentityUnlinked",
  mfa_factor_enrolled: "mailerSubjectsMfaFactorEnrolled",
  mfa_factor_unenrolled: "mailerSubjectsMfaFactorUnenrolled",
  new_device: "mailerSubjectsNewDevice",
} as const satisfies Partial<Record<MailTemplate, keyof AuthConfig>>;

type Settable = keyof typeof VARIABLES;

/** Of mails that have no variable. */
const FIXED: Record<Exclude<MailTemplate, Settable>, string> = {
  address_taken: "You already have an account",
  space_invitation: "You have been invited",
};

const isSettable = (template: MailTemplate): template is Settable => template in VARIABLES;

export function subjectOf(template: MailTemplate, config: AuthConfig): string {
  return isSettable(template) ? config[VARIABLES[template]] : FIXED[template];
}

/** A variable that holds the built-in text says nothing of the operator's own. */
export function isOwnSubject(template: MailTemplate, config: AuthConfig): boolean {
  return isSettable(template) && config[VARIABLES[template]] !== TABLE[VARIABLES[template]].initial;
}
