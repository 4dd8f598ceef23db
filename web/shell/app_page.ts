// The page around the app in the browser: that of money, or the console.
import { createHash } from "node:crypto";
import { Answer } from "../../kernel/http/endpoint.ts";
import type { WebInput } from "../endpoint.ts";
import { html } from "../html/html.ts";
import { headLinks, themeOf } from "../html/layout.ts";
import { SPRITE } from "../html/sprite.ts";
import { withQuery } from "../http/next.ts";
import { redirect } from "../http/redirect.ts";
import { CONSOLE_POLICY } from "../http/security_headers.ts";
import { languageOf } from "../language/language.ts";
import { readSession } from "../sessions/session_cookie.ts";

interface OpenedScreen {
  entry: "app" | "console";
  /** Its file below web/app. */
  screen: string;
}

/** By entry. */
const STYLES = { app: "look", console: "console" } as const;

const INSTALLABLE = html`<link rel="manifest" href="/manifest.webmanifest">
<link rel="apple-touch-icon" href="/icon.png">`;

/**
 * The page holds nothing of anybody, so that it may be opened by a link of another site, with which the session's cookie does not come along. Where it
 * would have come, and is not there, nobody is signed in.
 */
export function appPage(input: WebInput, opened: OpenedScreen): Answer {
  const { request, cookieKey, query } = input;
  const site = request.headers["sec-fetch-site"];
  const wouldCome = site === "none" || site === "same-origin";
  if (wouldCome && !readSession(cookieKey, request))
    return redirect(withQuery("/sign_in", { next: request.path + searchOf(query as Record<string, string>) }));
  const text = shell(input, opened);
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  const headers = {
    etag,
    "cache-control": "private, no-cache",
    vary: "cookie, accept-language, sec-fetch-site",
    ...(opened.entry === "console" && { "content-security-policy": CONSOLE_POLICY }),
  };
  if (request.headers["if-none-match"] === etag) return new Answer(304, headers);
  return new Answer(200, { ...headers, "content-type": "text/html; charset=utf-8" }, text);
}

function searchOf(query: Record<string, string>): string {
  const search = new URLSearchParams(query).toString();
  return search === "" ? "" : `?${search}`;
}

function shell({ request, assets, brand }: WebInput, { entry, screen }: OpenedScreen): string {
  const language = languageOf(request);
  const theme = themeOf(request);
  const preloads = (assets.screens[screen] ?? []).map((name) => html`<link rel="modulepreload" href="/assets/${name}">\n`);
  const needsScript = language === "en" ? "The app needs scripts to be allowed." : "O aplicativo precisa de scripts permitidos.";
  return `<!doctype html>
${
  html`<html lang="${language}"${theme ? html` data-theme="${theme}"` : ""} data-brand="${brand.name}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f3f6f5" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0b110f" media="(prefers-color-scheme: dark)">
<title>${brand.name}</title>
${entry === "app" ? INSTALLABLE : html`<meta name="robots" content="noindex">`}
${headLinks({ assets, brand }, assets.styles[STYLES[entry]])}
${preloads}<script type="module" src="/assets/${assets.scripts[entry]}"></script>
</head>
<body>
<div id="app"></div>
${SPRITE}
<noscript><p>${needsScript}</p></noscript>
</body>
</html>`.text
}
`;
}
