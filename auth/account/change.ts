// What PUT /user does: all that one request asks for happens, or nothing does.
import { isUniqueViolation } from "../../kernel/sql/sqlstate.ts";
import type { AuthCaller, AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { requireReachable } from "../mail/reachable.ts";
import { requireStrength } from "../passwords/require_strength.ts";
import type { UserWithIdentities } from "../users/user.ts";
import { requireActiveCaller, requireFullProof, requireOwnAddresses } from "./caller.ts";
import { changeLocked, type PreparedPassword } from "./change_locked.ts";
import { needsCurrentPassword, requirePasswordChange } from "./change_password.ts";
import { checkCurrentPassword } from "./check_current_password.ts";
import { settleNonce } from "./gateway_nonce.ts";
import { findAccount } from "./queries_change.ts";
import { type ChangeBody, type RequestedChanges, readChanges } from "./requested_changes.ts";

const ATTEMPTS = 3;
export type ChangeInput = AuthInput<ChangeBody> & { caller: AuthCaller };

export async function changeUser(input: ChangeInput, redirectTo: string): Promise<UserWithIdentities> {
  const changes = readChanges(input.body, redirectTo, input.config);
  if (changes.password !== undefined) await requireStrength(changes.password, input);
  if (changes.email !== undefined) await requireReachable(changes.email, input.config);
  await settleNonce(input, changes);
  for (let attempt = 1; ; attempt++) {
    const password = changes.password === undefined ? undefined : await preparePassword(input, changes, changes.password);
    try {
      const outcome = await input.db.transaction((tx) => changeLocked(tx, input, changes, password));
      if (outcome === "wrong nonce") throw fail.nonceInvalid();
      if (outcome !== "other password by now") return outcome;
      if (attempt === ATTEMPTS) throw fail.unavailable();
    } catch (error) {
      // Another request took the address concurrently: the next attempt sees the conflict.
      if (!isUniqueViolation(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Hashing takes long, so it is done before anything is locked. */
async function preparePassword(input: ChangeInput, changes: RequestedChanges, password: string): Promise<PreparedPassword> {
  const { db, config, passwords, caller, now } = input;
  const account = requireActiveCaller(await findAccount(db, caller, config, now), caller, now);
  requireOwnAddresses(account);
  requireFullProof(account, fail.changeNeedsAal2);
  requirePasswordChange(account, changes, config);
  if (needsCurrentPassword(account, config)) await checkCurrentPassword(input, account, changes.currentPassword ?? "");
  const { encrypted_password: stored } = account;
  // Both run in any case, so that the response time does not reveal more than the answer to a wrong nonce.
  const { matches } = await passwords.verify(password, stored ?? undefined);
  return { hash: await passwords.hash(password), stored, isSame: matches };
}
