// POST /token?grant_type=password: signs in with an address and a password.
import { randomUUID } from "node:crypto";
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { weaknessOf } from "../passwords/rules.ts";
import { presentSession } from "../sessions/session.ts";
import { type Credentials, checkPassword } from "./check_password.ts";
import { signInWithPassword } from "./queries.ts";

export async function tokenPassword(input: AuthInput<Credentials>) {
  const { body, db, config, passwords, request, now } = input;
  const { user, outdated } = await checkPassword(input);
  const password = body.password ?? "";
  const signedIn = await signInWithPassword(db, user, outdated ? await passwords.hash(password) : undefined, {
    id: randomUUID(),
    method: "password",
    ip: request.ip,
    userAgent: request.headers["user-agent"],
    isOnlyOne: config.sessionsSinglePerUser,
    now,
  });
  if (!signedIn) throw fail.credentialsInvalid();
  const weakness = weaknessOf(password, config);
  return { ...presentSession(signedIn, signedIn, input), ...(weakness && { weak_password: weakness }) };
}
