// GET /admin/users/:id/passkeys and DELETE /admin/users/:id/passkeys/:passkey_id: passkeys as administrators see them.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { requireOutranks } from "../grants/outrank.ts";
import { findUserWithIdentities } from "../identities/queries.ts";
import { PasskeyReply, presentPasskey, readPasskeyId, requirePasskeys } from "../passkeys/passkey.ts";
import { deletePasskey, listPasskeys } from "../passkeys/queries.ts";
import { lockUser } from "../users/queries.ts";
import { adminActOf, logAdminAct } from "./admin_act.ts";
import { readUserId } from "./user_body.ts";

export const getAdminUserPasskeys = endpoint({
  method: "GET",
  path: "/admin/users/:id/passkeys",
  access: "admin",
  right: "users:read",
  summary: "The passkeys of a user",
  params: Type.Object({ id: Type.String() }),
  reply: Type.Array(PasskeyReply),
  handle: async ({ params, db, config }) => {
    requirePasskeys(config);
    const user = await findUserWithIdentities(db, readUserId(params.id));
    if (!user) throw fail.userUnknown();
    return (await listPasskeys(db, user.id)).map(presentPasskey);
  },
});

export const deleteAdminUserPasskey = endpoint({
  method: "DELETE",
  path: "/admin/users/:id/passkeys/:passkey_id",
  access: "admin",
  right: "factors:write",
  summary: "Delete a passkey of a user",
  params: Type.Object({ id: Type.String(), passkey_id: Type.String() }),
  ignoresBody: true,
  status: 204,
  reply: NoBody,
  handle: async ({ params, ...input }) => {
    requirePasskeys(input.config);
    const [userId, id] = [readUserId(params.id), readPasskeyId(params.passkey_id)];
    await input.db.transaction(async (tx) => {
      const user = await lockUser(tx, userId);
      if (!user) throw fail.userUnknown();
      await requireOutranks(tx, input.caller.administrator, userId);
      if (!(await deletePasskey(tx, userId, id))) throw fail.passkeyUnknown();
      await logAdminAct(tx, adminActOf(input), "passkey_deleted", user, { traits: { passkey_id: id } });
    });
    return new Answer(204);
  },
});
