// Somebody has proved who they are: their session goes into the cookie, and they go on. Whoever has a second factor shows it first; until then the
// session is in a cookie of its own, which the app does not take.
import type { Answer } from "../../kernel/http/endpoint.ts";
import type { WebInput } from "../endpoint.ts";
import { withQuery } from "../http/next.ts";
import { redirect } from "../http/redirect.ts";
import { endChosenCookie } from "../language/language.ts";
import { claimsOf } from "./claims.ts";
import { keepLocale } from "./keep_locale.ts";
import { savedPreferences } from "./saved_preferences.ts";
import { endHalfSession, keepHalfSession, keepSession, readSession, type Session } from "./session_cookie.ts";
import { signOut } from "./sign_out.ts";

/** `cookies`: set-cookie headers besides. */
export async function startSession(input: WebInput, session: Session, next: string, cookies: string[] = []): Promise<Answer> {
  const { cookieKey, request } = input;
  if (session.lacksFactor) {
    const half = keepHalfSession(cookieKey, session, request);
    return redirect(withQuery("/second_factor", { next }), { "set-cookie": [...cookies, ...half] });
  }
  // Before finance hears of the user: what it makes for them is named in their language.
  await keepLocale(input, session);
  const [preferences] = await Promise.all([savedPreferences(input, session), endFormer(input, session)]);
  const own = keepSession(cookieKey, session, request);
  const over = [...endHalfSession(request), ...endChosenCookie(request)];
  return redirect(next, { "set-cookie": [...cookies, ...own, ...over, ...preferences] });
}

/** Whoever signs in again, to be trusted with more, leaves no session behind. */
async function endFormer(input: WebInput, { accessToken }: Session): Promise<void> {
  const former = readSession(input.cookieKey, input.request);
  if (former && claimsOf(former.accessToken).session_id !== claimsOf(accessToken).session_id) await signOut(input);
}
