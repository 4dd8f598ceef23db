// What waits is sent when there may be a connection again, or when its owner says so.
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

/** Again, with a new key: for what may be there already, because its owner says that it is not. */
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

/** One tab at a time; if two do it all the same, the keys make it one. */
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

/** Whenever there may be a connection again. */
export function flushRegularly(): void {
  const look = () => {
    if (document.visibilityState === "visible") void flush();
  };
  addEventListener("online", look);
  // Browsers do not always say that there is a line, or say so before it carries anything; that the server has answered is certain.
  unreachable.subscribe((isAway) => {
    if (!isAway) look();
  });
  document.addEventListener("visibilitychange", look);
  setInterval(look, PAUSE_MS);
  void loadWaiting().then(look);
}
