// Creates a challenge: it must be answered in time, from the same network address, with few wrong tries.
import { randomUUID } from "node:crypto";
import type { Db } from "../../kernel/sql/database.ts";
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import { fail } from "../errors.ts";
import { claimSendIn } from "../limits/claim_send.ts";
import { writeMessage } from "../outbox/queries.ts";
import { readChannel } from "../sms/channel.ts";
import { isChallenged, requireVerifiable } from "./factor.ts";
import { type FactorInput, lockOwner } from "./owner.ts";
import { sendPhoneCode } from "./phone_code.ts";
import { type FactorRow, findFactor } from "./queries.ts";
import { insertChallenge } from "./queries_challenges.ts";
import { webauthnChallenge } from "./webauthn_key.ts";

export interface ChallengeBody {
  channel: string | undefined;
}

export function challengeFactor(input: FactorInput<ChallengeBody>, factorId: string) {
  const { config, now, caller } = input;
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + config.mfaChallengeExpirySeconds * 1000);
  return input.db.transaction(async (tx) => {
    const [owner, factor] = await Promise.all([lockOwner(tx, input), findFactor(tx, caller.userId as string, factorId)]);
    if (!factor || !isChallenged(factor.factor_type)) throw fail.factorUnknown();
    const type = factor.factor_type;
    requireVerifiable(type, config);
    const codeMac = type === "phone" ? await sendCode(tx, factor, { challengeId: id, expiresAt }, input) : null;
    const webauthn = type === "webauthn" ? await webauthnChallenge(owner, factor, input) : undefined;
    const traits = { factor_id: factorId, factor_status: factor.status };
    await Promise.all([
      insertChallenge(tx, {
        id,
        factorId,
        ip: input.request.ip,
        codeMac,
        expiresAt,
        now,
        webauthnChallenge: webauthn?.challenge ?? null,
      }),
      logAct(tx, actOf(input), { action: "challenge_created", actor: owner, traits }),
    ]);
    return { id, type, expires_at: Math.floor(expiresAt.getTime() / 1000), ...(webauthn && { webauthn: webauthn.webauthn }) };
  });
}

async function sendCode(
  tx: Db,
  { phone }: FactorRow,
  challenge: { challengeId: string; expiresAt: Date },
  input: FactorInput<ChallengeBody>,
): Promise<Buffer> {
  const { config, body } = input;
  const sending = sendPhoneCode({ ...challenge, phone: phone as string, channel: readChannel(body.channel, config) }, input);
  await claimSendIn(tx, sending.claim);
  if (sending.message) await writeMessage(tx, config.jobSchema, sending.message, input.caller.userId as string);
  return sending.codeMac;
}
