// Ends sessions of a user, by the hand of an administrator.
import type { Db } from "../../kernel/sql/database.ts";
import type { AuthCaller, AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { endCodes } from "../flow_states/queries_codes.ts";
import { deleteSessions } from "../sessions/queries.ts";
import { deleteSession } from "../sessions/queries_list.ts";
import { lockUser } from "../users/queries.ts";
import { type AdminAct, adminActOf, logAdminAct } from "./admin_act.ts";

type Input = Pick<AuthInput<unknown>, "db" | "request" | "now"> & { caller: AuthCaller };

export function endSession(input: Input, userId: string, id: string): Promise<void> {
  return input.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw fail.userUnknown();
    if (!(await deleteSession(tx, userId, id))) throw fail.sessionUnknown();
    await logAdminAct(tx, adminActOf(input), "logout", user, { traits: { session_id: id } });
  });
}

/** All of them, and the codes that would become some. */
export async function endSessionsIn(tx: Db, userId: string, act: AdminAct): Promise<void> {
  const user = await lockUser(tx, userId);
  if (!user) throw fail.userUnknown();
  await Promise.all([endCodes(tx, userId), deleteSessions(tx, userId), logAdminAct(tx, act, "logout", user)]);
}
