// The nonce of a new password, checked in the transaction that has locked the account.
import { timingSafeEqual } from "node:crypto";
import type { Db } from "../../kernel/sql/database.ts";
import { nonceRule } from "../limits/account_limits.ts";
import { type LimitKeys, requireTries } from "../limits/tries.ts";
import { countMiss, deleteToken, findTokens } from "../one_time_tokens/queries.ts";

/**
 * Spends a right code; a wrong one is counted, and the result is false. Tries are claimed under the account's lock, so that
 * tokens of ended sessions cannot use them up.
 */
export async function spendNonce(
  tx: Db,
  userId: string,
  { macs, serverKeys, now }: { macs: ReadonlyMap<string, Buffer>; serverKeys: LimitKeys; now: Date },
): Promise<boolean> {
  await requireTries(tx, [nonceRule(serverKeys, userId)], now);
  const tokens = await findTokens(tx, { userId, kinds: ["reauthentication"] }, now);
  const right = tokens.find(({ relates_to: address, code_mac: mac }) => {
    const candidate = macs.get(address);
    return candidate !== undefined && candidate.length === mac.length && timingSafeEqual(candidate, mac);
  });
  await (right ? deleteToken(tx, right) : countMiss(tx, tokens));
  return right !== undefined;
}
