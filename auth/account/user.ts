// GET /user: the user whom an access token names, as the database has them now.
import { endpoint } from "../endpoint.ts";
import { presentUser, UserReply } from "../users/user.ts";
import { readCaller } from "./caller.ts";

export const getUser = endpoint({
  method: "GET",
  path: "/user",
  access: "user",
  summary: "The signed-in user",
  reply: UserReply,
  handle: async ({ caller, now, ...world }) => presentUser(await readCaller(world, caller, now)),
});
