// The authorization request that the signed-in user answers.
import { requireCaller, requireFullProof } from "../account/caller.ts";
import type { CallerState } from "../account/queries.ts";
import type { AuthCaller, AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { authTimeOf } from "./consent_needed.ts";
import { type OpenAuthorization, openAuthorization } from "./queries.ts";

/** Throws unless this user may answer it now. Authorizing an app opens a session, so it needs all factors that the user has. */
export async function openAuthorizationRequest(
  input: Pick<AuthInput<unknown>, "db" | "config" | "now"> & { caller: AuthCaller },
  id: string,
  looks: boolean,
): Promise<{ authorization: OpenAuthorization; user: CallerState }> {
  const { db, caller, now } = input;
  const user = await requireCaller(input, caller, now);
  const authorization = await openAuthorization(db, id, user.id, { looks, now });
  if (!authorization) throw fail.oauthAuthorizationUnknown();
  if (authorization.decided_at !== null) throw looks ? fail.oauthAuthorizationOver() : fail.oauthAuthorizationDecided();
  requireFullProof(user, fail.oauthNeedsAal2);
  const after = authorization.signed_in_after;
  if (after !== null && authTimeOf(caller.claims.amr, new Date(0)) < after) throw fail.oauthNeedsSignIn();
  return { authorization, user };
}
