// Sends waiting entries when there may be a connection, or when their owner asks for it.
import { write } from "../data/api.ts";
import { owner } from "../data/session.ts";
import type { Store } from "../data/store.ts";
import { outcomeOf, type WaitingEntry } from "../rules/queue.ts";
import type { Refusal } from "../rules/records.ts";
import { sendable } from "../rules/sendable.ts";
import { remove } from "./database.ts";
import { storeEntry } from "./encrypt.ts";
import { loadWaiting, readOwn } from "./queue.ts";

const PAUSE_MS = 30_000;

/** For an entry that may already be booked, once its owner has said that it is not. */
export async function sendWithNewKey(store: Store, entry: WaitingEntry, key: string): Promise<void> {
  const { problem: _, ...again } = entry;
  await storeEntry({ ...again, key, at: Date.now() });
  await discard(store, entry.key);
  await flush(store);
}

export async function discard(store: Store, key: string): Promise<void> {
  await remove("queue", key);
  await loadWaiting(store);
}

/** One tab at a time. If two tabs do it, idempotency keys prevent double booking. */
export async function flush(store: Store): Promise<void> {
  if (!navigator.locks) return flushAlone(store);
  await navigator.locks.request("cofre-queue", { ifAvailable: true }, (lock) => (lock ? flushAlone(store) : undefined));
}

async function flushAlone(store: Store): Promise<void> {
  if (store.spaceId.value !== "") return;
  const all = await readOwn(store);
  const entries = sendable(all, owner(store), Date.now());
  for (const entry of entries) {
    const outcome = await sendOne(store, entry);
    if (outcome === "later") break;
  }
  if (entries.length > 0 || all.length !== store.waitingEntries.value.length) await loadWaiting(store);
}

async function sendOne(store: Store, entry: WaitingEntry): Promise<ReturnType<typeof outcomeOf>> {
  try {
    await write(store, "POST", entry.path, entry.body, entry.key);
    await remove("queue", entry.key);
    return "sent";
  } catch (error) {
    const { status, message, errors } = error as Refusal;
    const outcome = outcomeOf(status);
    const problem = [message, ...Object.values(errors).flat()].filter(Boolean).join(" ") || String(status);
    if (outcome === "refused") await storeEntry({ ...entry, problem });
    return outcome;
  }
}

/** Sends whenever there may be a connection again. */
export function flushRegularly(store: Store): void {
  const look = () => {
    if (document.visibilityState === "visible") void flush(store);
  };
  addEventListener("online", look);
  // The `online` event is unreliable; a reply of the server is certain.
  store.unreachable.subscribe((isAway) => {
    if (!isAway) look();
  });
  document.addEventListener("visibilitychange", look);
  setInterval(look, PAUSE_MS);
  void loadWaiting(store).then(look);
}
