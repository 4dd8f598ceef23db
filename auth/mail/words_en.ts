// The built-in texts of mails in English, which are also those of users whose language is not known.
import type { MailTemplate } from "./mail.ts";
import type { MailWords } from "./words.ts";

const IGNORE = "If you did not ask for this, you can ignore this mail: nothing will change.";

const NOT_YOU = "If that was not you, ask for a new password at once: somebody else may be in your account.";

export const ENGLISH: Record<MailTemplate, MailWords> = {
  invite: {
    heading: "You have been invited",
    sentence: "You have been invited to create a user on {{ .SiteURL }}. Accept the invitation to get started.",
    button: "Accept the invitation",
    code: "Or enter this code:",
    otherwise: "If you do not want to join, you can ignore this mail.",
  },
  confirmation: {
    heading: "Confirm your email address",
    sentence: "Please confirm that {{ .Email }} is your address to finish signing up.",
    button: "Confirm your address",
    code: "Or enter this code:",
    otherwise: "If you did not sign up, you can ignore this mail: without a confirmation the address is not used.",
  },
  recovery: {
    heading: "Reset your password",
    sentence: "Somebody, hopefully you, asked for a new password for {{ .Email }}.",
    button: "Reset your password",
    code: "Or enter this code:",
    otherwise: IGNORE,
  },
  magic_link: {
    heading: "Your sign-in link",
    sentence: "Follow this link to sign in as {{ .Email }}. It works once.",
    button: "Sign in",
    code: "Or enter this code:",
    otherwise: IGNORE,
  },
  email_change: {
    heading: "Confirm your new email address",
    sentence: "Please confirm the change of your address from {{ .Email }} to {{ .NewEmail }}.",
    button: "Confirm the change",
    code: "Or enter this code:",
    otherwise: "If you did not ask for this, do not confirm it, and change your password: somebody may know it.",
  },
  reauthentication: {
    heading: "Confirm that it is you",
    sentence: "Somebody who is signed in as {{ .Email }} wants to change something important.",
    code: "Enter this code to go on:",
    otherwise: "If that was not you, tell nobody this code, and change your password.",
  },
  password_changed: {
    heading: "Your password was changed",
    sentence: "The password of {{ .Email }} on {{ .SiteURL }} has just been changed. Other devices have been signed out.",
    otherwise: NOT_YOU,
  },
  email_changed: {
    heading: "Your email address was changed",
    sentence: "The address of your account on {{ .SiteURL }} was changed from {{ .OldEmail }} to {{ .Email }}.",
    otherwise: NOT_YOU,
  },
  phone_changed: {
    heading: "Your phone number was changed",
    sentence: "The phone number of {{ .Email }} on {{ .SiteURL }} is now {{ .Phone }}.",
    otherwise: NOT_YOU,
  },
  identity_linked: {
    heading: "A new sign-in method was linked",
    sentence: "{{ .Email }} on {{ .SiteURL }} can now be signed in to by {{ .Provider }}.",
    otherwise: NOT_YOU,
  },
  identity_unlinked: {
    heading: "A sign-in method was removed",
    sentence: "{{ .Email }} on {{ .SiteURL }} can no longer be signed in to by {{ .Provider }}.",
    otherwise: NOT_YOU,
  },
  mfa_factor_enrolled: {
    heading: "A new verification method was added",
    sentence: "{{ .Email }} on {{ .SiteURL }} has a new verification method: {{ .FactorType }}.",
    otherwise: NOT_YOU,
  },
  mfa_factor_unenrolled: {
    heading: "A verification method was removed",
    sentence: "A verification method of {{ .Email }} on {{ .SiteURL }} was removed: {{ .FactorType }}.",
    otherwise: NOT_YOU,
  },
  new_device: {
    heading: "A new device has signed in",
    sentence: "Somebody, hopefully you, has signed in to {{ .Email }} on {{ .SiteURL }} by {{ .Device }}, from {{ .IP }}.",
    otherwise: NOT_YOU,
  },
  impersonated: {
    heading: "An administrator looked at your account",
    sentence:
      "An administrator of {{ .SiteURL }} has opened the account {{ .Email }} to see what you see. For 30 minutes at most they can look, and cannot change anything.",
    otherwise: "If you did not ask for help, ask those who run the site why.",
  },
  passwords_exported: {
    heading: "All accounts were exported",
    sentence:
      "{{ .Administrator }}, an owner of {{ .SiteURL }}, has exported all accounts with their password hashes and second factors, from {{ .IP }}.",
    otherwise:
      "If you did not expect this, take the role from that owner at once, and ask why: the log of administrators has the reason.",
  },
  account_dormant: {
    heading: "Your account will be disabled soon",
    sentence:
      "Nobody has signed in to {{ .Email }} on {{ .SiteURL }} for a long time. On {{ .Day }} the account will be disabled.",
    otherwise: "To keep it, sign in before that day. Nothing is deleted: whoever runs the site can open the account again.",
  },
  space_invitation: {
    heading: "You have been invited",
    sentence:
      "{{ .Data.inviter }} invites you to share their finances on {{ .SiteURL }}. Sign in with the address {{ .Email }}, or sign up with it, to accept.",
    button: "Accept the invitation",
    otherwise: "If you do not know who this is, or do not want to join, you can ignore this mail: nothing will change.",
  },
  address_taken: {
    heading: "You already have an account",
    sentence: "Somebody tried to use {{ .SendingTo }} for an account on {{ .SiteURL }}, where it already belongs to yours.",
    otherwise:
      "If that was you, sign in instead, or ask for a new password. If not, you need to do nothing: nothing has changed.",
  },
};
