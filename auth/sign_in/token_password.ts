// POST /token?grant_type=password: signs in with an address and a password.
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { weaknessOf } from "../passwords/rules.ts";
import { isTemporary } from "../passwords/temporary.ts";
import { newSession } from "../sessions/new_session.ts";
import { presentSession } from "../sessions/session.ts";
import { type Credentials, checkPassword } from "./check_password.ts";
import { signInWithPassword } from "./queries.ts";

const TEMPORARY = { reasons: ["temporary"], message: "The password was good for this sign-in alone. Choose another one." };

export async function tokenPassword(input: AuthInput<Credentials>) {
  const { body, db, config, passwords, request } = input;
  const { user, outdated, tries } = await checkPassword({ ...input, client: request.ip, takesTemporary: true });
  const password = body.password ?? "";
  // Where hashing is busy, the old hash is replaced at another sign-in.
  const strongerHash = outdated ? await passwords.hash(password).catch(() => undefined) : undefined;
  const signedIn = await signInWithPassword(db, { user, tries, strongerHash }, newSession(input, "password"));
  if (!signedIn) throw fail.credentialsInvalid();
  const weakness = isTemporary(user.encrypted_password) ? TEMPORARY : weaknessOf(password, config);
  return { ...(await presentSession(signedIn, input)), ...(weakness && { weak_password: weakness }) };
}
