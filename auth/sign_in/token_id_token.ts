// POST /token?grant_type=id_token: signs in with an identity token that a client got from the provider by itself, as apps on phones do.
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import type { SignInPurpose } from "../external/linking/link.ts";
import { signInWithProvider } from "../external/linking/sign_in_with_provider.ts";
import { readBearer } from "../keys/bearer.ts";
import { requireUserId } from "../keys/claims.ts";
import { returningTries } from "../limits/tries.ts";
import { newSession } from "../sessions/new_session.ts";
import { presentSession } from "../sessions/session.ts";
import { checkIdToken, claimSingleUse, type IdTokenBody, type IdTokenPerson } from "./check_id_token.ts";

export async function tokenIdToken(input: AuthInput<IdTokenBody & { link_identity?: boolean }>) {
  const { db, now } = input;
  const purpose: SignInPurpose = input.body.link_identity ? await linkingBy(input) : { kind: "sign in" };
  const { single, ...person } = await checkIdToken(input);
  await claimSingleUse(db, single, now);
  // A failed sign-in may be repeated with the same token.
  return returningTries(db, single, signIn(input, person, purpose));
}

async function signIn(input: AuthInput<unknown>, person: Omit<IdTokenPerson, "single">, purpose: SignInPurpose) {
  const signedIn = await signInWithProvider(input, {
    ...person,
    purpose,
    ending: { session: newSession(input, "oauth") },
    redirectTo: input.config.siteUrl,
  });
  return presentSession(signedIn, input);
}

/** The caller adds the identity to their own account. Account and session are checked where they are locked. */
async function linkingBy({ config, keys, tokenLives, request, now }: AuthInput<unknown>): Promise<SignInPurpose> {
  if (!config.manualLinkingEnabled) throw fail.manualLinkingDisabled();
  const claims = keys.verify(readBearer(request.headers.authorization), now);
  await tokenLives.requireKnown(claims, now);
  const userId = requireUserId(claims);
  const { session_id: sessionId, aud } = claims;
  const audiences = [aud].flat().filter((each) => each !== undefined);
  return { kind: "linking", linking: { userId, sessionId: sessionId || undefined, audiences } };
}
