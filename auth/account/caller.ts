// Whether the account behind an access token may still be used.
import type { AuthCaller, AuthWorld } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { isBanned } from "../users/ban.ts";
import { type CallerState, findCaller } from "./queries.ts";

/** For reading: a token outlives a sign-out until it expires, but not a ban, a deletion or a new password. */
export async function readCaller({ db }: Pick<AuthWorld, "db">, caller: AuthCaller, now: Date): Promise<CallerState> {
  const user = await findCaller(db, caller.userId as string, caller.sessionId);
  if (!user) throw fail.userOfTokenGone();
  if (isBanned(user.banned_until, now)) throw fail.callerBanned();
  if (caller.sessionId !== undefined && !user.has_session) throw fail.sessionGone();
  if (![caller.claims.aud].flat().includes(user.aud)) throw fail.audienceWrong();
  return user;
}

/** For changing something: the session must be one that nobody has signed out of. */
export async function demandCaller(world: Pick<AuthWorld, "db">, caller: AuthCaller, now: Date): Promise<CallerState> {
  const user = await readCaller(world, caller, now);
  if (user.session_revoked_at) throw fail.sessionGone();
  return user;
}
