// Stores new entries before they are sent, so that no lost connection or closed tab loses one. Idempotency keys prevent double booking.
import { signal } from "@preact/signals";
import { type UndoResult, write } from "../data/api.ts";
import { owner } from "../data/session.ts";
import { space } from "../data/space.ts";
import { outcomeOf, type WaitingEntry } from "../rules/queue.ts";
import type { Refusal } from "../rules/records.ts";
import type { StoredEntry } from "./encrypt.ts";
import { readAll, remove } from "./store.ts";

export const waiting = signal<WaitingEntry[]>([]);

/** Keys of the user's entries that cannot be decrypted, because the server's secret has changed. */
export const unreadable = signal<string[]>([]);

/** The entry that is being sent from this tab. */
export const sendingEntry = signal<WaitingEntry | undefined>(undefined);

export type Booking = { state: "sent"; undo: () => Promise<UndoResult> } | { state: "waiting" };

/** Throws the refusal if the server refused; then nothing waits. */
export async function book(path: string, body: Record<string, unknown>, key: string): Promise<Booking> {
  const entry: WaitingEntry = { key, owner: owner() ?? "", path, body, at: Date.now() };
  sendingEntry.value = entry;
  try {
    return await bookEntry(entry);
  } finally {
    sendingEntry.value = undefined;
  }
}

async function bookEntry(entry: WaitingEntry): Promise<Booking> {
  const { key, path, body } = entry;
  const isStored =
    // Only in the user's own space: they may be removed from another one before it is sent.
    space.value === "" &&
    entry.owner !== "" &&
    (await storeEncrypted(entry).then(
      () => true,
      () => false,
    ));
  try {
    const { undo } = await write("POST", path, body, key);
    await remove("queue", key).catch(() => {});
    return { state: "sent", undo };
  } catch (error) {
    if (isStored && outcomeOf((error as Refusal).status) === "later") {
      await loadWaiting();
      return { state: "waiting" };
    }
    await remove("queue", key).catch(() => {});
    throw error;
  }
}

/** The encryption module loads after the first screen, before anybody can have booked. */
const storeEncrypted = async (entry: WaitingEntry) => (await import("./encrypt.ts")).storeEntry(entry);

export async function loadWaiting(): Promise<void> {
  waiting.value = (await readOwn()).sort((one, other) => one.at - other.at);
}

/** Entries of other users stay as they are. */
export async function readOwn(): Promise<WaitingEntry[]> {
  const all = await readAll<StoredEntry>("queue").catch(() => []);
  const own = all.filter((each) => each.owner === owner());
  const { decryptEntry: openEntry } = await import("./encrypt.ts");
  const entries = await Promise.all(own.map(openEntry));
  unreadable.value = own.filter((_, index) => entries[index] === undefined).map(({ key }) => key);
  return entries.filter((each) => each !== undefined);
}
