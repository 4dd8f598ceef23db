// Somebody has proved who they are: their session goes into the cookie, and they go on. Whoever has a second factor shows it first; until then the
// session is in a cookie of its own, which the app does not take.
import { Answer } from "../../kernel/http/endpoint.ts";
import type { WebInput } from "../endpoint.ts";
import { withQuery } from "../http/next.ts";
import { endChosenCookie } from "../language/language.ts";
import { claimsOf } from "./claims.ts";
import { keepLocale } from "./keep_locale.ts";
import { chosenElsewhere } from "./saved_preferences.ts";
import { endHalfSession, keepHalfSession, keepSession, readSession, type Session } from "./session_cookie.ts";
import { signOut } from "./sign_out.ts";

/** `cookies`: set-cookie headers besides. */
export async function arrive(input: WebInput, session: Session, next: string, cookies: string[] = []): Promise<Answer> {
  const { cookieKey, request } = input;
  if (session.lacksFactor) {
    const half = keepHalfSession(cookieKey, session, request);
    return goOn(withQuery("/second_factor", { next }), { "set-cookie": [...cookies, ...half] });
  }
  // Before finance hears of the user: what it makes for them is named in their language.
  await keepLocale(input, session);
  const [chosen] = await Promise.all([chosenElsewhere(input, session), endFormer(input, session)]);
  const kept = keepSession(cookieKey, session, request);
  const over = [...endHalfSession(request), ...endChosenCookie(request)];
  return goOn(next, { "set-cookie": [...cookies, ...kept, ...over, ...chosen] });
}

/** Whoever signs in again, to be trusted with more, leaves no session behind. */
async function endFormer(input: WebInput, { accessToken }: Session): Promise<void> {
  const former = readSession(input.cookieKey, input.request);
  if (former && claimsOf(former.accessToken).session_id !== claimsOf(accessToken).session_id) await signOut(input);
}

export function goOn(location: string, headers: Record<string, string | string[]> = {}): Answer {
  return new Answer(303, { ...headers, location });
}

/** For a script, which cannot be redirected: it is told where to go. */
export function inScript({ headers }: Answer): Answer {
  return new Answer(200, { "set-cookie": headers["set-cookie"] ?? [] }, { location: headers.location });
}
