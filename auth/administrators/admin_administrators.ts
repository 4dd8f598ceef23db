// GET /admin/administrators, PUT and DELETE /admin/administrators/:user_id: users who have a role on this server. Owners alone change them.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { type AdminAct, adminActOf } from "../admin/admin_act.ts";
import { readUserId } from "../admin/user_body.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { deleteGrants, type Grant, insertGrant, listGrants, listRoles, lockOwners } from "../grants/queries.ts";
import { SERVER_ROLES, type ServerRole } from "../grants/role.ts";
import { type LockedUser, lockUser } from "../users/queries.ts";

const Role = Type.Unsafe<ServerRole>({ type: "string", enum: [...SERVER_ROLES] });

const AdministratorReply = Type.Object({
  user_id: Type.String({ format: "uuid" }),
  email: Type.String(),
  phone: Type.String(),
  role: Role,
  granted_by: Type.Union([Type.String({ format: "uuid" }), Type.Null()], { description: "Null: by a code, or an operator" }),
  granted_at: Type.String({ format: "date-time" }),
  has_second_factor: Type.Boolean({ description: "A verified factor or a passkey; without one they are let into nothing here" }),
  last_sign_in_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()]),
});

const params = Type.Object({ user_id: Type.String() });

export const getAdminAdministrators = endpoint({
  method: "GET",
  path: "/admin/administrators",
  access: "admin",
  right: "administrators:read",
  summary: "The users who have a role on this server",
  reply: Type.Object({ administrators: Type.Array(AdministratorReply) }),
  handle: async ({ db }) => ({ administrators: (await listGrants(db)).map(present) }),
});

const present = ({ granted_at: grantedAt, last_sign_in_at: lastSignInAt, email, phone, ...grant }: Grant) => ({
  ...grant,
  email: email ?? "",
  phone: phone ?? "",
  granted_at: grantedAt.toISOString(),
  last_sign_in_at: lastSignInAt?.toISOString() ?? null,
});

export const putAdminAdministrator = endpoint({
  method: "PUT",
  path: "/admin/administrators/:user_id",
  access: "admin",
  right: "administrators:write",
  summary: "Give a user this role on this server, in place of any other",
  params,
  body: Type.Object({ role: Role }),
  status: 204,
  reply: NoBody,
  refuses: [422],
  handle: async ({ params: path, body: { role }, ...input }) => {
    const id = readUserId(path.user_id);
    const act = adminActOf(input);
    await input.db.transaction(async (tx) => {
      const owners = await lockOwners(tx);
      const user = await lockUser(tx, id);
      if (!user) throw fail.userUnknown();
      if (user.is_anonymous) throw fail.administratorUnfit();
      const before = await listRoles(tx, id);
      if (role !== "owner") requireAnotherOwner(owners, id);
      await deleteGrants(tx, id);
      await insertGrant(tx, { userId: id, role, grantedBy: input.caller.userId ?? null, now: input.now });
      await log(tx, act, user, { before, after: [role] });
    });
    return new Answer(204);
  },
});

export const deleteAdminAdministrator = endpoint({
  method: "DELETE",
  path: "/admin/administrators/:user_id",
  access: "admin",
  right: "administrators:write",
  summary: "Take a user's role on this server away, at once",
  params,
  ignoresBody: true,
  status: 204,
  reply: NoBody,
  refuses: [404, 422],
  handle: async ({ params: path, ...input }) => {
    const id = readUserId(path.user_id);
    const act = adminActOf(input);
    await input.db.transaction(async (tx) => {
      const owners = await lockOwners(tx);
      const user = await lockUser(tx, id);
      const before = user ? await listRoles(tx, id) : [];
      if (!user || before.length === 0) throw fail.administratorUnknown();
      requireAnotherOwner(owners, id);
      await deleteGrants(tx, id);
      await log(tx, act, user, { before, after: [] });
    });
    return new Answer(204);
  },
});

/** Two owners who take each other's role away at once: the second waits for the first, and finds that they are the last. */
function requireAnotherOwner(owners: readonly string[], id: string): void {
  if (owners.includes(id) && owners.length === 1) throw fail.lastOwner();
}

interface Roles {
  before: readonly ServerRole[];
  after: readonly ServerRole[];
}

async function log(tx: Parameters<typeof logAct>[0], act: AdminAct, user: LockedUser, { before, after }: Roles): Promise<void> {
  const traits = { user_id: user.id, role: after.join() || before.join(), by: "administrator" };
  const changes = { role: { before: before.join() || null, after: after.join() || null } };
  const action = after.length > 0 ? "server_role_granted" : "server_role_revoked";
  await logAct(tx, act, { action, actor: act.actor, traits, changes });
}
