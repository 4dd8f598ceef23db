// Finds the reader's language for mails that are written without their metadata. It is looked up at delivery, where nobody can measure whether the
// address has an account.
import type { Db } from "../../kernel/sql/database.ts";
import { builtInLanguage, readLanguageTag } from "../mail/language.ts";
import type { Mail, MailTemplate } from "../mail/mail.ts";
import { findLocale } from "./queries.ts";

/** To addresses that may be those of users, known or not, or of users who were invited before. */
const TO_ANYBODY: readonly MailTemplate[] = ["address_taken", "space_invitation", "invite"];

/** A recipient without an account gets the inviter's language, then that of the request. */
export async function withLocale(db: Db, mail: Mail): Promise<Mail> {
  const { template, to, variables } = mail;
  if (!TO_ANYBODY.includes(template) || builtInLanguage(readLanguageTag(variables.data?.locale))) return mail;
  const inviter = template === "space_invitation" ? variables.data?.inviter : undefined;
  const locale = (await findLocale(db, to)) ?? (typeof inviter === "string" ? await findLocale(db, inviter) : undefined);
  const tag = readLanguageTag(locale);
  return tag === undefined ? mail : { ...mail, variables: { ...variables, languages: [tag, ...(variables.languages ?? [])] } };
}
