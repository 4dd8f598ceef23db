// The password that a user has, sent with a new one. Whoever has only an access token must not find it out by trying.
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { currentPasswordRule } from "../limits/account_limits.ts";
import { settleTries } from "../limits/queries_tries.ts";
import { requireTries, returningTries } from "../limits/tries.ts";
import { isTooLong } from "../passwords/rules.ts";
import type { Account } from "./queries_change.ts";

export async function checkCurrentPassword(
  { db, passwords, serverKeys, now }: AuthInput<unknown>,
  { id, encrypted_password: stored }: Pick<Account, "id" | "encrypted_password">,
  password: string,
): Promise<void> {
  const tries = [currentPasswordRule(serverKeys, id)];
  await requireTries(db, tries, now);
  const compared = passwords.verify(password, isTooLong(password) ? undefined : (stored ?? undefined));
  const { matches } = await returningTries(db, tries, compared);
  if (!matches) throw fail.currentPasswordWrong();
  await settleTries(db, tries);
}
