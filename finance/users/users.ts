// GET /users: who shares the space. GET /users/:id: one of them; everybody else is as unknown as nobody.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { findUser, listUsers } from "./queries.ts";
import { UserReply } from "./user.ts";

export const getUsers = endpoint({
  method: "GET",
  path: "/users",
  access: "reader",
  summary: "The users of the space",
  reply: Type.Array(UserReply),
  handle: ({ db, caller }) => listUsers(db, caller.spaceId),
});

export const getUser = endpoint({
  method: "GET",
  path: "/users/:id",
  access: "reader",
  summary: "A user of the space",
  params: Type.Object({ id: Type.String() }),
  reply: UserReply,
  handle: async ({ params, db, caller }) => {
    const user = await findUser(db, caller.spaceId, readPathId(params.id));
    if (!user) throw fail.recordUnknown();
    return user;
  },
});
