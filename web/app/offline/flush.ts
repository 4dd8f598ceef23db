// Sends waiting entries when there may be a connection, or when their owner asks for it.
import { write } from "../data/api.ts";
import { owner } from "../data/session.ts";
import type { Store } from "../data/store.ts";
import { outcomeOf, type WaitingEntry } from "../rules/queue.ts";
import type { Refusal } from "../rules/records.ts";
import { sendable } from "../rules/sendable.ts";
import { remove } from "./database.ts";
import { storeEntry } from "./encrypt.ts";
import { loadWaiting, readOwn } from "./waiting_entries.ts";

const PAUSE_MS = 30_000;

const loadFiles = () => import("./files.ts");

/** For an entry that may already be booked, once its owner has said that it is not. */
export async function sendWithNewKey(store: Store, entry: WaitingEntry, key: string): Promise<void> {
  const { problem: _, ...again } = entry;
  const { changeFile } = await loadFiles();
  for (const file of store.waitingFiles.value) if (file.entry === entry.key) await changeFile(store, { ...file, entry: key });
  await storeEntry({ ...again, key, at: Date.now() });
  await discard(store, entry.key);
  await flush(store);
}

/** The entry with its receipts. */
export async function discard(store: Store, key: string): Promise<void> {
  await remove("queue", key);
  await (await loadFiles()).forgetFilesOf(store, key);
  await loadWaiting(store);
}

/** All of the owner's, with receipts whose entry is booked. */
export async function discardAll(store: Store): Promise<void> {
  await loadWaiting(store);
  for (const { key } of store.waitingEntries.value) await remove("queue", key);
  await (await loadFiles()).forgetAllFiles(store);
  await loadWaiting(store);
}

/** Entries first, then their receipts. */
export async function flush(store: Store): Promise<void> {
  await flushEntries(store);
  if (store.waitingFiles.value.length > 0) await (await import("./send_files.ts")).sendFiles(store);
}

/** One tab at a time. If two tabs do it, idempotency keys prevent double booking. */
async function flushEntries(store: Store): Promise<void> {
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
    const { record } = await write<{ id: number }>(store, "POST", entry.path, entry.body, entry.key);
    await (await loadFiles()).giveTransaction(store, entry.key, record.id);
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
