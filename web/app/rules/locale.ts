// The `locale` in a user's metadata at auth, which sets the language of mails and of new spaces.

export type Language = "pt-BR" | "en";

/** Undefined if nothing has to be written. A language set by another app stays, unless the reader has just chosen one. */
export function localeToKeep(metadata: unknown, language: Language, isChosen: boolean): Language | undefined {
  const { locale, language: other, lang } = (metadata ?? {}) as Record<string, unknown>;
  const stored = [locale, other, lang].find((each) => each !== undefined && each !== null && each !== "");
  if (stored === undefined) return language;
  const profileLanguage = typeof locale === "string" ? languageIn(locale) : undefined;
  return isChosen && profileLanguage !== undefined && profileLanguage !== language ? language : undefined;
}

/** The language of a tag such as `pt_BR` or `en-US`. */
function languageIn(locale: string): Language | undefined {
  const [first] = locale.trim().toLowerCase().split(/[-_]/, 1);
  if (first === "pt") return "pt-BR";
  return first === "en" ? "en" : undefined;
}
