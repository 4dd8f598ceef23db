// GET, POST /admin/users and POST, GET, PUT, DELETE /admin/users/:id: users as administrators see and make them.
// POST with an id makes a user who has that id; without one the id is made here. No mail is sent by any of them.
//
// What is where in this slice: user_body.ts reads what administrators say of a user, new_user.ts and change_user.ts are the rules, create_user.ts
// and remove_user.ts do it. Links are made by generate_link.ts and invite.ts, and written by write_link.ts. Pages are listed by
// search.ts and queries_list.ts; lists by cursor by filters.ts, list_order.ts and queries_follow.ts.
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import type { AuthConfig } from "../config.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import type { Right } from "../grants/rights.ts";
import { findUserWithIdentities } from "../identities/queries.ts";
import { METADATA_BODY_BYTES } from "../users/metadata.ts";
import { presentUser, UserReply } from "../users/user.ts";
import { createUser, updateUserById } from "./create_user.ts";
import { FILTERS, filterQuery, readFilters } from "./filters.ts";
import { readCursor, readOrder, writeCursor } from "./list_order.ts";
import { cursorQuery, nextLink, PAGE_HEADERS, pageHeaders, pageQuery, readLimit, readPage } from "./pages.ts";
import { followUsers } from "./queries_follow.ts";
import { listUsers } from "./queries_list.ts";
import { removeUser, softDeleteUser } from "./remove_user.ts";
import { readSearch, searchQuery } from "./search.ts";
import { NamedUserBody, readNewId, readUserId, UserBody } from "./user_body.ts";

const Pagination = Type.Object({
  next_cursor: Type.Optional(Type.String({ description: "Missing at the end" })),
  has_more: Type.Boolean(),
  total: Type.Optional(
    Type.Object({ count: Type.Integer(), is_estimate: Type.Boolean() }, { description: "With total=true; exact up to 1,000" }),
  ),
});

const UserPath = Type.Object({ id: Type.String() });

const total = Type.Optional(Type.Unsafe<"true">({ type: "string", enum: ["true"], description: "How many there are, too" }));

export const getAdminUsers = endpoint({
  method: "GET",
  path: "/admin/users",
  access: "admin",
  right: ({ query }) => ["users:read", ...(query.server_role === undefined ? [] : (["administrators:read"] as const))],
  summary: "List users in pages, or from cursor to cursor with filters, newest first",
  query: Type.Object({ ...pageQuery, ...cursorQuery, ...searchQuery, ...filterQuery, total }),
  reply: Type.Object({ users: Type.Array(UserReply), aud: Type.String(), pagination: Type.Optional(Pagination) }),
  replyHeaders: PAGE_HEADERS,
  handle: async ({ query, request, db, now, config }) => {
    const parameters = Object.fromEntries([...SEARCH, ...FILTERS].map((name) => [name, query[name]]));
    if (goesByCursor(query, config)) {
      const order = readOrder([query.sort ?? []].flat());
      const list = { ...parameters, sort: order };
      const after = readCursor(query.cursor, order, list);
      const perPage = readLimit(query.limit);
      const wanted = { filters: readFilters(query, now), order, perPage, after };
      const { users, next, total } = await followUsers(db, wanted, { withTotal: query.total === "true" });
      const cursor = next && writeCursor(next, list);
      const pagination = { ...(cursor && { next_cursor: cursor }), has_more: next !== undefined, ...(total && { total }) };
      const headers = nextLink(request.path, perPage, cursor, parameters);
      return new Answer(200, headers, { users: users.map(presentUser), aud: config.jwtAud, pagination });
    }
    const page = readPage(query);
    const { users, total } = await listUsers(db, { ...page, ...readSearch(query) });
    const headers = pageHeaders(request.path, page, total, parameters);
    return new Answer(200, headers, { users: users.map(presentUser), aud: config.jwtAud });
  },
});

const SEARCH = ["filter", "email", "phone", "sort"] as const;
const BY_CURSOR = ["limit", "cursor", "total", ...FILTERS] as const;

/** Clients that count pages go on doing so. */
function goesByCursor(
  query: { page?: string; per_page?: string } & Partial<Record<(typeof BY_CURSOR)[number], string>>,
  { cursorPaginationEnabled }: Pick<AuthConfig, "cursorPaginationEnabled">,
): boolean {
  const filter = FILTERS.find((name) => query[name]);
  if (!query.page && !query.per_page) return cursorPaginationEnabled || BY_CURSOR.some((name) => query[name]);
  if (filter) throw fail.filterInPages({ values: { name: filter } });
  return false;
}

export const postAdminUsers = endpoint({
  method: "POST",
  path: "/admin/users",
  access: "admin",
  right: "users:create",
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
  right: "users:read",
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
  right: "users:create",
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
  right: ({ body }) => rightsToChange(body),
  summary: "Change a user; all takes effect at once",
  params: UserPath,
  bodyLimitBytes: METADATA_BODY_BYTES,
  body: NamedUserBody,
  reply: UserReply,
  refuses: [422, 429],
  handle: (input) => updateUserById(input, readUserId(input.params.id)),
});

const CREDENTIALS = ["password", "password_temporary", "email", "phone", "email_confirm", "phone_confirm", "role"];

/** To let somebody in again is less than to change them, and their credentials are more. */
function rightsToChange(body: Readonly<Record<string, unknown>>): Right[] {
  const named = Object.keys(body).filter((name) => Boolean(body[name]));
  const credentials: Right[] = named.some((name) => CREDENTIALS.includes(name)) ? ["credentials:write"] : [];
  const others = named.filter((name) => !CREDENTIALS.includes(name));
  if (others.length === 0 && credentials.length > 0) return credentials;
  const isUnban = others.join() === "ban_duration" && body.ban_duration === "none";
  return [isUnban ? "users:unban" : "users:write", ...credentials];
}

export const deleteAdminUser = endpoint({
  method: "DELETE",
  path: "/admin/users/:id",
  access: "admin",
  right: ({ body }) => [body.should_soft_delete === true ? "users:delete" : "users:erase"],
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
