// The frame of every hosted page: head, brand, one card, language. It needs no script, and loads nothing of others.
import { Answer, type Request } from "../../kernel/http/endpoint.ts";
import type { Assets } from "../assets/assets_of_build.ts";
import type { Brand } from "../assets/brand.ts";
import { plainCookies } from "../http/cookie.ts";
import { chosenCookie, LANGUAGES, type Language, languageCookie, languageOf } from "../language/language.ts";
import { WORDS, type Words } from "../language/words.ts";
import { html, type Markup } from "./html.ts";

export interface Look {
  assets: Assets;
  brand: Brand;
}

export interface Page {
  title: string;
  body: Markup;
  status?: number;
  headers?: Record<string, string | string[]>;
}

interface PageInput extends Look {
  request: Request;
  query?: unknown;
}

/** `?lang=` is what the switch of languages leads to; it is remembered. */
export function chosenLanguage({ request, query }: Pick<PageInput, "request" | "query">): Language {
  const language = (query as { lang?: unknown } | undefined)?.lang;
  return LANGUAGES.find((each) => each === language) ?? languageOf(request);
}

/** `write` is given the words of the reader's language. */
export function answerPage(input: PageInput, write: (words: Words) => Page): Answer {
  const language = chosenLanguage(input);
  const { status = 200, headers = {}, ...page } = write(WORDS[language]);
  const isChosen = language !== languageOf(input.request);
  const choice = isChosen ? [languageCookie(language, input.request), chosenCookie(input.request)] : [];
  const cookies = [headers["set-cookie"] ?? [], choice].flat();
  return new Answer(
    status,
    {
      ...headers,
      "content-type": "text/html; charset=utf-8",
      "content-language": language,
      ...(cookies.length > 0 && { "set-cookie": cookies }),
    },
    frame({ ...input, ...page, language, theme: themeOf(input.request), switchTo: switchUrl(input, language) }),
  );
}

/** Set by the app, and here for whoever chose it elsewhere. */
export const THEME_COOKIE = "cofre-theme";

export function themeCookie(theme: "light" | "dark", { secure }: Pick<Request, "secure">): string {
  return `${THEME_COOKIE}=${theme}; Path=/; Max-Age=31536000; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** As the app leaves it; without it the system's holds. */
export function themeOf({ headers }: Pick<Request, "headers">): "light" | "dark" | undefined {
  const theme = plainCookies(headers.cookie).get(THEME_COOKIE);
  return theme === "light" || theme === "dark" ? theme : undefined;
}

function switchUrl({ query }: PageInput, language: Language): string {
  const other = LANGUAGES.find((each) => each !== language) as Language;
  const parameters = Object.entries((query ?? {}) as Record<string, unknown>).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string" && pair[0] !== "lang",
  );
  return `?${new URLSearchParams([...parameters, ["lang", other]])}`;
}

interface Frame extends Look {
  title: string;
  body: Markup;
  language: Language;
  theme?: string | undefined;
  switchTo?: string;
}

export function frame({ assets, brand, title, body, language, theme, switchTo }: Frame): string {
  return `<!doctype html>
${
  html`<html lang="${language}"${theme ? html` data-theme="${theme}"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · ${brand.name}</title>
${headLinks({ assets, brand }, assets.styles.sheet)}
<script type="module" src="/assets/${assets.scripts.pages}"></script>
</head>
<body>
<header class="brand"><a href="/">${logo(brand)}<span>${brand.name}</span></a></header>
<main class="card">
${body}
</main>
<footer>${switchTo && html`<a href="${switchTo}" lang="${language === "en" ? "pt-BR" : "en"}">${WORDS[language].otherLanguage}</a>`}</footer>
</body>
</html>`.text
}
`;
}

export function headLinks({ brand }: Look, style: string | undefined): Markup {
  return html`<link rel="icon" href="${brand.logo ? `/brand/logo?${brand.version}` : ICON}">
<link rel="stylesheet" href="/assets/${style}">${
    brand.style !== "" &&
    html`
<link rel="stylesheet" href="/brand/style?${brand.version}">`
  }`;
}

/** The door of a safe. */
const SHAPE = `<rect x="2" y="2" width="28" height="28" rx="8" fill="#0f6e56"/><circle cx="16" cy="16" r="8" fill="none" stroke="#fff" stroke-width="2.5"/><path d="M16 11.5v9M11.5 16h9" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/>`;
const ICON = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${SHAPE}</svg>`)}`;

function logo(brand: Brand): Markup {
  return html`<img src="${brand.logo ? `/brand/logo?${brand.version}` : ICON}" alt="" width="32" height="32">`;
}
