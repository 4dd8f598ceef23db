// Writes an administrator's changes, in the transaction that has locked the user.
// A taken address violates a unique constraint.
import type { Db } from "../../kernel/sql/database.ts";
import { deleteFlows } from "../flow_states/queries.ts";
import { endCodes } from "../flow_states/queries_codes.ts";
import { putAddressIdentity } from "../identities/queries.ts";
import { voidTokens } from "../one_time_tokens/queries.ts";
import { deleteSessions } from "../sessions/queries.ts";
import { updateUser } from "../users/queries.ts";
import { noteChanges } from "../users/queries_changes.ts";
import { type AdminAct, logAdminAct } from "./admin_act.ts";
import type { ChangedUser } from "./change_user.ts";

export async function writeChangedUser(tx: Db, id: string, change: ChangedUser, act: AdminAct): Promise<void> {
  const { user, encryptedPassword, identities, changes, voidsTokens, endsCodes, endsSessions, entry } = change;
  const { now } = act;
  const columns = {
    ...user,
    ...(encryptedPassword !== undefined && { encrypted_password: encryptedPassword }),
    ...(voidsTokens && { email_change: null, phone_change: null }),
  };
  await Promise.all([
    updateUser(tx, id, columns, { now }),
    ...identities.map((identity) => putAddressIdentity(tx, id, identity)),
    ...(voidsTokens ? [voidTokens(tx, id)] : []),
    ...(endsCodes ? [endCodes(tx, id)] : []),
    ...(endsSessions ? [deleteFlows(tx, id), deleteSessions(tx, id)] : []),
    noteChanges(tx, id, changes, now),
    logAdminAct(tx, act, entry.action, { id, ...user }, entry),
  ]);
}
