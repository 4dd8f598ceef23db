// The latest good replies, shown until newer ones arrive.
import { isImpersonation } from "../impersonation.ts";
import { isStorable } from "../rules/queue.ts";
import { put, readAll, readSome, remove } from "./database.ts";

interface StoredReply {
  path: string;
  /** As the server wrote it. */
  text: string;
  at: number;
}

const MAX_REPLIES = 80;
const MAX_CHARACTERS = 400_000;

interface PendingRead {
  path: string;
  answer: (stored: StoredReply | undefined) => void;
}

let pendingReads: PendingRead[] = [];

let hasBeenImpersonation = false;

/** Stays true in this page: a reply of the account that was seen may come when it is left already. */
function storesNothing(): boolean {
  hasBeenImpersonation ||= isImpersonation();
  return hasBeenImpersonation;
}

/** Combines reads of the same microtask, so that the screen draws once. */
export function readReply(path: string): Promise<StoredReply | undefined> {
  if (storesNothing() || !isStorable(path)) return Promise.resolve(undefined);
  if (pendingReads.length === 0) queueMicrotask(readPending);
  return new Promise((answer) => pendingReads.push({ path, answer }));
}

async function readPending(): Promise<void> {
  const all = pendingReads;
  pendingReads = [];
  const paths = all.map(({ path }) => path);
  const replies = await readSome<StoredReply>("answers", paths).catch(() => []);
  for (const [index, { answer }] of all.entries()) answer(replies[index]);
}

export function storeReply(path: string, text: string): void {
  if (storesNothing() || !isStorable(path) || text.length > MAX_CHARACTERS) return;
  void put("answers", { path, text, at: Date.now() }).catch(() => {});
}

/** Deletes the oldest, such as months that were opened once. */
export async function pruneReplies(): Promise<void> {
  const all = await readAll<StoredReply>("answers").catch(() => []);
  const old = all.sort((one, other) => other.at - one.at).slice(MAX_REPLIES);
  for (const { path } of old) await remove("answers", path).catch(() => {});
}
