// Sends waiting entries when there may be a connection, or when their owner asks for it.
import { unreachable, write } from "../data/api.ts";
import { owner } from "../data/session.ts";
import { space } from "../data/space.ts";
import { outcomeOf, type WaitingEntry } from "../rules/queue.ts";
import type { Refusal } from "../rules/records.ts";
import { sendable } from "../rules/sendable.ts";
import { storeEntry } from "./encrypt.ts";
import { loadWaiting, readOwn, waiting } from "./queue.ts";
import { remove } from "./store.ts";

const PAUSE_MS = 30_000;

/** For an entry that may already be booked, once its owner has said that it is not. */
export async function sendWithNewKey(entry: WaitingEntry, key: string): Promise<void> {
  const { problem: _, ...again } = entry;
  await storeEntry({ ...again, key, at: Date.now() });
  await discard(entry.key);
  await flush();
}

export async function discard(key: string): Promise<void> {
  await remove("queue", key);
  await loadWaiting();
}

/** One tab at a time. If two tabs do it, idempotency keys prevent double booking. */
export async function flush(): Promise<void> {
  if (!navigator.locks) return flushAlone();
  await navigator.locks.request("cofre-queue", { ifAvailable: true }, (lock) => (lock ? flushAlone() : undefined));
}

async function flushAlone(): Promise<void> {
  if (space.value !== "") return;
  const all = await readOwn();
  const entries = sendable(all, owner(), Date.now());
  for (const entry of entries) {
    const outcome = await sendOne(entry);
    if (outcome === "later") break;
  }
  if (entries.length > 0 || all.length !== waiting.value.length) await loadWaiting();
}

async function sendOne(entry: WaitingEntry): Promise<ReturnType<typeof outcomeOf>> {
  try {
    await write("POST", entry.path, entry.body, entry.key);
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
export function flushRegularly(): void {
  const look = () => {
    if (document.visibilityState === "visible") void flush();
  };
  addEventListener("online", look);
  // The `online` event is unreliable; a reply of the server is certain.
  unreachable.subscribe((isAway) => {
    if (!isAway) look();
  });
  document.addEventListener("visibilitychange", look);
  setInterval(look, PAUSE_MS);
  void loadWaiting().then(look);
}
