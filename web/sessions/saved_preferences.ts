// Theme and language that somebody chose in another browser hold in this one from the first page on. Finance keeps them; without an answer of it,
// nothing is taken over, and nobody waits.
import { setTimeout as sleep } from "node:timers/promises";
import type { WebInput } from "../endpoint.ts";
import { THEME_COOKIE, themeCookie } from "../html/layout.ts";
import { plainCookies } from "../http/cookie.ts";
import { LANGUAGE_COOKIE, LANGUAGES, languageCookie } from "../language/language.ts";
import { forwarded } from "../upstream/forwarded.ts";
import type { Session } from "./session_cookie.ts";

const LONGEST_MS = 1_000;

/** set-cookie headers, for what was not chosen here. */
export async function savedPreferences(input: WebInput, { accessToken }: Session): Promise<string[]> {
  const { finance, request } = input;
  const here = plainCookies(request.headers.cookie);
  if (here.has(THEME_COOKIE) && here.has(LANGUAGE_COOKIE)) return [];
  const headers = forwarded(request, accessToken);
  const late = sleep(LONGEST_MS, undefined, { ref: false });
  const answer = finance.ask({ path: "/preferences", headers }).catch(() => undefined);
  const { theme, language } = ((await Promise.race([answer, late]))?.body.preferences ?? {}) as Record<string, unknown>;
  const supported = LANGUAGES.find((each) => each === language);
  return [
    ...(!here.has(THEME_COOKIE) && (theme === "light" || theme === "dark") ? [themeCookie(theme, request)] : []),
    ...(!here.has(LANGUAGE_COOKIE) && supported ? [languageCookie(supported, request)] : []),
  ];
}
