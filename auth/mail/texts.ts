// Which texts a mail has: the operator's for the reader's language, else the operator's for everybody, else the built-in ones.
import { mailer } from "../config/mail.ts";
import { notifications } from "../config/notifications.ts";
import type { AuthConfig } from "../config.ts";
import { builtInLanguage, type MailLanguage, readLanguageTag, withParents } from "./language.ts";
import type { Mail, MailTemplate } from "./mail.ts";
import { PORTUGUESE } from "./words_pt.ts";

export interface MailTexts {
  subject: string;
  /** Where the operator's body is fetched. */
  template: string | undefined;
  /** Of the built-in parts; undefined for a language that only the operator has texts in. */
  language: MailLanguage | undefined;
}

/** What the variables of each kind of mail are called in the configuration. */
const NAMES = {
  invite: "Invite",
  confirmation: "Confirmation",
  recovery: "Recovery",
  magic_link: "MagicLink",
  email_change: "EmailChange",
  reauthentication: "Reauthentication",
  password_changed: "PasswordChanged",
  email_changed: "EmailChanged",
  phone_changed: "PhoneChanged",
  identity_linked: "IdentityLinked",
  identity_unlinked: "IdentityUnlinked",
  mfa_factor_enrolled: "MfaFactorEnrolled",
  mfa_factor_unenrolled: "MfaFactorUnenrolled",
  new_device: "NewDevice",
  impersonated: "Impersonated",
  passwords_exported: "PasswordsExported",
  account_dormant: "AccountDormant",
  address_taken: "AddressTaken",
  space_invitation: "SpaceInvitation",
} as const satisfies Record<MailTemplate, string>;

export const MAIL_TEMPLATES = Object.keys(NAMES) as MailTemplate[];

const INITIAL = { ...mailer, ...notifications };

export function textsOf({ template, variables }: Pick<Mail, "template" | "variables">, config: AuthConfig): MailTexts {
  const name = NAMES[template];
  const [subjectKey, templateKey] = [`mailerSubjects${name}`, `mailerTemplates${name}`] as const;
  const [subject, body] = [config[subjectKey], config[templateKey]];
  // A variable that holds the built-in text says nothing of the operator's own.
  const hasSubject = subject !== INITIAL[subjectKey].initial;
  const isSetForAll = hasSubject || body !== undefined;
  const textIn = (tag: string, key: typeof subjectKey | typeof templateKey) =>
    withParents(tag)
      .map((each) => config.mailerTexts[each]?.[key])
      .find((text) => text !== undefined);
  const isOwn = (tag: string) => textIn(tag, subjectKey) !== undefined || textIn(tag, templateKey) !== undefined;
  // The language of a text for everybody is not known: it may be the reader's first, so only that one goes before it.
  const wishes = isSetForAll ? wishesOf(variables).slice(0, 1) : wishesOf(variables);
  const tag = wishes.find((each) => isOwn(each) || builtInLanguage(each) !== undefined);
  if (tag === undefined || (isSetForAll && !isOwn(tag))) return { subject, template: body, language: "en" };
  const language = builtInLanguage(tag);
  const builtInSubject = language === "pt-BR" && !hasSubject ? PORTUGUESE[template].subject : subject;
  return { subject: textIn(tag, subjectKey) ?? builtInSubject, template: textIn(tag, templateKey) ?? body, language };
}

/** What the user has chosen goes before what their browser asks for. */
function wishesOf({ data, languages = [] }: Mail["variables"]): string[] {
  const locale = readLanguageTag(data?.locale);
  return locale === undefined ? [...languages] : [locale, ...languages];
}
