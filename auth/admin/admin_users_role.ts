// GET /admin/users/:id/role: the role of a user on this server. PUT and DELETE /admin/administrators/:user_id change it.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { rankOf } from "../grants/administrator.ts";
import { listRoles } from "../grants/queries.ts";
import { SERVER_ROLES, type ServerRole } from "../grants/role.ts";
import { findUserWithIdentities } from "../identities/queries.ts";
import { readUserId } from "./user_body.ts";

const Role = Type.Unsafe<ServerRole | null>({ type: ["string", "null"], enum: [...SERVER_ROLES, null] });

export const getAdminUserRole = endpoint({
  method: "GET",
  path: "/admin/users/:id/role",
  access: "admin",
  right: "administrators:read",
  summary: "The role of a user on this server",
  params: Type.Object({ id: Type.String() }),
  reply: Type.Object({ role: Role }),
  handle: async ({ params, db }) => {
    const id = readUserId(params.id);
    const [user, roles] = await Promise.all([findUserWithIdentities(db, id), listRoles(db, id)]);
    if (!user) throw fail.userUnknown();
    return { role: SERVER_ROLES[rankOf(roles)] ?? null };
  },
});
