// The nonce of a new password, where the SMS gateway made it.
import type { AuthCaller, AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { nonceRule } from "../limits/account_limits.ts";
import { returnTries } from "../limits/queries_tries.ts";
import { requireTries } from "../limits/tries.ts";
import { settleGatewayCode } from "../one_time_tokens/gateway_code.ts";
import { gatewayOf } from "../sms/gateways.ts";
import { requireActiveCaller } from "./caller.ts";
import { needsNonce } from "./change_password.ts";
import { type Account, findAccount } from "./queries_change.ts";
import type { RequestedChanges } from "./requested_changes.ts";

/** Before anything is locked, because the gateway takes its time. Where the nonce went to the email address, nothing is asked. */
export async function settleNonce(
  input: AuthInput<unknown> & { caller: AuthCaller },
  { password, nonce }: Pick<RequestedChanges, "password" | "nonce">,
): Promise<void> {
  const { db, config, caller, now } = input;
  if (password === undefined || !nonce || !gatewayOf(config)?.check) return;
  const account = requireActiveCaller(await findAccount(db, caller, config, now), caller, now);
  if (needsNonce(account, config)) await settleGatewayNonce(input, account, nonce);
}

export async function settleGatewayNonce(input: AuthInput<unknown>, account: Account, nonce: string): Promise<void> {
  const { db, config, serverKeys, now } = input;
  if (account.phone === null || !gatewayOf(config)?.check) return;
  const code = { phone: account.phone, kind: "reauthentication", code: nonce, userId: account.id, asksInVain: false } as const;
  const tries = [nonceRule(serverKeys, account.id)];
  await requireTries(db, tries, now);
  let isWrong = false;
  try {
    isWrong = (await settleGatewayCode(input, code)) === "wrong";
  } finally {
    // What is not wrong, the change itself counts.
    if (!isWrong) await returnTries(db, tries);
  }
  if (isWrong) throw fail.nonceInvalid();
}
