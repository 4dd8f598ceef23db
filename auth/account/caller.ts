// Whether the account behind an access token may still be used.
import type { Fault } from "../../kernel/errors.ts";
import type { AuthCaller, AuthWorld } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { isBanned } from "../users/ban.ts";
import { hasVerifiedFactor } from "../users/user.ts";
import { type CallerState, findCaller } from "./queries.ts";

type World = Pick<AuthWorld, "db" | "config">;

/** For reading: a token outlives a sign-out until it expires, but not a ban, a deletion or a new password. */
export async function readCaller({ db, config }: World, caller: AuthCaller, now: Date): Promise<CallerState> {
  return requireExistingCaller(await findCaller(db, caller, config, now), caller, now);
}

/** For changing something: the session must go on. */
export async function requireCaller({ db, config }: World, caller: AuthCaller, now: Date): Promise<CallerState> {
  return requireActiveCaller(await findCaller(db, caller, config, now), caller, now);
}

/** Like `requireCaller`, for a user that the caller's own statement has read. */
export function requireActiveCaller<State extends CallerState>(
  user: State | undefined,
  caller: AuthCaller,
  now: Date,
  otherAudience: () => Fault = fail.audienceWrong,
): State {
  const current = requireExistingCaller(user, caller, now, otherAudience);
  if (current.session_is_over) throw fail.sessionGone();
  return current;
}

/** A user with a second factor must have proven it before they change how they sign in. */
export function requireFullProof(user: CallerState, refusal: () => Fault): void {
  if (hasVerifiedFactor(user) && user.session_aal !== "aal2") throw refusal();
}

/** For users of single sign-on, only their provider decides their addresses and how they sign in. */
export function requireOwnAddresses({ is_sso_user: isSsoUser }: Pick<CallerState, "is_sso_user">): void {
  if (isSsoUser) throw fail.ssoUserManaged();
}

function requireExistingCaller<State extends CallerState>(
  user: State | undefined,
  caller: AuthCaller,
  now: Date,
  otherAudience: () => Fault = fail.audienceWrong,
): State {
  if (!user) throw fail.userOfTokenGone();
  if (isBanned(user.banned_until, now)) throw fail.callerBanned();
  // A token without a session was made by another holder of the secret, and could never be signed out.
  if (!user.has_session) throw fail.sessionGone();
  if (![caller.claims.aud].flat().includes(user.aud)) throw otherAudience();
  return user;
}
