// GET /users/me: the caller, who has no other way to learn their own id.
import { BASIC } from "../credentials/app_access.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { findUser } from "./queries.ts";
import { UserReply } from "./user.ts";

export const getUsersMe = endpoint({
  method: "GET",
  path: "/users/me",
  access: "reader",
  summary: "The caller",
  reply: UserReply,
  handle: async ({ db, caller }) => {
    const user = await findUser(db, caller.spaceId, caller.userId);
    // Another replica has heard by now that they were deleted.
    if (!user) throw fail.unauthorized({ headers: { "www-authenticate": BASIC } });
    return user;
  },
});
