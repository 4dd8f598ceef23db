// Lets nobody into a space any more: its members, their tokens and invitations go. What it holds is erased later. Webhooks send nothing on behalf of
// whoever is no member.
import type { Db } from "../../kernel/sql/database.ts";
import { deleteTokensOfMany } from "../credentials/queries.ts";
import { removeAllRoles } from "../users/queries.ts";
import { deleteMembersOf } from "./queries.ts";
import { revokeInvitationsOf } from "./queries_invitations.ts";

/** In a transaction that has locked the space. */
export async function closeSpace(tx: Db, spaceId: number, now: Date): Promise<void> {
  await revokeInvitationsOf(tx, spaceId, now);
  await removeAllRoles(tx, spaceId);
  await deleteTokensOfMany(tx, await deleteMembersOf(tx, spaceId), spaceId);
}
