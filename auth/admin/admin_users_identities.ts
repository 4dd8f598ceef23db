// DELETE /admin/users/:id/identities/:identity_id: takes an identity off a user's account, as the user could. One always stays.
import { Type } from "typebox";
import { isUniqueViolation } from "../../kernel/sql/sqlstate.ts";
import { planUnlinking } from "../account/unlink.ts";
import { writeUnlinking } from "../account/write_unlinking.ts";
import { changesBetween } from "../audit/changes.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { requireOutranks } from "../grants/outrank.ts";
import { readUserWithIdentities } from "../identities/queries.ts";
import { lockUser } from "../users/queries.ts";
import { adminActOf, logAdminAct } from "./admin_act.ts";
import { isUuid, readUserId } from "./user_body.ts";

export const deleteAdminUserIdentity = endpoint({
  method: "DELETE",
  path: "/admin/users/:id/identities/:identity_id",
  access: "admin",
  right: "credentials:write",
  summary: "Take an identity off a user's account; the password goes with the email identity",
  params: Type.Object({ id: Type.String(), identity_id: Type.String() }),
  ignoresBody: true,
  reply: Type.Object({}),
  refuses: [422],
  handle: async ({ params, ...input }) => {
    const userId = readUserId(params.id);
    if (!isUuid(params.identity_id)) throw fail.identityIdNotUuid();
    const unlinked = input.db.transaction(async (tx) => {
      const user = await lockUser(tx, userId);
      if (!user) throw fail.userUnknown();
      await requireOutranks(tx, input.caller.administrator, userId);
      const account = { ...(await readUserWithIdentities(tx, userId)), encrypted_password: user.encrypted_password };
      const unlinking = planUnlinking(account, params.identity_id.toLowerCase(), input.now);
      const { identity, email, phone } = unlinking;
      const traits = { identity_id: identity.identity_id, provider: identity.provider };
      const changes = changesBetween({ email: user.email, phone: user.phone }, { email, phone });
      await Promise.all([
        writeUnlinking(tx, unlinking, input.now),
        logAdminAct(tx, adminActOf(input), "identity_unlinked", user, { traits, changes }),
      ]);
    });
    await unlinked.catch((cause) => {
      // The address that would remain belongs to another user by now.
      throw isUniqueViolation(cause) ? fail.identityEmailConflict({ cause }) : cause;
    });
    return {};
  },
});
