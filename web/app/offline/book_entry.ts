// Stores a new entry before it is sent, so that no lost connection or closed tab loses one. Idempotency keys prevent double booking.
import { write } from "../data/api.ts";
import type { Store, UndoResult } from "../data/store.ts";
import { outcomeOf, type WaitingEntry } from "../rules/queue.ts";
import type { Refusal } from "../rules/records.ts";
import { remove } from "./database.ts";

export type Booking = { state: "sent"; undo: () => Promise<UndoResult> } | { state: "waiting" };

/** Called when the entry is booked, before it leaves the queue. */
type OnBooked = (id: number) => Promise<void>;

/** `canWait`: whether it may be kept until there is a connection. Throws the refusal if the server refused; then nothing waits. */
export async function bookEntry(store: Store, entry: WaitingEntry, canWait = true, onBooked?: OnBooked): Promise<Booking> {
  const { key, path, body } = entry;
  const isStored =
    // Only in the user's own space: they may be removed from another one before it is sent.
    store.spaceId.value === "" &&
    canWait &&
    entry.owner !== "" &&
    (await storeEncrypted(entry).then(
      () => true,
      () => false,
    ));
  try {
    const { undo, record } = await write<{ id: number }>(store, "POST", path, body, key);
    await onBooked?.(record.id);
    await remove("queue", key).catch(() => {});
    return { state: "sent", undo };
  } catch (error) {
    if (isStored && outcomeOf((error as Refusal).status) === "later") {
      await (await import("./waiting_entries.ts")).loadWaiting(store);
      return { state: "waiting" };
    }
    await remove("queue", key).catch(() => {});
    throw error;
  }
}

/** The encryption module loads after the first screen, before anybody can have booked. */
const storeEncrypted = async (entry: WaitingEntry) => (await import("./encrypt.ts")).storeEntry(entry);
