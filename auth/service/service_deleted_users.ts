// GET /service/deleted_users: users who deleted their own account, for services that keep data of them; not those an administrator deleted.
// DELETE /service/deleted_users/:user_id: the service has erased its data, and the user is not listed again.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { readUserId } from "../admin/user_body.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { deleteOwnDeletion, listOwnDeletions } from "../users/queries_deletions.ts";

const MOST = 100;

export const serviceDeletedUsers = endpoint({
  method: "GET",
  path: "/service/deleted_users",
  access: "admin",
  right: "service:use",
  isRoutine: true,
  summary: `Who has deleted their own account, longest ago first, at most ${MOST}`,
  query: Type.Object({
    until: Type.Optional(Type.String({ format: "date-time", description: "Only those who had by then; left out: all" })),
  }),
  reply: Type.Object({
    users: Type.Array(
      Type.Object({ user_id: Type.String({ format: "uuid" }), deleted_at: Type.String({ format: "date-time" }) }),
    ),
  }),
  handle: async ({ query, db, now }) => {
    const until = query.until === undefined ? now : new Date(query.until);
    // A leap second is a time, and no Date.
    if (Number.isNaN(until.getTime())) throw fail.invalid({ values: { field: "until", problem: "must be a time" } });
    const deletions = await listOwnDeletions(db, until, MOST);
    return { users: deletions.map(({ user_id: id, deleted_at: at }) => ({ user_id: id, deleted_at: at.toISOString() })) };
  },
});

export const deleteServiceDeletedUser = endpoint({
  method: "DELETE",
  path: "/service/deleted_users/:user_id",
  access: "admin",
  right: "service:use",
  isRoutine: true,
  summary: "Nothing is left of somebody who has deleted their account",
  params: Type.Object({ user_id: Type.String() }),
  ignoresBody: true,
  status: 204,
  reply: NoBody,
  handle: async ({ params, db }) => {
    if (!(await deleteOwnDeletion(db, readUserId(params.user_id)))) throw fail.userUnknown();
    return new Answer(204);
  },
});
