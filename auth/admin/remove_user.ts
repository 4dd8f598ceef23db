// Deletes users, wholly or all but their id. Both answer whether there is such a user.
import type { AuthCaller, AuthInput } from "../endpoint.ts";
import { adminActOf } from "./admin_act.ts";
import { deleteUser, findUserById, lockUser, softDeleteUser } from "./queries.ts";

type Input = Pick<AuthInput<unknown>, "db" | "request" | "now"> & { caller: AuthCaller };

export async function removeUser(input: Input, id: string): Promise<boolean> {
  return (await deleteUser(input.db, id, adminActOf(input))) > 0;
}

/** One who is forgotten already stays as they are. */
export function forgetUser(input: Input, id: string): Promise<boolean> {
  return input.db.transaction(async (tx) => {
    if (!(await lockUser(tx, id))) return (await findUserById(tx, id)) !== undefined;
    await softDeleteUser(tx, id, adminActOf(input));
    return true;
  });
}
