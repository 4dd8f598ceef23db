// New entries are put here before they are sent, so that neither a lost connection nor a closed tab loses one; their keys see to it that none is
// booked twice.
import { signal } from "@preact/signals";
import { type TakenBack, unreachable, write } from "../api.ts";
import { fateOf, sendable, type Waiting } from "../rules/queue.ts";
import type { Refusal } from "../rules/records.ts";
import { owner } from "../session.ts";
import { space } from "../space.ts";
import { drop, keep, readAll } from "./store.ts";

export const waiting = signal<Waiting[]>([]);

const PAUSE_MS = 30_000;

export type Booked = { state: "sent"; undo: () => Promise<TakenBack> } | { state: "waiting" };

/** Throws the refusal where the server said no: then nothing waits. */
export async function book(path: string, body: Record<string, unknown>, key: string): Promise<Booked> {
  const entry: Waiting = { key, owner: owner() ?? "", path, body, at: Date.now() };
  const isKept =
    // Of the own space alone: elsewhere one may have been removed meanwhile.
    space.value === "" &&
    entry.owner !== "" &&
    (await keep("queue", entry).then(
      () => true,
      () => false,
    ));
  try {
    const { undo } = await write("POST", path, body, key);
    await drop("queue", key).catch(() => {});
    return { state: "sent", undo };
  } catch (error) {
    if (isKept && fateOf((error as Refusal).status) === "later") {
      await showWaiting();
      return { state: "waiting" };
    }
    await drop("queue", key).catch(() => {});
    throw error;
  }
}

export async function showWaiting(): Promise<void> {
  const all = await readAll<Waiting>("queue").catch(() => []);
  waiting.value = all.filter((each) => each.owner === owner()).sort((one, other) => one.at - other.at);
}

/** Again, with a new key: for what may be there already, because its owner says that it is not. */
export async function sendAnew(entry: Waiting, key: string): Promise<void> {
  await keep("queue", { ...entry, key, at: Date.now(), problem: undefined });
  await discard(entry.key);
  await flush();
}

export async function discard(key: string): Promise<void> {
  await drop("queue", key);
  await showWaiting();
}

/** One tab at a time; if two do it all the same, the keys make it one. */
export async function flush(): Promise<void> {
  if (!navigator.locks) return flushAlone();
  await navigator.locks.request("cofre-queue", { ifAvailable: true }, (lock) => (lock ? flushAlone() : undefined));
}

async function flushAlone(): Promise<void> {
  if (space.value !== "") return;
  const all = await readAll<Waiting>("queue").catch(() => []);
  const entries = sendable(all, owner(), Date.now());
  for (const entry of entries) {
    const fate = await sendOne(entry);
    if (fate === "later") break;
  }
  if (entries.length > 0 || all.length !== waiting.value.length) await showWaiting();
}

async function sendOne(entry: Waiting): Promise<ReturnType<typeof fateOf>> {
  try {
    await write("POST", entry.path, entry.body, entry.key);
    await drop("queue", entry.key);
    return "sent";
  } catch (error) {
    const { status, message, errors } = error as Refusal;
    const fate = fateOf(status);
    const problem = [message, ...Object.values(errors).flat()].filter(Boolean).join(" ") || String(status);
    if (fate === "refused") await keep("queue", { ...entry, problem });
    return fate;
  }
}

/** Whenever there may be a connection again. */
export function keepFlushing(): void {
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
  void showWaiting().then(look);
}
