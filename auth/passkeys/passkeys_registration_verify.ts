// POST /passkeys/registration/verify: the passkey that the browser has made becomes one of the signed-in user's.
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { requireCaller, requireFullProof } from "../account/caller.ts";
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { factorNotice } from "../factors/factor.ts";
import { lockOwner } from "../factors/owner.ts";
import { notify } from "../outbox/notify.ts";
import { verifyCreation } from "../webauthn/ceremonies.ts";
import { readCreation } from "../webauthn/credential_response.ts";
import { relyingPartyOf } from "../webauthn/relying_party.ts";
import { AnswerBody, takeAnswer } from "./answer.ts";
import { nameByMake, PASSKEY, requirePasskeys } from "./passkey.ts";
import { insertPasskey, listPasskeys } from "./queries.ts";

export const passkeyRegistrationVerify = endpoint({
  method: "POST",
  path: "/passkeys/registration/verify",
  access: "user",
  summary: "Register a passkey",
  body: AnswerBody,
  reply: Type.Object({
    id: Type.String({ format: "uuid" }),
    friendly_name: Type.Optional(Type.String()),
    created_at: Type.String({ format: "date-time" }),
  }),
  refuses: [404, 422],
  handle: async (input) => {
    const { config, db, caller, log, now } = input;
    const { id: userId } = await requireCaller(input, caller, now);
    requirePasskeys(config);
    const { challenge, credential: response } = await takeAnswer(input, { ceremony: "registration", userId });
    const credential = await verifyCreation(relyingPartyOf(config), readCreation(response), challenge, log);
    if (!credential) throw fail.credentialRefused();
    const id = randomUUID();
    const name = nameByMake(credential.aaguid);
    await db.transaction(async (tx) => {
      const [owner, own] = await Promise.all([lockOwner(tx, input), listPasskeys(tx, userId)]);
      requireFullProof(owner, fail.passkeysNeedAal2);
      if (own.length >= config.passkeyMaxPerUser) throw fail.passkeysTooMany();
      if (!(await insertPasskey(tx, { id, userId, credential, name, now }))) throw fail.credentialExists();
      await Promise.all([
        logAct(tx, actOf(input), { action: "passkey_created", actor: owner, traits: { passkey_id: id } }),
        notify(tx, input, owner, factorNotice("mfa_factor_enrolled", PASSKEY)),
      ]);
    });
    return { id, friendly_name: name, created_at: now.toISOString() };
  },
});
