// What is kept as `locale` in a user's metadata at auth: mails come in that language, and a new space begins in it.

export type Language = "pt-BR" | "en";

/**
 * Undefined where nothing is to be written. Where other apps have said a language, theirs stays, unless the reader has just chosen between the two
 * that we speak.
 */
export function localeToKeep(metadata: unknown, language: Language, isChosen: boolean): Language | undefined {
  const { locale, language: other, lang } = (metadata ?? {}) as Record<string, unknown>;
  const stored = [locale, other, lang].find((each) => each !== undefined && each !== null && each !== "");
  if (stored === undefined) return language;
  const profileLanguage = typeof locale === "string" ? languageIn(locale) : undefined;
  return isChosen && profileLanguage !== undefined && profileLanguage !== language ? language : undefined;
}

/** Of a tag such as `pt_BR` or `en-US`. */
function languageIn(locale: string): Language | undefined {
  const [first] = locale.trim().toLowerCase().split(/[-_]/, 1);
  if (first === "pt") return "pt-BR";
  return first === "en" ? "en" : undefined;
}
