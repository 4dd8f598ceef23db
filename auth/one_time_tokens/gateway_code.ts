// Codes that the SMS gateway makes and checks itself. A code that it confirms is stored as our own
// and redeemed like any other: once, in time, by its owner.

import { fixedCodeOf } from "../config/fixed_code.ts";
import type { AuthWorld } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { NotNow, Undeliverable } from "../mail/transport.ts";
import { gatewayOf } from "../sms/gateways.ts";
import type { SmsKind } from "./kinds.ts";
import { adoptCode, returnTry, takeTry } from "./queries_gateway.ts";
import { macOfCode } from "./token.ts";

export interface PresentedCode {
  phone: string;
  kind: SmsKind;
  code: string;
  /** Only for tokens of this user. */
  userId?: string;
  /** The gateway is asked even without a waiting token, so that the time does not reveal who waits for a code. */
  asksInVain: boolean;
}

type World = Pick<AuthWorld, "db" | "config" | "serverKeys" | "log"> & { now: Date };

/** Whether the codes of this number are the gateway's. */
export function asksGateway({ config, now }: Pick<World, "config" | "now">, phone: string): boolean {
  return gatewayOf(config)?.check !== undefined && fixedCodeOf(phone, config, now) === undefined;
}

/**
 * `wrong`: the try is counted. `not asked`: the caller checks the code as one of our own. The try is claimed before the gateway is asked,
 * so that concurrent guesses cannot exceed the limit.
 */
export async function settleGatewayCode(world: World, presented: PresentedCode): Promise<"right" | "wrong" | "not asked"> {
  const { db, config, serverKeys, now } = world;
  const { phone, kind, code, asksInVain } = presented;
  const check = gatewayOf(config)?.check;
  if (!check || !asksGateway(world, phone)) return "not asked";
  const codeMac = macOfCode(code, kind, phone, serverKeys.otp);
  const waiting = await takeTry(db, { ...presented, codeMac, now });
  // The gateway has one code per number: where two accounts wait for it, the code does not say which one it is for.
  const token = waiting.length === 1 ? waiting[0] : undefined;
  if (token?.is_own) return "right";
  if (!token && !asksInVain) return "not asked";
  const isRight = await check({ to: phone, code }, config).catch(async (error) => {
    await returnTry(db, presented, waiting);
    throw unchecked(error, world);
  });
  if (!token || !isRight) return "wrong";
  await adoptCode(db, { kind, token, codeMac });
  return "right";
}

const RETRY_AFTER_SECONDS = "5";

function unchecked(error: unknown, { config, log }: World): unknown {
  if (!(error instanceof NotNow || error instanceof Undeliverable)) return error;
  log.error({ gateway: config.smsProvider, reason: error.message }, "a code could not be checked");
  return fail.codeUnchecked({ cause: error, headers: { "retry-after": RETRY_AFTER_SECONDS } });
}
