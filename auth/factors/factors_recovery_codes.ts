// GET, POST, DELETE /factors/recovery-codes: how many recovery codes are left; makes a set; takes it off the account.
import { randomUUID } from "node:crypto";
import { type Static, Type } from "typebox";
import { requireCaller } from "../account/caller.ts";
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { notify } from "../outbox/notify.ts";
import { hasVerifiedFactor } from "../users/user.ts";
import { factorNotice, readFriendlyName } from "./factor.ts";
import { readOptionalText } from "./optional_text.ts";
import { lockOwner } from "./owner.ts";
import { insertFactor } from "./queries.ts";
import { countRecoveryCodes, putRecoveryCodes } from "./queries_recovery.ts";
import { CODES, codesOf, macOfRecoveryCode, makeCodes, requireCodesOf, requireManager } from "./recovery_codes.ts";
import { RecoveryCodesReply } from "./recovery_codes_reply.ts";
import { removeFactor } from "./unenroll.ts";

const Id = Type.String({ format: "uuid" });

export const getRecoveryCodes = endpoint({
  method: "GET",
  path: "/factors/recovery-codes",
  access: "user",
  summary: "How many recovery codes are left",
  reply: Type.Object({ id: Id, type: Type.String(), total: Type.Integer(), remaining: Type.Integer() }),
  refuses: [404],
  handle: async (input) => {
    const codes = codesOf(await requireCaller(input, input.caller, input.now));
    if (!codes) throw fail.factorUnknown();
    return { id: codes.id, type: "recovery_code", ...(await countRecoveryCodes(input.db, codes.id)) };
  },
});

export const postRecoveryCodes = endpoint({
  method: "POST",
  path: "/factors/recovery-codes",
  access: "user",
  summary: "Make recovery codes, which are shown this once",
  // Clients send no body where they have no name.
  body: Type.Object({ friendly_name: Type.Optional(Type.String()) }),
  readsFields: true,
  reply: RecoveryCodesReply,
  refuses: [422],
  handle: async ({ body, ...input }) => {
    const { config, db, serverKeys, now } = input;
    if (!config.mfaRecoveryCodesEnrollEnabled) throw fail.recoveryCodesDisabled();
    const name = readFriendlyName(readOptionalText(body, "friendly_name") || "Recovery codes");
    const id = randomUUID();
    const codes = makeCodes();
    await db.transaction(async (tx) => {
      const owner = await lockOwner(tx, { ...input, body });
      requireManager(owner);
      if (!hasVerifiedFactor(owner)) throw fail.recoveryCodesAlone();
      if (codesOf(owner)) throw fail.recoveryCodesExist();
      if (owner.factors?.some((factor) => factor.friendly_name === name)) throw fail.factorNameTaken({ values: { name } });
      const factor = {
        id,
        userId: owner.id,
        type: "recovery_code",
        status: "verified",
        name,
        phone: null,
        sealedSecret: null,
        now,
      } as const;
      const traits = { factor_id: id, factor_type: "recovery_code" };
      await Promise.all([
        insertFactor(tx, factor),
        putRecoveryCodes(
          tx,
          id,
          codes.map((code) => macOfRecoveryCode(code, id, serverKeys.factors)),
        ),
        logAct(tx, actOf(input), { action: "factor_in_progress", actor: owner, traits: { ...traits, enrolled: true } }),
        notify(tx, input, owner, factorNotice("mfa_factor_enrolled", traits)),
      ]);
    });
    return { id, type: "recovery_code", friendly_name: name, total: CODES, codes } satisfies Static<typeof RecoveryCodesReply>;
  },
});

export const deleteRecoveryCodes = endpoint({
  method: "DELETE",
  path: "/factors/recovery-codes",
  access: "user",
  summary: "Take the recovery codes off the account",
  ignoresBody: true,
  reply: Type.Object({ id: Id }),
  refuses: [404],
  handle: (input) =>
    input.db.transaction(async (tx) => {
      const owner = await lockOwner(tx, input);
      const codes = requireCodesOf(owner);
      requireManager(owner);
      const traits = { factor_id: codes.id, factor_type: "recovery_code", factor_status: codes.status };
      await Promise.all([
        removeFactor(tx, owner, codes, input.now),
        logAct(tx, actOf(input), { action: "factor_unenrolled", actor: owner, traits }),
        notify(tx, input, owner, factorNotice("mfa_factor_unenrolled", traits)),
      ]);
      return { id: codes.id };
    }),
});
