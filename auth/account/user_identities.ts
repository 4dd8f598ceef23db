// DELETE /user/identities/:identity_id: takes an identity off the signed-in user's account. One always stays, so that there is a way in.
// The password goes with the email identity.
import { Type } from "typebox";
import { isUniqueViolation } from "../../kernel/sql/sqlstate.ts";
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { notify } from "../outbox/notify.ts";
import { requireActiveCaller, requireFullProof } from "./caller.ts";
import { lockAccount } from "./queries_change.ts";
import { planUnlinking } from "./unlink.ts";
import { writeUnlinking } from "./write_unlinking.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const deleteUserIdentity = endpoint({
  method: "DELETE",
  path: "/user/identities/:identity_id",
  access: "user",
  summary: "Unlink an identity",
  params: Type.Object({ identity_id: Type.String() }),
  reply: Type.Object({}),
  refuses: [422],
  handle: async ({ params: { identity_id: id }, caller, config, db, serverKeys, request, now }) => {
    if (!config.manualLinkingEnabled) throw fail.manualLinkingDisabled();
    if (!UUID.test(id)) throw fail.identityIdNotUuid();
    const unlinked = db.transaction(async (tx) => {
      const account = requireActiveCaller(await lockAccount(tx, caller, config, now), caller, now, fail.audienceUnexpected);
      requireFullProof(account, fail.linkingNeedsAal2);
      const unlinking = planUnlinking(account, id.toLowerCase(), now);
      const { userId, identity, email, phone } = unlinking;
      const actor = { id: userId, email, phone };
      const about = { what: "identity_unlinked", variables: { provider: identity.provider } } as const;
      const traits = { identity_id: identity.identity_id, provider: identity.provider, provider_id: identity.id };
      await Promise.all([
        writeUnlinking(tx, unlinking, now),
        logAct(tx, actOf({ request, now }), { action: "identity_unlinked", actor, traits }),
        notify(tx, { config, serverKeys, request, now }, account, about),
      ]);
    });
    await unlinked.catch((cause) => {
      // The address that would remain belongs to another user by now.
      throw isUniqueViolation(cause) ? fail.identityEmailConflict({ cause }) : cause;
    });
    return {};
  },
});
