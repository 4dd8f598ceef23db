// The frame of every hosted page: head, brand, one column, language, and on wide screens the dial. It needs no script, and loads nothing of others.
import { Answer, type Request } from "../../kernel/http/endpoint.ts";
import type { Assets } from "../assets/assets_of_build.ts";
import type { Brand } from "../assets/brand.ts";
import { plainCookies } from "../http/cookie.ts";
import { chosenCookie, LANGUAGES, type Language, languageCookie, languageOf } from "../language/language.ts";
import { WORDS, type Words } from "../language/words.ts";
import { monthDial } from "./dial.ts";
import { html, Markup } from "./html.ts";

export interface Look {
  assets: Assets;
  brand: Brand;
}

export interface Page {
  title: string;
  body: Markup;
  /** At the foot of the page, beside the switch of languages. */
  foot?: Markup | undefined;
  status?: number;
  headers?: Record<string, string | string[]>;
}

interface PageInput extends Look {
  now: Date;
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
  now: Date;
  title: string;
  body: Markup;
  foot?: Markup | undefined;
  language: Language;
  theme?: string | undefined;
  switchTo?: string;
}

export function frame({ assets, brand, now, title, body, foot, language, theme, switchTo }: Frame): string {
  const words = WORDS[language];
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
<main>
${body}
</main>
<footer>${foot ?? html`<span></span>`}${switchTo && html`<a href="${switchTo}" lang="${language === "en" ? "pt-BR" : "en"}">${words.otherLanguage}</a>`}</footer>
${monthDial(words, now)}
</body>
</html>`.text
}
`;
}

export function headLinks({ brand }: Look, style: string | undefined): Markup {
  return html`<link rel="icon" href="${brand.logo ? `/brand/logo?${brand.version}` : icon(brand.colour)}">
<link rel="stylesheet" href="/assets/${style}">${
    brand.style !== "" &&
    html`
<link rel="stylesheet" href="/brand/style?${brand.version}">`
  }`;
}

/** The door of a safe. */
const DOOR = '<circle cx="16" cy="16" r="8"/><path d="M16 11.5v9M11.5 16h9" stroke-linecap="round"/>';
const PLATE = '<rect x="2" y="2" width="28" height="28" rx="8"';

/** Tabs have no colours of ours, so the icon brings its own. */
function icon(colour: string): string {
  const shape = `${PLATE} fill="${colour}"/><g fill="none" stroke="#fff" stroke-width="2.5">${DOOR}</g>`;
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${shape}</svg>`)}`;
}

const OWN_LOGO = new Markup(
  `<svg class="logo" viewBox="2 2 28 28" width="36" height="36" aria-hidden="true">${PLATE}/><g>${DOOR}</g></svg>`,
);

function logo({ logo: own, version }: Brand): Markup {
  return own ? html`<img src="/brand/logo?${version}" alt="" width="36" height="36">` : OWN_LOGO;
}
