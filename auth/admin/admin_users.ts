// GET, POST /admin/users and POST, GET, PUT, DELETE /admin/users/:id: users as administrators see and make them.
// POST with an id makes a user who has that id; without one the id is made here. No mail is sent by any of them.
//
// What is where in this slice: user_body.ts reads what administrators say of a user, new_user.ts and change_user.ts are the rules, create_user.ts
// and remove_user.ts do it. Links are made by generate_link.ts and invite.ts, and written by write_link.ts. queries_list.ts and search.ts list.
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { findUserWithIdentities } from "../identities/queries.ts";
import { METADATA_BODY_BYTES } from "../users/metadata.ts";
import { presentUser, UserReply } from "../users/user.ts";
import { createUser, updateUserById } from "./create_user.ts";
import { PAGE_HEADERS, pageHeaders, pageQuery, readPage } from "./pages.ts";
import { listUsers } from "./queries_list.ts";
import { removeUser, softDeleteUser } from "./remove_user.ts";
import { readSearch, searchQuery } from "./search.ts";
import { NamedUserBody, readNewId, readUserId, UserBody } from "./user_body.ts";

const UserPath = Type.Object({ id: Type.String() });

export const getAdminUsers = endpoint({
  method: "GET",
  path: "/admin/users",
  access: "admin",
  summary: "List users in pages, newest first",
  query: Type.Object({ ...pageQuery, ...searchQuery }),
  reply: Type.Object({ users: Type.Array(UserReply), aud: Type.String() }),
  replyHeaders: PAGE_HEADERS,
  handle: async ({ query, request, db, config }) => {
    const page = readPage(query);
    const { users, total } = await listUsers(db, { ...page, ...readSearch(query) });
    const { filter, email, phone, sort } = query;
    const headers = pageHeaders(request.path, page, total, { filter, email, phone, sort });
    return new Answer(200, headers, { users: users.map(presentUser), aud: config.jwtAud });
  },
});

export const postAdminUsers = endpoint({
  method: "POST",
  path: "/admin/users",
  access: "admin",
  summary: "Create a user",
  bodyLimitBytes: METADATA_BODY_BYTES,
  body: UserBody,
  reply: UserReply,
  refuses: [422, 429],
  handle: (input) => createUser(input, input.body.id ? readNewId(input.body.id) : undefined),
});

export const getAdminUser = endpoint({
  method: "GET",
  path: "/admin/users/:id",
  access: "admin",
  summary: "A user by id, also one who was deleted softly",
  params: UserPath,
  reply: UserReply,
  handle: async ({ params, db }) => {
    const user = await findUserWithIdentities(db, readUserId(params.id));
    if (!user) throw fail.userUnknown();
    return presentUser(user);
  },
});

export const postAdminUser = endpoint({
  method: "POST",
  path: "/admin/users/:id",
  access: "admin",
  summary: "Create a user with this id",
  params: UserPath,
  bodyLimitBytes: METADATA_BODY_BYTES,
  body: NamedUserBody,
  reply: UserReply,
  refuses: [422, 429],
  handle: (input) => createUser(input, readNewId(readUserId(input.params.id))),
});

export const putAdminUser = endpoint({
  method: "PUT",
  path: "/admin/users/:id",
  access: "admin",
  summary: "Change a user; all takes effect at once",
  params: UserPath,
  bodyLimitBytes: METADATA_BODY_BYTES,
  body: NamedUserBody,
  reply: UserReply,
  refuses: [422, 429],
  handle: (input) => updateUserById(input, readUserId(input.params.id)),
});

export const deleteAdminUser = endpoint({
  method: "DELETE",
  path: "/admin/users/:id",
  access: "admin",
  summary: "Delete a user, or keep the id and forget the person",
  params: UserPath,
  body: Type.Object({ should_soft_delete: Type.Optional(Type.Boolean()) }),
  reply: Type.Object({}),
  handle: async (input) => {
    const id = readUserId(input.params.id);
    if (!(await (input.body.should_soft_delete ? softDeleteUser(input, id) : removeUser(input, id)))) throw fail.userUnknown();
    return {};
  },
});
