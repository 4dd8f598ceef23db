// Whose factors they are: a signed-in user, locked while something about their factors is decided.
import type { Db } from "../../kernel/sql/database.ts";
import { requireActiveCaller } from "../account/caller.ts";
import { type Account, lockAccount } from "../account/queries_change.ts";
import type { AuthCaller, AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";

export type FactorInput<Body = unknown> = AuthInput<Body> & { caller: AuthCaller };

/** Nobody can come back to an anonymous account, so there is nothing for a second factor to keep. */
export async function lockOwner(tx: Db, { config, caller, now }: FactorInput): Promise<Account> {
  const owner = requireActiveCaller(await lockAccount(tx, caller, config, now), caller, now);
  if (owner.is_anonymous) throw fail.anonymousRefused();
  return owner;
}
