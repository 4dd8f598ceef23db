// Books new entries, with their receipts if there are any.
import { owner } from "../data/session.ts";
import type { Store } from "../data/store.ts";
import type { WaitingEntry } from "../rules/queue.ts";
import { type Booking, bookEntry } from "./book_entry.ts";

/** `files`: its receipts, which are sent after it. Throws the refusal if the server refused; then nothing waits. */
export async function book(
  store: Store,
  path: string,
  body: Record<string, unknown>,
  key: string,
  files: readonly File[] = [],
): Promise<Booking> {
  const entry: WaitingEntry = { key, owner: owner(store) ?? "", path, body, at: Date.now() };
  store.sendingEntry.value = entry;
  try {
    if (files.length === 0) return await bookEntry(store, entry);
    return await (await import("./entry_files.ts")).bookWithFiles(store, entry, files);
  } finally {
    store.sendingEntry.value = undefined;
  }
}
