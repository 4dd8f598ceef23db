// POST /token?grant_type=refresh_token: renews a session. One statement decides, also when a hundred callers bring the same token.
import { actOf } from "../audit/act.ts";
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { findAdoptedSession } from "../sessions/queries_adopted.ts";
import { type RefreshToken, readRefreshToken } from "../sessions/refresh_token.ts";
import { presentSession } from "../sessions/session.ts";
import { isBanned } from "../users/ban.ts";
import { refreshSession } from "./queries.ts";

export async function tokenRefreshToken(input: AuthInput<{ refresh_token?: string }>) {
  const { body, db, config, serverKeys, now } = input;
  if (!body.refresh_token) throw fail.refreshTokenMissing();
  const token = readRefreshToken(body.refresh_token, serverKeys.refresh) ?? (await adoptedToken(body.refresh_token, input));
  if (!token) throw fail.refreshTokenUnknown();
  const session = await refreshSession(db, token, config, actOf(input));
  if (!session) throw fail.refreshTokenUnknown();
  if (isBanned(session.banned_until, now)) throw fail.refreshBanned();
  if (session.timed_out) throw fail.sessionExpired();
  // The newest token is refused only after a sign-out, or a misuse of another token of the session.
  if (session.revoked_at && token.counter === session.refresh_counter) throw fail.refreshTokenUnknown();
  if (!session.is_exchanged || session.revoked_at) throw fail.refreshTokenUsed();
  return presentSession(session, input, "refreshed");
}

/** A token of the server whose place this one has taken stands for the first of its session here. */
async function adoptedToken(
  token: string,
  { db, config }: Pick<AuthInput<unknown>, "db" | "config">,
): Promise<RefreshToken | undefined> {
  if (config.adoptedSchema === undefined) return undefined;
  const sessionId = await findAdoptedSession(db, token);
  return sessionId === undefined ? undefined : { sessionId, counter: 0 };
}
