// Auth is told in which language somebody reads, once it is known who they are: mails come in it. Without an answer of auth they go on all the same.
import type { Request } from "../../kernel/http/endpoint.ts";
import { type Language, localeToKeep } from "../app/rules/locale.ts";
import type { WebInput } from "../endpoint.ts";
import { plainCookies } from "../http/cookie.ts";
import { CHOSEN_COOKIE, languageOf } from "../language/language.ts";
import { askAuth } from "../upstream/ask_auth.ts";
import { claimsOf } from "./claims.ts";
import type { Session } from "./session_cookie.ts";

/** What is to be written, by what the token says of the user. A token from which a hook has taken the metadata says nothing. */
export function localeToWrite({ accessToken }: Session, request: Request): Language | undefined {
  const { user_metadata: metadata } = claimsOf(accessToken);
  return metadata && localeToKeep(metadata, languageOf(request), plainCookies(request.headers.cookie).has(CHOSEN_COOKIE));
}

export async function keepLocale(input: WebInput, session: Session): Promise<void> {
  const locale = localeToWrite(session, input.request);
  if (locale === undefined) return;
  const { accessToken } = session;
  await askAuth(input, { method: "PUT", path: "/user", accessToken, body: { data: { locale } } });
}
