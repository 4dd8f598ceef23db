// A page of the log: the entries after the reader's cursor, in order. Posts of a space are serialized, so no entry appears behind a
// cursor later.
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../kernel/sql/database.ts";
import { findVersion } from "../post/queries.ts";
import { behind, type Cursor, cursorText } from "./cursor.ts";
import { type LoggedEntry, listEntriesAfter, listEntriesOfTransaction } from "./queries.ts";

export interface Page {
  entries: LoggedEntry[];
  cursor: string;
  hasMore: boolean;
}

interface FeedRequest {
  spaceId: number;
  cursor: Cursor;
  limit: number;
  /** How long an empty page may be waited for. */
  waitSeconds: number;
  /** True when waiting has to end, because the service does. */
  isOver(): boolean;
}

/** So often whoever waits is looked after. One plain read of one row, over shared connections. */
const LOOK_MS = 500;

/** Undefined where the cursor is of a post that the space never had. */
export async function readPage(
  db: Database,
  { spaceId, cursor, limit, waitSeconds, isOver }: FeedRequest,
): Promise<Page | undefined> {
  const deadline = performance.now() + waitSeconds * 1000;
  for (;;) {
    // Before the entries: what is written between the two reads is at least among them.
    const version = await findVersion(db, spaceId);
    if (cursor.version > version) return undefined;
    const entries =
      cursor.version < version || cursor.n < behind(version).n ? await listEntriesAfter(db, spaceId, cursor, limit + 1) : [];
    if (entries.length > 0) return pageOf(entries, limit);
    if (performance.now() + LOOK_MS > deadline || isOver()) return { entries, cursor: cursorText(cursor), hasMore: false };
    await sleep(LOOK_MS);
  }
}

/** What became of one transaction after it was made, from the cursor on. */
export async function readHistory(
  db: Database,
  { spaceId, cursor, limit, transactionId }: Pick<FeedRequest, "spaceId" | "cursor" | "limit"> & { transactionId: number },
): Promise<Page> {
  const entries = await listEntriesOfTransaction(db, spaceId, transactionId, cursor, limit + 1);
  return entries.length > 0 ? pageOf(entries, limit) : { entries, cursor: cursorText(cursor), hasMore: false };
}

function pageOf(listed: LoggedEntry[], limit: number): Page {
  const entries = listed.slice(0, limit);
  const last = entries.at(-1) as LoggedEntry;
  const next = listed[limit];
  const isWithin = next?.version === last.version;
  return { entries, cursor: cursorText(isWithin ? last : behind(last.version)), hasMore: next !== undefined };
}
