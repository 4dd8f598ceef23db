// Finds the language of a mail's reader where the mail does not name it. It is looked up at delivery, where nobody can measure whether the
// address has an account.
import type { Db } from "../../kernel/sql/database.ts";
import { readLanguageTag } from "../mail/language.ts";
import type { Mail } from "../mail/mail.ts";
import { findLanguages } from "./queries.ts";

/** The reader's locale, then the language that they signed up in, then those of the request. A stranger who is invited gets the inviter's. */
export async function inReadersLanguage(db: Db, mail: Mail): Promise<Mail> {
  const { template, to, variables } = mail;
  if (readLanguageTag(variables.data?.locale) !== undefined) return mail;
  const inviter = template === "space_invitation" ? variables.data?.inviter : undefined;
  // Of a new address the user's present one says more.
  for (const address of new Set([to, variables.email, inviter])) {
    const languages = typeof address === "string" ? await languagesOfUser(db, address) : [];
    if (languages.length > 0)
      return { ...mail, variables: { ...variables, languages: [...languages, ...(variables.languages ?? [])] } };
  }
  return mail;
}

async function languagesOfUser(db: Db, email: string): Promise<string[]> {
  const user = await findLanguages(db, email);
  return [user?.locale, user?.language].map(readLanguageTag).filter((tag) => tag !== undefined);
}
