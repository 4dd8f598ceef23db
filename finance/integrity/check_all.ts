// Every space, one after the other, for somebody who waits for the result.
import { type Database, DatabaseAway } from "../../kernel/sql/database.ts";
import { listSpaces } from "../post/queries.ts";
import { checkSpace } from "./check_space.ts";
import type { Disagreement } from "./disagreement.ts";
import { checkFileHashes } from "./file_hashes.ts";
import { listLooseReferences, listReferences } from "./queries_references.ts";

const SPACES_A_PAGE = 1_000;
/** More in a row mean that not one machine of a cluster is away, but the database. */
const MOST_UNREAD = 20;

export interface AllChecked extends Progress {
  /** Users' spaces that are not there yet. */
  unmade: number[];
  /** On a machine of a cluster that is away: nothing is known of them. */
  unread: number[];
  /** Foreign keys by which a row could refer to another space's. */
  loose: { table: string; name: string }[];
}

export interface Progress {
  spaces: number;
  /** Receipts whose bytes were read and hashed. */
  receipts: number;
  receiptBytes: number;
}

/** Tells what disagrees as it is found. Throws if the spaces cannot be read. */
export async function checkAll(
  db: Database,
  tell: { found(disagreement: Disagreement): void; checked(progress: Progress): void },
): Promise<AllChecked> {
  const references = await listReferences(db);
  const loose = await listLooseReferences(db);
  const unmade: number[] = [];
  const unread: number[] = [];
  let unreadInARow = 0;
  const progress: Progress = { spaces: 0, receipts: 0, receiptBytes: 0 };

  async function check(spaceId: number): Promise<void> {
    try {
      const disagreements = await checkSpace(db, spaceId, references);
      unreadInARow = 0;
      if (!disagreements) return void unmade.push(spaceId);
      for (const each of disagreements) tell.found(each);
      const missing = disagreements.filter(({ invariant }) => invariant === "FA-01").map(({ key }) => key.attachment_id);
      await checkFileHashes(db, spaceId, new Set(missing), {
        found: tell.found,
        read: (bytes, isEnd) => {
          progress.receiptBytes += bytes;
          if (isEnd) progress.receipts++;
          tell.checked(progress);
        },
      });
      progress.spaces++;
      tell.checked(progress);
    } catch (error) {
      if (!(error instanceof DatabaseAway) || ++unreadInARow === MOST_UNREAD) throw error;
      unread.push(spaceId);
    }
  }

  for (let page = await listSpaces(db, 0, SPACES_A_PAGE); page.length > 0; ) {
    for (const spaceId of page) await check(spaceId);
    page = await listSpaces(db, page.at(-1) as number, SPACES_A_PAGE);
  }
  return { ...progress, unmade, unread, loose };
}
