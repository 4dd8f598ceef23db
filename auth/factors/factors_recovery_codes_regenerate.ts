// POST /factors/recovery-codes/regenerate: new recovery codes; all old ones become invalid.
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { recoveryRule } from "../limits/account_limits.ts";
import { settleTries } from "../limits/queries_tries.ts";
import { lockOwner } from "./owner.ts";
import { putRecoveryCodes } from "./queries_recovery.ts";
import { CODES, macOfRecoveryCode, makeCodes, requireCodesOf, requireManager } from "./recovery_codes.ts";
import { RecoveryCodesReply } from "./recovery_codes_reply.ts";

export const regenerateRecoveryCodes = endpoint({
  method: "POST",
  path: "/factors/recovery-codes/regenerate",
  access: "user",
  summary: "Make new recovery codes in place of the old ones",
  ignoresBody: true,
  reply: RecoveryCodesReply,
  refuses: [404, 422],
  handle: async (input) => {
    const { config, db, serverKeys } = input;
    if (!config.mfaRecoveryCodesEnrollEnabled) throw fail.recoveryCodesDisabled();
    const codes = makeCodes();
    return db.transaction(async (tx) => {
      const owner = await lockOwner(tx, input);
      const { id, friendly_name: name } = requireCodesOf(owner);
      requireManager(owner);
      const traits = { factor_id: id, factor_type: "recovery_code" };
      await Promise.all([
        putRecoveryCodes(
          tx,
          id,
          codes.map((code) => macOfRecoveryCode(code, id, serverKeys.factors)),
        ),
        // New codes also end a lockout by guesses at the old ones.
        settleTries(tx, [recoveryRule(serverKeys, owner.id)]),
        logAct(tx, actOf(input), { action: "factor_updated", actor: owner, traits }),
      ]);
      return { id, type: "recovery_code", friendly_name: name, total: CODES, codes };
    });
  },
});
