// Ends the session at auth and in the browser: whoever kept a copy of the cookie has nothing.
import type { WebInput } from "../endpoint.ts";
import { forwarded } from "../upstream/forwarded.ts";
import { readHalfSession, readSession } from "./session_cookie.ts";

/** The app and the page after it clear the storage: entries that others have not sent yet must stay there, and a header would take them too. */
export const SIGNED_OUT_HEADERS = { "clear-site-data": '"cache"' };

/** Where nobody's entries wait, the browser clears everything itself. */
export const NOTHING_WAITS_HEADERS = { "clear-site-data": '"cache", "storage"' };

export async function signOut(input: WebInput): Promise<void> {
  const { auth, cookieKey, refresher, request, log, now } = input;
  const stored = readSession(cookieKey, request) ?? readHalfSession(cookieKey, request);
  if (!stored) return;
  try {
    const session = stored.expiresAt > now.getTime() / 1000 ? stored : await refresher(stored, request);
    if (!session) return;
    const headers = forwarded(request, session.accessToken);
    await auth.ask({ method: "POST", path: "/logout?scope=local", headers });
  } catch (error) {
    // The browser forgets it in any case; at auth it ends by itself.
    log.warn({ request_id: request.id, err: error }, "a session was ended in the browser alone: auth did not answer");
  }
}
