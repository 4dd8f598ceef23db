// GET /server: what the signed-in user may do with this server as a whole, beside their own account.
//
// What is where in this slice: server_owner.ts and server_owner_code.ts make owners by a one-time code (auth/grants has codes and roles),
// server_mailbox.ts shows mails that could not leave, and server_invitations.ts lets people in. All but the codes are for owners.
import { Type } from "typebox";
import { requireCaller } from "../account/caller.ts";
import { endpoint } from "../endpoint.ts";
import { listRoles } from "../grants/queries.ts";
import { ALL_RIGHTS, isGrave, roleHas } from "../grants/rights.ts";
import { SERVER_ROLES } from "../grants/role.ts";

export const getServer = endpoint({
  method: "GET",
  path: "/server",
  access: "user",
  summary: "The signed-in user's roles on this server",
  reply: Type.Object({
    roles: Type.Array(Type.String({ enum: [...SERVER_ROLES] })),
    rights: Type.Array(Type.String({ enum: ALL_RIGHTS }), { description: "What the roles let them do as an administrator" }),
    grave_rights: Type.Array(Type.String({ enum: ALL_RIGHTS }), {
      description: "Those of them that need a proof of the last ten minutes, and a reason",
    }),
    mailbox: Type.Boolean({ description: "For owners: whether mails are kept here, because there is no mail server" }),
  }),
  handle: async (input) => {
    const { caller, config, db, mailbox, now } = input;
    const user = await requireCaller({ db, config }, caller, now);
    const roles = await listRoles(db, user.id);
    const rights = ALL_RIGHTS.filter((right) => roles.some((role) => roleHas(role, right)));
    return { roles, rights, grave_rights: rights.filter(isGrave), mailbox: mailbox !== undefined && roles.includes("owner") };
  },
});
