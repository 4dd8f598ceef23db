// POST /signup without an address: a user who is nobody in particular yet, signed in at once.

import type { AuthInput } from "../endpoint.ts";
import { afterUserCreated, beforeUserCreated } from "../hooks/user_created.ts";
import { languageOf } from "../mail/language.ts";
import { newSession } from "../sessions/new_session.ts";
import { presentSession } from "../sessions/session.ts";
import type { Metadata } from "../users/user.ts";
import { createAnonymousUser } from "./create_user.ts";
import { anonymousUser } from "./new_user.ts";

export async function signupAnonymous(input: AuthInput<{ data?: Metadata }>) {
  const { body, db, config, request, now } = input;
  const user = anonymousUser({ data: body.data ?? {}, config, language: languageOf(request), now });
  await beforeUserCreated(input, user);
  const signedIn = await createAnonymousUser(db, user, newSession(input, "anonymous"));
  await afterUserCreated(input, user.id);
  return presentSession(signedIn, input);
}
