// Stores new entries before they are sent, so that no lost connection or closed tab loses one. Idempotency keys prevent double booking.
import { write } from "../data/api.ts";
import { owner } from "../data/session.ts";
import type { Store, UndoResult } from "../data/store.ts";
import { outcomeOf, type WaitingEntry } from "../rules/queue.ts";
import type { Refusal } from "../rules/records.ts";
import { readAll, remove } from "./database.ts";
import type { StoredEntry } from "./encrypt.ts";

export type Booking = { state: "sent"; undo: () => Promise<UndoResult> } | { state: "waiting" };

/** Throws the refusal if the server refused; then nothing waits. */
export async function book(store: Store, path: string, body: Record<string, unknown>, key: string): Promise<Booking> {
  const entry: WaitingEntry = { key, owner: owner(store) ?? "", path, body, at: Date.now() };
  store.sendingEntry.value = entry;
  try {
    return await bookEntry(store, entry);
  } finally {
    store.sendingEntry.value = undefined;
  }
}

async function bookEntry(store: Store, entry: WaitingEntry): Promise<Booking> {
  const { key, path, body } = entry;
  const isStored =
    // Only in the user's own space: they may be removed from another one before it is sent.
    store.spaceId.value === "" &&
    entry.owner !== "" &&
    (await storeEncrypted(entry).then(
      () => true,
      () => false,
    ));
  try {
    const { undo } = await write(store, "POST", path, body, key);
    await remove("queue", key).catch(() => {});
    return { state: "sent", undo };
  } catch (error) {
    if (isStored && outcomeOf((error as Refusal).status) === "later") {
      await loadWaiting(store);
      return { state: "waiting" };
    }
    await remove("queue", key).catch(() => {});
    throw error;
  }
}

/** The encryption module loads after the first screen, before anybody can have booked. */
const storeEncrypted = async (entry: WaitingEntry) => (await import("./encrypt.ts")).storeEntry(entry);

export async function loadWaiting(store: Store): Promise<void> {
  store.waitingEntries.value = (await readOwn(store)).sort((one, other) => one.at - other.at);
}

/** Entries of other users stay as they are. */
export async function readOwn(store: Store): Promise<WaitingEntry[]> {
  const all = await readAll<StoredEntry>("queue").catch(() => []);
  const own = all.filter((each) => each.owner === owner(store));
  const { decryptEntry: openEntry } = await import("./encrypt.ts");
  const entries = await Promise.all(own.map(openEntry));
  store.unreadableEntries.value = own.filter((_, index) => entries[index] === undefined).map(({ key }) => key);
  return entries.filter((each) => each !== undefined);
}
