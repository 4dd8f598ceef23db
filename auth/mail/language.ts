// The language of built-in mail texts, by what a user's metadata says. The value only chooses between languages: it never gets into a mail.

export type MailLanguage = "pt-BR" | "en";

/** `pt`, `pt-BR`, `pt_BR`, `en-US` and the like. Undefined for any other value, and for a user who has none. */
export function languageOfLocale(locale: unknown): MailLanguage | undefined {
  const language = typeof locale === "string" ? /^(pt|en)(?:[-_][a-z0-9]{1,8})*$/i.exec(locale.trim())?.[1] : undefined;
  if (language === undefined) return undefined;
  return language.toLowerCase() === "pt" ? "pt-BR" : "en";
}
