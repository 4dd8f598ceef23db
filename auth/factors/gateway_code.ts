// Codes of phone factors that the SMS gateway makes and checks. One that it confirms is stored, and then checked like any other.
import { requireCaller } from "../account/caller.ts";
import { fixedCodeOf } from "../config/fixed_code.ts";
import { fail } from "../errors.ts";
import { factorRules } from "../limits/account_limits.ts";
import { returnTries } from "../limits/queries_tries.ts";
import { requireTries } from "../limits/tries.ts";
import { NotNow, Undeliverable } from "../mail/transport.ts";
import { gatewayOf } from "../sms/gateways.ts";
import type { FactorInput } from "./owner.ts";
import { macOfFactorCode } from "./phone_code.ts";
import { adoptCode, returnTry, takeTry } from "./queries_gateway.ts";

/**
 * Runs before anything is locked, because the gateway is slow. A try of the challenge is claimed first, so that concurrent guesses cannot
 * exceed the limit. Other errors are left to the caller.
 */
export async function settleGatewayCode(
  input: FactorInput,
  factorId: string,
  { challengeId, code }: { challengeId: string; code: string },
): Promise<void> {
  const { db, config, serverKeys, caller, request, log, now } = input;
  const check = gatewayOf(config)?.check;
  if (!check) return;
  const owner = await requireCaller(input, caller, now);
  const phone = owner.factors?.find(({ id }) => id === factorId)?.phone;
  if (!phone || fixedCodeOf(phone, config, now) !== undefined) return;
  const rules = factorRules(input, owner.id, request.ip);
  await requireTries(db, rules, now);
  const challenge = { id: challengeId, factorId, ip: request.ip, codeMac: macOfFactorCode(code, challengeId, serverKeys.otp) };
  const isTaken = await takeTry(db, challenge, now);
  const isRight = isTaken
    ? await check({ to: phone, code }, config).catch(async (error) => {
        await Promise.all([returnTry(db, challengeId), returnTries(db, rules)]);
        if (!(error instanceof NotNow || error instanceof Undeliverable)) throw error;
        log.error({ gateway: config.smsProvider, reason: error.message }, "a code could not be checked");
        throw fail.codeUnchecked({ cause: error, headers: { "retry-after": "5" } });
      })
    : undefined;
  if (isRight === false) throw fail.phoneCodeWrong();
  if (isRight) await adoptCode(db, challenge);
  // Right codes are counted where they are checked.
  await returnTries(db, rules);
}
