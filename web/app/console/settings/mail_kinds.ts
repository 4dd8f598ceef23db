// What the mails of a kind are called in auth, and which placeholders they have. Others are left empty.
import type { MailKind } from "./mail_words.ts";

const OF_ALL = ["Email", "SiteURL", "Data.name"];
const OF_LINKS = ["ConfirmationURL", "Token", "TokenHash", "RedirectTo"];

const OF_KIND: Partial<Record<MailKind, readonly string[]>> = {
  CONFIRMATION: OF_LINKS,
  RECOVERY: OF_LINKS,
  MAGIC_LINK: OF_LINKS,
  INVITE: OF_LINKS,
  EMAIL_CHANGE: [...OF_LINKS, "NewEmail"],
  REAUTHENTICATION: ["Token"],
  SPACE_INVITATION: ["ConfirmationURL"],
  EMAIL_CHANGED_NOTIFICATION: ["OldEmail"],
  PHONE_CHANGED_NOTIFICATION: ["Phone", "OldPhone"],
  IDENTITY_LINKED_NOTIFICATION: ["Provider"],
  IDENTITY_UNLINKED_NOTIFICATION: ["Provider"],
  MFA_FACTOR_ENROLLED_NOTIFICATION: ["FactorType"],
  MFA_FACTOR_UNENROLLED_NOTIFICATION: ["FactorType"],
  NEW_DEVICE_NOTIFICATION: ["Device", "IP"],
  PASSWORDS_EXPORTED_NOTIFICATION: ["Administrator", "IP"],
  ACCOUNT_DORMANT_NOTIFICATION: ["Day"],
};

export const variablesOf = (kind: MailKind): string[] => [...(OF_KIND[kind] ?? []), ...OF_ALL].map((name) => `{{ .${name} }}`);

export const templateOf = (kind: MailKind): string => kind.replace(/_NOTIFICATION$/, "").toLowerCase();
