// Deletes users, wholly or all but their id. All return whether there is such a user.
import type { Db } from "../../kernel/sql/database.ts";
import type { AuthCaller, AuthInput } from "../endpoint.ts";
import { deleteAllFactors } from "../factors/queries.ts";
import { deleteFlows } from "../flow_states/queries.ts";
import type { Administrator } from "../grants/administrator.ts";
import { requireOutranks } from "../grants/outrank.ts";
import { eraseIdentities, findUserWithIdentities } from "../identities/queries.ts";
import { deleteAllGrants } from "../oauth_server/queries_consents.ts";
import { voidTokens } from "../one_time_tokens/queries.ts";
import { deleteAllPasskeys } from "../passkeys/queries.ts";
import { deleteSessions } from "../sessions/queries.ts";
import { deleteDevices } from "../sessions/queries_devices.ts";
import { deleteUser, eraseUser, lockUser } from "../users/queries.ts";
import { noteChanges } from "../users/queries_changes.ts";
import { type AdminAct, adminActOf, logAdminAct } from "./admin_act.ts";

type Input = Pick<AuthInput<unknown>, "db" | "request" | "now"> & { caller: AuthCaller };

/** Who deletes, for the logs and by their role. */
interface Acting {
  act: AdminAct;
  administrator: Administrator | undefined;
}

export function removeUser(input: Input, id: string): Promise<boolean> {
  return input.db.transaction((tx) => removeUserIn(tx, id, actingBy(input)));
}

export function softDeleteUser(input: Input, id: string): Promise<boolean> {
  return input.db.transaction((tx) => softDeleteUserIn(tx, id, actingBy(input)));
}

const actingBy = (input: Input): Acting => ({ act: adminActOf(input), administrator: input.caller.administrator });

/** In a transaction that may do more. */
export async function removeUserIn(tx: Db, id: string, { act, administrator }: Acting): Promise<boolean> {
  await lockUser(tx, id);
  await requireOutranks(tx, administrator, id);
  const user = await deleteUser(tx, id);
  if (!user) return false;
  await Promise.all([noteChanges(tx, id, ["deleted"], act.now), logAdminAct(tx, act, "user_deleted", user)]);
  return true;
}

/** One who is forgotten already stays as they are. The user is locked, so that no session that is being opened right now is overlooked. */
export async function softDeleteUserIn(tx: Db, id: string, { act, administrator }: Acting): Promise<boolean> {
  const { now } = act;
  const user = await lockUser(tx, id);
  await requireOutranks(tx, administrator, id);
  if (!user) return (await findUserWithIdentities(tx, id)) !== undefined;
  await Promise.all([
    eraseUser(tx, id, now),
    eraseIdentities(tx, id, now),
    deleteSessions(tx, id),
    deleteDevices(tx, id),
    deleteAllFactors(tx, id),
    deleteAllPasskeys(tx, id),
    deleteAllGrants(tx, id),
    voidTokens(tx, id),
    deleteFlows(tx, id),
    noteChanges(tx, id, ["deleted"], now),
    logAdminAct(tx, act, "user_deleted", user),
  ]);
  return true;
}
