// In which language somebody reads: what they chose here, else what their browser asks for, else Portuguese.
import { acceptedLanguages } from "../../kernel/http/accept_language.ts";
import type { Request } from "../../kernel/http/endpoint.ts";
import { plainCookies } from "../http/cookie.ts";

export const LANGUAGES = ["pt-BR", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Set here and by the app. It says nothing of anybody, so scripts may read it. */
export const LANGUAGE_COOKIE = "cofre-language";

export function languageOf({ headers }: Pick<Request, "headers">): Language {
  const choice = plainCookies(headers.cookie).get(LANGUAGE_COOKIE);
  return LANGUAGES.find((each) => each === choice) ?? preferred(headers["accept-language"]);
}

function preferred(header: string | undefined): Language {
  const first = acceptedLanguages(header).find((tag) => /^(pt|en)\b/.test(tag));
  return first?.startsWith("en") ? "en" : "pt-BR";
}

/** Beside the other for a quarter of an hour: whoever signs in by then has chosen it themselves. */
export const CHOSEN_COOKIE = "cofre-language-chosen";

export function chosenCookie({ secure }: Pick<Request, "secure">): string {
  return `${CHOSEN_COOKIE}=1; Path=/; Max-Age=900; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

export function endChosenCookie({ headers, secure }: Pick<Request, "headers" | "secure">): string[] {
  const isThere = plainCookies(headers.cookie).has(CHOSEN_COOKIE);
  return isThere ? [`${CHOSEN_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`] : [];
}

export function languageCookie(language: Language, { secure }: Pick<Request, "secure">): string {
  return `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure ? "; Secure" : ""}`;
}
