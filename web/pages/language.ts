// In which language somebody reads: what they chose here, else what their browser asks for, else Portuguese.
import type { Request } from "../../kernel/http/endpoint.ts";
import { plainCookies } from "../sessions/cookie.ts";

export const LANGUAGES = ["pt-BR", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Set here and by the app. It says nothing of anybody, so scripts may read it. */
export const LANGUAGE_COOKIE = "cofre-language";

export function languageOf({ headers }: Pick<Request, "headers">): Language {
  const chosen = plainCookies(headers.cookie).get(LANGUAGE_COOKIE);
  return LANGUAGES.find((each) => each === chosen) ?? preferred(headers["accept-language"]);
}

/** By the reader's own order of languages (RFC 9110, 12.5.4). */
function preferred(accepted = ""): Language {
  const ranges = accepted.split(",", 20).map((each) => {
    const [range = "", ...parameters] = each.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    return { language: range.split("-", 1)[0], quality: quality ? Number(quality.slice(2)) || 0 : 1 };
  });
  const known = ranges.filter(({ language, quality }) => quality > 0 && (language === "pt" || language === "en"));
  const [first] = known.toSorted((one, other) => other.quality - one.quality);
  return first?.language === "en" ? "en" : "pt-BR";
}

export function languageCookie(language: Language, { secure }: Pick<Request, "secure">): string {
  return `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure ? "; Secure" : ""}`;
}
