// DELETE /user: deletes everything that belongs to the account. Other services learn of it, and erase their data a week later.
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import type { AuthCaller, AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { deleteUser } from "../users/queries.ts";
import { noteChanges } from "../users/queries_changes.ts";
import { noteOwnDeletion } from "../users/queries_deletions.ts";
import { requireActiveCaller, requireFullProof } from "./caller.ts";
import { settleGatewayNonce } from "./gateway_nonce.ts";
import { findAccount, lockAccount } from "./queries_change.ts";
import { checkOwnPassword, checkProof, type Proof } from "./recent_proof.ts";

export async function deleteOwnUser(input: AuthInput<Proof> & { caller: AuthCaller }): Promise<void> {
  const { db, config, caller, body, now } = input;
  const before = requireActiveCaller(await findAccount(db, caller, config, now), caller, now);
  requireFullProof(before, fail.deletionNeedsAal2);
  const checked = await checkOwnPassword(input, before);
  if (!checked && body.nonce) await settleGatewayNonce(input, before, body.nonce);
  const outcome = await db.transaction(async (tx) => {
    const account = requireActiveCaller(await lockAccount(tx, caller, config, now), caller, now);
    requireFullProof(account, fail.deletionNeedsAal2);
    const result = await checkProof(tx, account, checked, input);
    if (result === "wrong nonce") return result;
    await Promise.all([
      deleteUser(tx, account.id),
      noteOwnDeletion(tx, account.id, now),
      noteChanges(tx, account.id, ["deleted"], now),
      logAct(tx, actOf(input), { action: "user_deleted", actor: account }),
    ]);
    return result;
  });
  if (outcome === "wrong nonce") throw fail.nonceInvalid();
}
