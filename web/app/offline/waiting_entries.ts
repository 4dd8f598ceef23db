// The entries that wait in this browser for the user who is signed in.
import { owner } from "../data/session.ts";
import type { Store } from "../data/store.ts";
import type { WaitingEntry } from "../rules/queue.ts";
import { readAll } from "./database.ts";
import { decryptEntry, type StoredEntry } from "./encrypt.ts";

export async function loadWaiting(store: Store): Promise<void> {
  store.waitingEntries.value = (await readOwn(store)).sort((one, other) => one.at - other.at);
  await (await import("./files.ts")).loadWaitingFiles(store);
}

/** Entries of other users stay as they are. */
export async function readOwn(store: Store): Promise<WaitingEntry[]> {
  const all = await readAll<StoredEntry>("queue").catch(() => []);
  const own = all.filter((each) => each.owner === owner(store));
  const entries = await Promise.all(own.map(decryptEntry));
  store.unreadableEntries.value = own.filter((_, index) => entries[index] === undefined).map(({ key }) => key);
  return entries.filter((each) => each !== undefined);
}
