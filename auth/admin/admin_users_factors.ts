// GET /admin/users/:id/factors, and PUT, DELETE /admin/users/:id/factors/:factor_id: second factors as administrators see them.
// Deleting one lets a user who lost it sign in again; their sessions fall back to aal1.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { type AuthCaller, endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readFactorId, readFriendlyName } from "../factors/factor.ts";
import { renameFactor } from "../factors/queries.ts";
import { removeFactor } from "../factors/unenroll.ts";
import { requireOutranks } from "../grants/outrank.ts";
import { findUserWithIdentities, readUserWithIdentities } from "../identities/queries.ts";
import { PhoneField, readPhone } from "../users/address.ts";
import { lockUser } from "../users/queries.ts";
import { type FactorJson, FactorReply, presentFactor, type UserWithIdentities } from "../users/user.ts";
import { adminActOf, logAdminAct } from "./admin_act.ts";
import { readUserId } from "./user_body.ts";

const FactorPath = Type.Object({ id: Type.String(), factor_id: Type.String() });

export const getAdminUserFactors = endpoint({
  method: "GET",
  path: "/admin/users/:id/factors",
  access: "admin",
  right: "users:read",
  summary: "The second factors of a user",
  params: Type.Object({ id: Type.String() }),
  reply: Type.Array(FactorReply),
  handle: async ({ params, db }) => {
    const user = await findUserWithIdentities(db, readUserId(params.id));
    if (!user) throw fail.userUnknown();
    return (user.factors ?? []).map(presentFactor);
  },
});

export const putAdminUserFactor = endpoint({
  method: "PUT",
  path: "/admin/users/:id/factors/:factor_id",
  access: "admin",
  right: "factors:write",
  summary: "Rename a second factor, or change the number of a phone factor",
  params: FactorPath,
  body: Type.Object({ friendly_name: Type.Optional(Type.String()), phone: Type.Optional(PhoneField) }),
  reply: FactorReply,
  refuses: [422],
  handle: async ({ params, body, ...input }) => {
    const name = readFriendlyName(body.friendly_name ?? "");
    return input.db.transaction(async (tx) => {
      const { user, factor } = await lockFactor(tx, params, input.caller);
      const isTaken = (user.factors ?? []).some((each) => each.id !== factor.id && each.friendly_name === name);
      if (name && isTaken) throw fail.factorNameTaken({ values: { name } });
      const phone = body.phone && factor.factor_type === "phone" ? readPhone(body.phone) : factor.phone;
      const writes = [
        renameFactor(tx, factor.id, { name: name || factor.friendly_name, phone }, input.now),
        logAdminAct(tx, adminActOf(input), "factor_updated", user, { traits: traitsOf(factor) }),
      ];
      const [after] = await Promise.all([readUserWithIdentities(tx, user.id), ...writes]);
      return presentFactor(after.factors?.find(({ id }) => id === factor.id) as FactorJson);
    });
  },
});

export const deleteAdminUserFactor = endpoint({
  method: "DELETE",
  path: "/admin/users/:id/factors/:factor_id",
  access: "admin",
  right: "factors:write",
  summary: "Take a second factor off a user's account",
  params: FactorPath,
  ignoresBody: true,
  reply: FactorReply,
  handle: ({ params, ...input }) =>
    input.db.transaction(async (tx) => {
      const { user, factor } = await lockFactor(tx, params, input.caller);
      await Promise.all([
        removeFactor(tx, user, factor, input.now),
        logAdminAct(tx, adminActOf(input), "factor_deleted", user, { traits: traitsOf(factor) }),
      ]);
      return presentFactor(factor);
    }),
});

const traitsOf = ({ id, factor_type: kind }: FactorJson) => ({ factor_id: id, factor_type: kind });

async function lockFactor(
  tx: Db,
  { id, factor_id: factorId }: { id: string; factor_id: string },
  { administrator }: AuthCaller,
): Promise<{ user: UserWithIdentities; factor: FactorJson }> {
  const userId = readUserId(id);
  const wantedId = readFactorId(factorId);
  const [locked, user] = await Promise.all([lockUser(tx, userId), findUserWithIdentities(tx, userId)]);
  if (!locked || !user) throw fail.userUnknown();
  await requireOutranks(tx, administrator, userId);
  const factor = user.factors?.find((each) => each.id === wantedId);
  if (!factor) throw fail.factorUnknown();
  return { user, factor };
}
