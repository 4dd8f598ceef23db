// Erases what finance keeps of somebody who has deleted their account, and spaces that their owners deleted. Each step can be done again: whatever ends it, the next night goes on.
import type { Database } from "../../kernel/sql/database.ts";
import { deleteSomeFiles } from "../attachments/queries.ts";
import { deleteTokensOf } from "../credentials/queries.ts";
import type { Queue } from "../endpoint.ts";
import { deleteSomeLines } from "../imports/queries.ts";
import { entryOf } from "../members/entry.ts";
import {
  countOwners,
  deleteFurtherSpace,
  deleteMember,
  findHeir,
  findStoredMember,
  listErasingSpaces,
  listSpacesOf,
  markErasingSpace,
  putMember,
} from "../members/queries.ts";
import { deleteInvitationsOf, revokeInvitationsBy, revokeInvitationsOf } from "../members/queries_invitations.ts";
import { deleteStaged, lockSpaceRow } from "../post/queries.ts";
import { deleteSomeEntries, deleteSomeLinks, deleteSomeTransactions } from "../post/queries_erase.ts";
import { openWriteAlone } from "../post/write.ts";
import { deleteSpace, deleteUser, findMember, findTimeZone, markErasing, updateEmail } from "../users/queries.ts";
import { deleteWebhooksOf } from "../webhooks/queries.ts";
import { deleteNoticesOf } from "../webhooks/queries_notices.ts";

export interface ErasureInput {
  db: Database;
  queue: Queue;
  now: () => Date;
  /** How many rows are taken at a time. */
  portion?: number;
}

const PORTION = 5_000;
const SPACES_AT_ONCE = 100;
const FILES_AT_ONCE = 20;

export type Erased = "erased" | "shared" | "unknown";

/** The space of somebody with whom others share it stays with those; only the address goes. */
export async function eraseUser(erasing: ErasureInput, authUserId: string): Promise<Erased> {
  const { db, now } = erasing;
  const member = await findMember(db, authUserId);
  if (!member) return "unknown";
  const { id: userId, space_id: spaceId } = member;
  for (const space of await listSpacesOf(db, userId))
    if (!space.own && !(await eraseIfAlone(erasing, space.id, userId))) await leave(erasing, space.id, userId);
  if (!(await begin(db, { userId, spaceId }, now()))) {
    await updateEmail(db, authUserId, "", now());
    return "shared";
  }
  await eraseSpace(erasing, spaceId);
  await deleteUser(db, userId);
  return "erased";
}

/** A space of others, who see it in their log. */
async function leave({ db, queue, now }: ErasureInput, spaceId: number, userId: number): Promise<void> {
  const act = { caller: { spaceId, userId, tokenId: undefined }, requestId: null, now: now() };
  await openWriteAlone({ db, queue, act, isDryRun: false })(async (tx) => {
    const stored = await findStoredMember(tx, spaceId, userId);
    await deleteMember(tx, spaceId, userId);
    await deleteTokensOf(tx, userId, spaceId);
    await revokeInvitationsBy(tx, spaceId, userId, act.now);
    const entries = stored ? [entryOf(userId, stored.role, null)] : [];
    const heir = (await countOwners(tx, spaceId)) === 0 ? await findHeir(tx, spaceId) : undefined;
    if (heir) await putMember(tx, spaceId, { ...heir, role: "owner" });
    return {
      before: {},
      after: {},
      entries: heir ? [...entries, entryOf(heir.user_id, heir.role, "owner")] : entries,
      answer: {},
    };
  });
}

/** A space that is nobody's own, and that nobody else belongs to, goes with its last member. They stay in it until it is gone, so that the next night finds it. */
async function eraseIfAlone(erasing: ErasureInput, spaceId: number, userId: number): Promise<boolean> {
  const { db, now } = erasing;
  const isAlone = await db.transaction(async (tx) => {
    const isThere = (await findTimeZone(tx, spaceId)) !== undefined;
    const members = isThere ? Object.keys((await lockSpaceRow(tx, spaceId)).members) : [];
    if (members.some((id) => id !== String(userId)) || !(await markErasingSpace(tx, spaceId, now()))) return false;
    await revokeInvitationsOf(tx, spaceId, now());
    return true;
  });
  if (!isAlone) return false;
  await eraseSpace(erasing, spaceId);
  await deleteFurtherSpace(db, spaceId);
  return true;
}

/** Further spaces that their owners deleted, and those of which something was left. */
export async function eraseDeletedSpaces(erasing: ErasureInput): Promise<void> {
  for (;;) {
    const spaces = await listErasingSpaces(erasing.db, SPACES_AT_ONCE);
    for (const spaceId of spaces) {
      await eraseSpace(erasing, spaceId);
      await deleteFurtherSpace(erasing.db, spaceId);
    }
    if (spaces.length < SPACES_AT_ONCE) return;
  }
}

/** False where others share the space. Else nobody can join it from here on: who accepts an invitation waits for this lock, and finds it revoked. */
function begin(db: Database, { userId, spaceId }: { userId: number; spaceId: number }, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isThere = (await findTimeZone(tx, spaceId)) !== undefined;
    if (isThere && Object.keys((await lockSpaceRow(tx, spaceId)).members).length > 0) return false;
    await revokeInvitationsOf(tx, spaceId, now);
    await markErasing(tx, userId, now);
    return true;
  });
}

/** What may be much goes in portions, so that no statement takes long; the rest goes with the space. */
async function eraseSpace({ db, now, portion = PORTION }: ErasureInput, spaceId: number): Promise<void> {
  for (const deleteSome of [deleteSomeLines, deleteSomeLinks, deleteSomeTransactions, deleteSomeEntries])
    while ((await deleteSome(db, spaceId, portion)) > 0);
  while ((await deleteSomeFiles(db, spaceId, FILES_AT_ONCE)) > 0);
  await deleteStaged(db, spaceId, now());
  await deleteWebhooksOf(db, spaceId);
  await deleteNoticesOf(db, spaceId);
  await deleteInvitationsOf(db, spaceId);
  await deleteSpace(db, spaceId);
}
