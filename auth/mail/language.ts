// The languages of a mail's reader. They only choose between texts: nothing of them gets into a mail.
import { acceptedLanguages } from "../../kernel/http/accept_language.ts";
import type { Request } from "../../kernel/http/endpoint.ts";
import type { MailVariables } from "./mail.ts";

/** Of the built-in texts. */
export type MailLanguage = "pt-BR" | "en";

/** `pt`, `pt-BR`, `pt_BR`, `en-US` and the like, as tags in lower case. Undefined for what is no language tag. */
export function readLanguageTag(locale: unknown): string | undefined {
  const tag = typeof locale === "string" ? /^[a-z]{2,3}(?:[-_][a-z0-9]{1,8})*$/i.exec(locale.trim())?.[0] : undefined;
  return tag?.replaceAll("_", "-").toLowerCase();
}

/** The language itself and those that it is a variety of, the narrowest first: `zh-hant-tw`, `zh-hant`, `zh`. */
export function withParents(tag: string): string[] {
  const parts = tag.split("-");
  return parts.map((_part, index) => parts.slice(0, parts.length - index).join("-"));
}

/** The built-in texts for readers of this language, if there are any. */
export function builtInLanguage(tag: string | undefined): MailLanguage | undefined {
  const [language] = tag?.split("-", 1) ?? [];
  if (language === "pt") return "pt-BR";
  return language === "en" ? "en" : undefined;
}

/** The first of those that the browser of the request asks for. */
export function languageOf({ headers }: Pick<Request, "headers">): string | undefined {
  return acceptedLanguages(headers["accept-language"])[0];
}

/** What the browser of the request asks for; nothing where that is a program, which asks for none. */
export function languagesOf({ headers }: Pick<Request, "headers">): Pick<MailVariables, "languages"> {
  const languages = acceptedLanguages(headers["accept-language"]);
  return languages.length === 0 ? {} : { languages };
}
