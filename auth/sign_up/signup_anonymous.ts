// POST /signup without an address: a user who is nobody in particular yet, signed in at once.
import { randomUUID } from "node:crypto";
import type { AuthInput } from "../endpoint.ts";
import { presentSession } from "../sessions/session.ts";
import type { Metadata } from "../users/user.ts";
import { anonymousUser } from "./new_user.ts";
import { createAnonymousUser } from "./queries.ts";

export async function signupAnonymous(input: AuthInput<{ data?: Metadata }>) {
  const { body, db, config, request, now } = input;
  const signedIn = await createAnonymousUser(db, anonymousUser(body.data ?? {}, config, now), {
    id: randomUUID(),
    method: "anonymous",
    ip: request.ip,
    userAgent: request.headers["user-agent"],
    isOnlyOne: false,
    now,
  });
  return presentSession(signedIn, signedIn, input);
}
